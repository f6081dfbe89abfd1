/**
 * Watches the tests of all modules. JUnit's launcher finds the listener by its service file; a
 * module only has to depend on this one, for tests.
 */
@NullMarked
package io.loomwheel.hangwatch;

import org.jspecify.annotations.NullMarked;
