package io.loomwheel.recipes;

import io.loomwheel.errorpoints.ErrorPoints;
import java.util.List;
import java.util.Set;

/** The places where a call of the recipes or the purgatory may fail. */
public final class RecipeErrors {
  public static final ErrorPoints POINTS =
      new ErrorPoints(
          Set.of("renew", "lost", "call", "test", "tryComplete", "onComplete", "onExpiration"),
          List.of("io.loomwheel.purgatory.", "io.loomwheel.recipes."));
}
