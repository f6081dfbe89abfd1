package io.loomwheel.internal.drive;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A program that runs one test class up to its first failure; its exit code says what came. */
final class ModelRun implements TestExecutionListener {
  static final int HELD = 10;
  static final int FOUND = 11;

  private ModelRun() {}

  public static void main(String[] args) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(args[0])).build(),
            new ModelRun(),
            listener);
    TestExecutionSummary summary = listener.getSummary();
    boolean held = summary.getTestsFoundCount() > 0 && summary.getTotalFailureCount() == 0;
    System.exit(held ? HELD : 1);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    result
        .getThrowable()
        .ifPresent(
            failure -> {
              System.out.println(failure);
              Runtime.getRuntime().halt(isFound(failure) ? FOUND : 1);
            });
  }

  /** {@return whether a model says that a promise is broken, not that it can't run} */
  private static boolean isFound(Throwable failure) {
    return failure instanceof AssertionError || failure.getCause() instanceof AssertionError;
  }
}
