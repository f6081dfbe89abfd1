package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.recipes.Backoff;
import io.loomwheel.recipes.RetryTask;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description(
    "A retry is cancelled as its second attempt, which fails, arms the third. Outcome: "
        + "cancelled?, attempts, pending, interrupt left on the thread?")
@Outcome(id = "true, 1, 0, false", expect = ACCEPTABLE, desc = "cancelled before the attempt")
@Outcome(
    id = "true, 2, 0, false",
    expect = ACCEPTABLE,
    desc = "cancelled during the attempt, or after it")
@Outcome(id = ".*, .*, [1-9], .*", expect = FORBIDDEN, desc = "a timeout is left over")
@Outcome(id = ".*, 3, .*, .*", expect = FORBIDDEN, desc = "an attempt after the end")
@Outcome(id = ".*, true", expect = FORBIDDEN, desc = "the interrupt outlives the attempt")
@Outcome(id = "false, .*", expect = FORBIDDEN, desc = "ended by itself")
@State
public class RetryCancel {
  private final Scene scene = new Scene();
  private final AtomicInteger attempts = new AtomicInteger();
  private final CompletableFuture<Integer> future =
      RetryTask.on(scene.timer())
          .backoff(Backoff.fixed(Duration.ofNanos(10)))
          .build()
          .start(this::attempt);

  private int attempt() throws IOException {
    throw new IOException("attempt " + attempts.incrementAndGet());
  }

  @Actor
  public void fire(LLLL_Result r) {
    scene.advance(10);
    r.r4 = Thread.interrupted();
  }

  @Actor
  public void cancel(LLLL_Result r) {
    r.r1 = future.cancel(true);
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = scene.pending();
    scene.advance(Scene.LATER);
    r.r2 = attempts.get();
  }
}
