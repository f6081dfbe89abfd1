/** Executors on virtual threads. */
module io.loomwheel.loom {
  requires transitive io.loomwheel.core;
  requires static transitive org.jspecify;

  exports io.loomwheel.loom;
}
