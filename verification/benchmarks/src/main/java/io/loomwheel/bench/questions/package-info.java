/**
 * What is asked of the timers: for each question the contests, and how one round of it goes.
 *
 * <p>Entered by the thread that runs the rounds; the crews of the contestants work in here.
 */
@NullMarked
package io.loomwheel.bench.questions;

import org.jspecify.annotations.NullMarked;
