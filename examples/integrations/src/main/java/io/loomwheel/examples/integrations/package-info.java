/**
 * Programs that give a wheel to other libraries, one a library; the page docs/guide/integrations.md
 * speaks of each.
 */
@NullMarked
package io.loomwheel.examples.integrations;

import org.jspecify.annotations.NullMarked;
