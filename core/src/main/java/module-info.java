/**
 * A timing wheel: cheap delays and timeouts, turned by one thread, with tasks on virtual threads.
 */
@SuppressWarnings("module") // the siblings that get the qualified exports aren't on the path here
module io.loomwheel.core {
  requires static org.jspecify;
  requires org.slf4j;
  requires static jdk.jfr;
  requires static micrometer.core;

  exports io.loomwheel;
  exports io.loomwheel.dispatch;
  exports io.loomwheel.metrics;
  exports io.loomwheel.testing;
  exports io.loomwheel.internal to
      io.loomwheel.loom,
      io.loomwheel.netty,
      io.loomwheel.reactor,
      io.loomwheel.rxjava,
      io.loomwheel.rxjava4,
      io.loomwheel.spring;
  exports io.loomwheel.internal.dispatch to
      io.loomwheel.loom;
  exports io.loomwheel.internal.drive to
      io.loomwheel.loom,
      io.loomwheel.netty,
      io.loomwheel.reactor,
      io.loomwheel.rxjava,
      io.loomwheel.rxjava4,
      io.loomwheel.spring;
  exports io.loomwheel.internal.wheel to
      io.loomwheel.loom,
      io.loomwheel.netty,
      io.loomwheel.reactor;
}
