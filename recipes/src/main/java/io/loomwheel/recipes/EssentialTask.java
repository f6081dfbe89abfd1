package io.loomwheel.recipes;

import io.loomwheel.TimerTask;

/** A step of a recipe, which runs even if the timer's executor refuses it. */
interface EssentialTask extends TimerTask {
  @Override
  default boolean mustRun() {
    return true;
  }
}
