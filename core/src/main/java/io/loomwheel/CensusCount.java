package io.loomwheel;

import io.loomwheel.internal.drive.ArmingSamples;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Counts the nodes of a timer by kind and by time left. Not thread-safe. */
final class CensusCount {
  private static final int MOST_FRAMES = 16;

  /** From nothing to a day, and what is longer. */
  private final long[] boundNanos =
      LongStream.of(
              0, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000, Long.MAX_VALUE)
          .map(TimeUnit.MILLISECONDS::toNanos)
          .toArray();

  private final long now;
  private final long[] byTimeLeft = new long[boundNanos.length];
  private final Kinds kinds = new Kinds();
  final Kinds handedOn = new Kinds();
  private final Kinds stacks = new Kinds();
  private final LongSummaryStatistics timesLeft = new LongSummaryStatistics();
  private long oldest;

  CensusCount(long now) {
    this.now = now;
  }

  /** Counts a node, by the deadline for which it was armed: it may not wait any more. */
  void add(WheelNode node, long deadlineNanos) {
    long left = deadlineNanos - now;
    timesLeft.accept(left);
    int i = 0;
    while (boundNanos[i] < left) {
      i++;
    }
    byTimeLeft[i]++;
    kinds.add(node);
  }

  void addSample(ArmingSamples.Sample sample) {
    oldest = Math.max(oldest, now - sample.armedAtNanos);
    String stack =
        Stream.of(sample.where.getStackTrace())
            .filter(frame -> !isInside(frame.getClassName()))
            .limit(MOST_FRAMES)
            .map(StackTraceElement::toString)
            .collect(Collectors.joining(" < "));
    stacks.add(stack, ArmingSamples.ONE_IN);
  }

  private static boolean isInside(String className) {
    return (className.startsWith("io.loomwheel.") && className.contains(".internal."))
        || className.startsWith("java.")
        || className.startsWith("jdk.")
        || className.equals(WheelTimer.class.getName());
  }

  private static Object keyOf(Object what) {
    if (what instanceof NamedTask named) {
      try {
        String name = named.taskName();
        if (name != null) {
          return name;
        }
      } catch (Throwable noName) {
        // its class is the name
      }
    }
    return what.getClass();
  }

  WheelCensus census() {
    long pending = timesLeft.getCount();
    Map<Duration, Long> timeLeft = new LinkedHashMap<>();
    for (int i = 0; i < boundNanos.length; i++) {
      if (byTimeLeft[i] > 0) {
        timeLeft.put(Duration.ofNanos(boundNanos[i]), byTimeLeft[i]);
      }
    }
    return new WheelCensus(
        pending,
        byTimeLeft[0],
        nanosIf(pending > 0, timesLeft.getMin()),
        nanosIf(pending > 0, timesLeft.getMax()),
        timeLeft,
        kinds.byName(),
        handedOn.byName(),
        nanosIf(!stacks.counts.isEmpty(), oldest),
        stacks.byName());
  }

  private static Optional<Duration> nanosIf(boolean known, long nanos) {
    return known ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
  }

  /** How many there are of each kind, by name or class. */
  static final class Kinds {
    /** Further kinds count as {@link #OTHERS}, so that the memory stays small. */
    private static final int MOST = 256;

    private static final String OTHERS = "others";

    /** Each count is an array of one, which the map needs not replace. */
    private final Map<Object, long[]> counts = new HashMap<>();

    void add(WheelNode node) {
      Object kind = node.kind();
      if (kind != null) {
        add(keyOf(kind), 1);
      }
    }

    private void add(Object key, int count) {
      boolean isOther = counts.size() >= MOST && !counts.containsKey(key);
      counts.computeIfAbsent(isOther ? OTHERS : key, first -> new long[1])[0] += count;
    }

    Map<String, Long> byName() {
      Map<String, Long> byName = new HashMap<>(); // two classes may have one name
      counts.forEach((key, count) -> byName.merge(nameOf(key), count[0], Long::sum));
      Map<String, Long> mostFirst = new LinkedHashMap<>();
      byName.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .forEach(entry -> mostFirst.put(entry.getKey(), entry.getValue()));
      return mostFirst;
    }

    /** {@return a name without the address that the JVM gives to the class of a lambda} */
    private static String nameOf(Object key) {
      if (key instanceof Class<?> type) {
        String name = type.getName();
        int address = name.indexOf("/0x");
        return address < 0 ? name : name.substring(0, address);
      }
      return (String) key;
    }
  }
}
