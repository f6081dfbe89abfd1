/** Netty's {@code Timer} on a timing wheel. */
module io.loomwheel.netty {
  requires transitive io.loomwheel.core;
  requires transitive io.netty.common;
  requires static org.jspecify;

  exports io.loomwheel.netty;
}
