/** An RxJava 3 Scheduler on a timing wheel. */
module io.loomwheel.rxjava {
  requires transitive io.loomwheel.core;
  requires io.loomwheel.loom;
  requires transitive io.reactivex.rxjava3;
  requires static org.jspecify;

  exports io.loomwheel.rxjava;
}
