/** A Project Reactor Scheduler on a timing wheel. */
module io.loomwheel.reactor {
  requires transitive io.loomwheel.core;
  requires io.loomwheel.loom;
  requires transitive org.reactivestreams;
  requires transitive reactor.core;
  requires static org.jspecify;
  requires static reactor.test;
  requires static reactor.blockhound;
  requires static java.instrument; // which BlockHound's builder names

  exports io.loomwheel.reactor;
  exports io.loomwheel.reactor.test;
}
