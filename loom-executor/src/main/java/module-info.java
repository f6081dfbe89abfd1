/** Executors on virtual threads. */
@SuppressWarnings("module") // the adapters that get the qualified export aren't on the path here
module io.loomwheel.loom {
  requires transitive io.loomwheel.core;
  requires static org.jspecify;
  requires static context.propagation;
  requires static micrometer.core;

  exports io.loomwheel.loom;
  exports io.loomwheel.schedulers.internal to
      io.loomwheel.reactor,
      io.loomwheel.rxjava,
      io.loomwheel.rxjava4;
}
