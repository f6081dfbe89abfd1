/**
 * A timing wheel: cheap delays and timeouts, turned by one thread, with tasks on virtual threads.
 */
module io.loomwheel.core {
  requires transitive org.jspecify;
  requires org.slf4j;

  exports io.loomwheel;
}
