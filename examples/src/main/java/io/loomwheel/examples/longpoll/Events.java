package io.loomwheel.examples.longpoll;

import java.util.ArrayList;
import java.util.List;

/** What was posted, in order, numbered from 1. Thread-safe. */
final class Events {
  private final List<String> events = new ArrayList<>();

  /** {@return the number of the event, now the last} */
  synchronized int append(String event) {
    events.add(event);
    return events.size();
  }

  /** {@return the number of the last event, 0 if there is none} */
  synchronized int last() {
    return events.size();
  }

  /** {@return the events after that number} */
  synchronized List<String> after(int number) {
    return List.copyOf(events.subList(Math.min(number, events.size()), events.size()));
  }
}
