/** A Project Reactor Scheduler on a timing wheel. */
module io.loomwheel.reactor {
  requires transitive io.loomwheel.core;
  requires io.loomwheel.loom;
  requires transitive reactor.core;
  requires transitive org.reactivestreams;
  requires static transitive org.jspecify;

  exports io.loomwheel.reactor;
}
