package io.loomwheel.stress;

import io.loomwheel.recipes.LeaseRenewal;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A lease that counts what is asked of it. Thread-safe. */
final class Renewals implements LeaseRenewal.Lease {
  final AtomicInteger asked = new AtomicInteger();
  final AtomicInteger lost = new AtomicInteger();

  @Override
  public boolean renew() {
    asked.incrementAndGet();
    return true;
  }

  @Override
  public void lost(@Nullable Throwable cause) {
    lost.incrementAndGet();
  }
}
