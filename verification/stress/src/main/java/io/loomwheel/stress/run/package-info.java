/** Runs the cases in full, and writes down what was seen. Entered by the build. */
@NullMarked
package io.loomwheel.stress.run;

import org.jspecify.annotations.NullMarked;
