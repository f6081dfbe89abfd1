package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.ArrayList;
import java.util.List;

/** A fault that is played in JVMs of its own, with what they said. Used by one thread. */
abstract class InOtherJvms implements Fault {
  final List<String> figures = new ArrayList<>();
  final List<String> wrong = new ArrayList<>();

  @Override
  public final boolean isElsewhere() {
    return true;
  }

  @Override
  public final List<String> figures() {
    return figures;
  }

  @Override
  public final List<String> wrong() {
    return wrong;
  }
}
