/** An RxJava 4 Scheduler on a timing wheel. */
@SuppressWarnings("module") // the digit is in the name of what it is for
module io.loomwheel.rxjava4 {
  requires transitive io.loomwheel.core;
  requires io.loomwheel.loom;
  requires transitive io.reactivex.rxjava4;
  requires static org.jspecify;

  exports io.loomwheel.rxjava4;
}
