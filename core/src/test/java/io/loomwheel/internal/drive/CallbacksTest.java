package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallbacksTest {
  private final IllegalStateException first = new IllegalStateException("first");

  @Test
  void callEach_someThrow_callsAll_andThrowsTheFirstWithTheOthersSuppressed() {
    List<Integer> called = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Callbacks.callEach(
                    List.of(1, 2, 3),
                    i -> {
                      called.add(i);
                      if (i > 1) {
                        throw new IllegalStateException("of " + i);
                      }
                    }))
        .hasMessage("of 2")
        .satisfies(
            thrown ->
                assertThat(thrown.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("of 3"));
    assertThat(called).containsExactly(1, 2, 3);
  }

  @Test
  void runEach_oneThrows_takesTheStepsBehindIt() {
    List<String> taken = new ArrayList<>();
    assertThatThrownBy(
            () -> Callbacks.runEach(() -> Callbacks.throwIfAny(first), () -> taken.add("last")))
        .isSameAs(first);
    assertThat(taken).containsExactly("last");
  }

  @Test
  void add_moreThan16_keepsTheFirst16() {
    for (int i = 0; i < 20; i++) {
      assertThat(Callbacks.add(first, new IllegalStateException("of " + i))).isSameAs(first);
    }
    assertThat(first.getSuppressed())
        .hasSize(16)
        .extracting(Throwable::getMessage)
        .endsWith("of 15");
  }

  @Test
  void add_noMemoryOrItself_suppressesNothing() {
    assertThat(Callbacks.add(first, new OutOfMemoryError("on purpose"))).isSameAs(first);
    assertThat(Callbacks.add(first, first)).isSameAs(first);
    assertThat(first.getSuppressed()).isEmpty();
  }

  @Test
  void add_theFirst_isReturned() {
    assertThat(Callbacks.add(null, first)).isSameAs(first);
  }

  @Test
  void throwIfAny_throwsWhatItIs_checkedOnesToo() {
    IOException checked = new IOException("on purpose");
    assertThatThrownBy(() -> Callbacks.throwIfAny(checked)).isSameAs(checked);
    Callbacks.throwIfAny(null);
  }
}
