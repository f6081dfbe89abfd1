package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Round;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What is asked of JMH, and what becomes of its answers; JMH itself isn't run. */
class JmhQuestionTest {
  private static final Map<String, Double> MEASURED =
      Map.of("cpu.norm", 45.25, "gc.alloc.rate.norm", 48.04, "gc.count", 3.0);

  @Test
  void round_whatJmhMeasured_isWallTimeCpuTimeAndBytes() {
    Round round = Forked.round(41.5, MEASURED);

    assertThat((double) round.wallNanos() / round.ops()).isEqualTo(41.5);
    assertThat((double) round.cpuNanos() / round.ops()).isEqualTo(45.25);
    assertThat(round.extras())
        .singleElement()
        .satisfies(
            extra -> {
              assertThat(extra.name()).isEqualTo("B/op");
              assertThat(extra.value()).as("to a tenth of a byte").isEqualTo(48.0);
            });
  }

  @Test
  void round_allocationNotMeasured_throwsWithWhatWas() {
    assertThatThrownBy(() -> Forked.round(41.5, Map.of("cpu.norm", 45.25)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("JMH must measure gc.alloc.rate.norm, did [cpu.norm]");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "ForkJoinPool schedules from then on")
  void contests_allEntrants_nameBenchmarksThatJmhHas() throws Exception {
    Set<String> known =
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(new Muted().print(), VerboseMode.SILENT),
                List.of())
            .stream()
            .map(BenchmarkListEntry::getUsername)
            .collect(Collectors.toSet());

    assertThat(contests())
        .hasSize(3)
        .allSatisfy(
            contest -> {
              for (Entrant entrant : contest.entrants()) {
                Forked forked = (Forked) entrant.opener().call();
                assertThat(known).contains(forked.type().getName() + "." + forked.method());
                assertThat(params(forked.type())).isEqualTo(forked.params().keySet());
              }
            });
  }

  @Test
  void contests_sizes_areSaidAndPassedOn() throws Exception {
    assertThat(contests())
        .allSatisfy(
            contest -> {
              assertThat(contest.setting()).contains("1,234", "JMH, one thread", "-Xmx2g");
              Forked forked = (Forked) contest.entrants().getFirst().opener().call();
              assertThat(forked.params()).containsEntry("held", "1234");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"floor", "Loomwheel", "Netty 1 ms"})
  void armCosts_anyKind_goRoundAllThatIsHeld(String kind) {
    ArmCosts costs = new ArmCosts();
    costs.timer = kind;
    costs.held = 3;

    costs.arm();
    List<Object> before = costs.handles();
    costs.pair();
    costs.pair();
    List<Object> after = costs.handles();
    for (int i = 0; i < 4; i++) {
      costs.reschedule();
    }
    costs.close();

    assertThat(after.get(0)).isNotSameAs(before.get(0));
    assertThat(after.get(1)).isNotSameAs(before.get(1));
    assertThat(after.get(2)).as("the youngest").isSameAs(before.get(2));
  }

  @Test
  void armCosts_unknownKind_throws() {
    ArmCosts costs = new ArmCosts();
    costs.timer = "sundial";

    assertThatThrownBy(costs::arm).isInstanceOf(NoSuchElementException.class);
  }

  private static List<Contest> contests() {
    Sizes sizes = new Sizes(List.of(1), 1234, 1, List.of(1), 1, 1, 1);
    return new JmhQuestion().contests(sizes);
  }

  private static Set<String> params(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(Field::getName)
        .collect(Collectors.toSet());
  }
}
