package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps what was handed on, in order. */
final class RecordedOutlet implements Outlet {
  final List<WheelNode> nodes = new ArrayList<>();
  final List<Throwable> failures = new ArrayList<>();
  final List<String> refusals = new ArrayList<>();
  Consumer<WheelNode> onAccept = node -> {};

  @Override
  public void accept(WheelNode node) {
    nodes.add(node);
    onAccept.accept(node);
  }

  @Override
  public void refusing(long soFar, long most) {
    refusals.add(soFar + " refused of " + most);
  }

  @Override
  public void turnFailed(Throwable cause) {
    failures.add(cause);
  }
}
