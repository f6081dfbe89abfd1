package io.loomwheel.recipes;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lease of two functions. */
record TestLease(Callable<Boolean> renewal, Consumer<@Nullable Throwable> loss)
    implements LeaseRenewal.Lease {
  @Override
  public boolean renew() throws Exception {
    return renewal.call();
  }

  @Override
  public void lost(@Nullable Throwable cause) {
    loss.accept(cause);
  }
}
