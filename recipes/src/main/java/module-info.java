/** Idle timeouts, heartbeats, retries, lease renewal and delayed operations, on a timer. */
module io.loomwheel.recipes {
  requires transitive io.loomwheel.core;
  requires static org.jspecify;
  requires org.slf4j;

  exports io.loomwheel.purgatory;
  exports io.loomwheel.recipes;
}
