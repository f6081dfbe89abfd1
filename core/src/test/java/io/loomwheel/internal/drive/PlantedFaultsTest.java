package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each model finds its known faults in as many orders of steps as each build looks at. A fault is a
 * change of one source, compiled and put before the class path of another JVM, which runs the
 * model.
 */
class PlantedFaultsTest {
  private static final String SLEEP = "drive.DriverSleepModelTest";
  private static final String RELAY = "dispatch.RelayModelTest";
  private static final String STEPS = "drive.ShardStepsModelTest";

  @TempDir private static Path folder;

  /** Two at a time: each is a JVM that uses one processor. */
  private static final ExecutorService TWO = Executors.newFixedThreadPool(2);

  private static final Map<Fault, Future<Integer>> RUNS = new LinkedHashMap<>();

  /** A fault. */
  record Fault(String name, String model, String source, String right, String wrong) {
    @Override
    public String toString() {
      return model + " finds: " + name;
    }
  }

  static Stream<Fault> faults() {
    return Stream.of(
        new Fault(
            "the driver doesn't look again",
            SLEEP,
            "drive/Driver",
            "expiry.shards.closed || expiry.isDue(tick) ? AWAKE : tick",
            "expiry.shards.closed ? AWAKE : tick"),
        new Fault(
            "the driver looks again before it publishes",
            SLEEP,
            "drive/Driver",
            "    nextWake = tick;\n    if (!well) {",
            "    boolean due = expiry.isDue(tick);\n    nextWake = tick;\n"
                + "    if (!expiry.shards.closed && !due) {\n      return tick;\n    }\n    if (!well) {"),
        new Fault(
            "a queued node is brought forward and nobody is woken",
            SLEEP,
            "drive/Engine",
            "        shard.leave(node, shard);\n      }\n    }\n    driver.wakeBy(tick);",
            "        shard.leave(node, shard);\n      }\n      driver.wakeBy(tick);\n    }"),
        new Fault(
            "the next worker thread clears the flag at its end",
            RELAY,
            "dispatch/TaskRelay",
            "      NEXT_WORKER.compareAndSet(TaskRelay.this, this, null); // another may be started\n"
                + "      drain();",
            "      drain();\n      NEXT_WORKER.compareAndSet(TaskRelay.this, this, null);"),
        new Fault(
            "the next worker thread is read before the offer is queued",
            RELAY,
            "dispatch/TaskRelay",
            "    queue.add(offer);\n    try {\n      ensureNextWorker();",
            "    try {\n      ensureNextWorker();\n      queue.add(offer);"),
        new Fault(
            "a worker thread runs a task without a next one",
            RELAY,
            "dispatch/TaskRelay",
            "            if (!queue.isEmpty()) {\n              ensureNextWorker();\n            }\n",
            ""),
        new Fault(
            "a claim to fire that isn't atomic",
            STEPS,
            "wheel/WheelNode",
            "    return WORD.compareAndSet(this, deadlineNanos, ~deadlineNanos);",
            "    if (word != deadlineNanos) {\n      return false;\n    }\n"
                + "    WORD.setRelease(this, ~deadlineNanos);\n    return true;"),
        new Fault(
            "a turn reads a shard's tick first and its inbox second",
            STEPS,
            "drive/ExpiryPass",
            "(shard.hasQueuedNodes() || shard.nextTick <= tick)",
            "(shard.nextTick <= tick || shard.hasQueuedNodes())"));
  }

  @BeforeAll
  static void begin() {
    faults().forEach(fault -> RUNS.put(fault, TWO.submit(() -> run(fault))));
  }

  @AfterAll
  static void end() {
    TWO.shutdownNow();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachBuild_withAFaultPlanted_findsIt(Fault fault) throws Exception {
    assertThat(RUNS.get(fault).get()).isEqualTo(ModelRun.FOUND);
  }

  /** Else a model that can't run there would seem to find everything. */
  @Test
  void eachBuild_withoutAFault_holds() throws Exception {
    assertThat(run(STEPS, folder)).isEqualTo(ModelRun.HELD);
  }

  private static int run(Fault fault) throws IOException, InterruptedException {
    Path source = Path.of("src/main/java/io/loomwheel/internal/" + fault.source + ".java");
    String text = Files.readString(source);
    assertThat(text).as("the place of the fault is in " + source).containsOnlyOnce(fault.right);
    Path classes = Files.createTempDirectory(folder, "fault");
    Path planted = classes.resolve(source.getFileName());
    Files.writeString(planted, text.replace(fault.right, fault.wrong));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-proc:none",
                    "-nowarn",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString(),
                    planted.toString()))
        .isZero();
    return run(fault.model, classes);
  }

  private static int run(String model, Path classes) throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + ":" + System.getProperty("java.class.path"),
                ModelRun.class.getName(),
                "io.loomwheel.internal." + model)
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = child.waitFor();
      assertThat(code).as(said).isIn(ModelRun.HELD, ModelRun.FOUND);
      return code;
    } finally {
      child.destroyForcibly();
    }
  }
}
