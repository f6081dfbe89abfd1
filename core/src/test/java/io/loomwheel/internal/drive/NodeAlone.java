package io.loomwheel.internal.drive;

/** What {@link SharedNode} promises, for one thread. */
public class NodeAlone {
  private boolean armed;
  private boolean early;
  private boolean closed;

  public boolean arm() {
    armed = !closed;
    return armed;
  }

  public void armAnother() {}

  public boolean putForward() {
    early |= armed;
    return armed;
  }

  public boolean cancel() {
    return leave();
  }

  public boolean turn() {
    return early && leave();
  }

  public boolean close() {
    closed = true;
    return leave();
  }

  private boolean leave() {
    boolean was = armed;
    armed = false;
    return was;
  }
}
