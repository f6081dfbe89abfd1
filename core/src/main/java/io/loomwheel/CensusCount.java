package io.loomwheel;

import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the nodes of a timer by kind and by time left. Not thread-safe. */
final class CensusCount {
  /** Further kinds count as {@link #OTHERS}, so that the memory stays small. */
  private static final int MOST_KINDS = 256;

  private static final String OTHERS = "others";

  private static final Duration[] BOUNDS = {
    Duration.ZERO,
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(10),
    Duration.ofHours(1),
    Duration.ofDays(1),
    Duration.ofNanos(Long.MAX_VALUE)
  };

  private static final long[] BOUND_NANOS = new long[BOUNDS.length];

  static {
    for (int i = 0; i < BOUNDS.length; i++) {
      BOUND_NANOS[i] = BOUNDS[i].toNanos();
    }
  }

  /** A count that its map needs not replace. */
  private static final class Kind {
    long count;
  }

  private final long now;
  private final long[] byTimeLeft = new long[BOUNDS.length];

  /** By name or class. */
  private final Map<Object, Kind> kinds = new HashMap<>();

  private @Nullable Object lastKey;
  private Kind lastKind = new Kind();
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  CensusCount(long now) {
    this.now = now;
  }

  void add(WheelNode node) {
    long left = node.deadlineNanos() - now;
    first = Math.min(first, left);
    last = Math.max(last, left);
    int i = 0;
    while (BOUND_NANOS[i] < left) {
      i++;
    }
    byTimeLeft[i]++;
    Object key = keyOf(node.kind());
    if (!key.equals(lastKey)) {
      lastKind = kindOf(key);
      lastKey = key;
    }
    lastKind.count++;
  }

  private static Object keyOf(Object what) {
    if (what instanceof NamedTask named) {
      try {
        String name = named.taskName();
        if (name != null) {
          return name;
        }
      } catch (RuntimeException noName) {
        // its class is the name
      }
    }
    return what.getClass();
  }

  private Kind kindOf(Object key) {
    Kind kind = kinds.get(key);
    if (kind != null) {
      return kind;
    }
    return kinds.computeIfAbsent(kinds.size() < MOST_KINDS ? key : OTHERS, first -> new Kind());
  }

  WheelCensus census() {
    long pending = 0;
    Map<Duration, Long> timeLeft = new LinkedHashMap<>();
    for (int i = 0; i < BOUNDS.length; i++) {
      pending += byTimeLeft[i];
      if (byTimeLeft[i] > 0) {
        timeLeft.put(BOUNDS[i], byTimeLeft[i]);
      }
    }
    Map<String, Long> byName = new HashMap<>();
    kinds.forEach((key, kind) -> byName.merge(nameOf(key), kind.count, Long::sum));
    Map<String, Long> byKind = new LinkedHashMap<>();
    byName.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> byKind.put(entry.getKey(), entry.getValue()));
    return new WheelCensus(
        pending,
        byTimeLeft[0],
        Duration.ofNanos(pending == 0 ? 0 : first),
        Duration.ofNanos(pending == 0 ? 0 : last),
        timeLeft,
        byKind);
  }

  /** {@return a name without the address that the JVM gives to the class of a lambda} */
  private static String nameOf(Object key) {
    if (!(key instanceof Class<?> type)) {
      return (String) key;
    }
    String name = type.getName();
    int address = name.indexOf('/');
    return address < 0 ? name : name.substring(0, address);
  }
}
