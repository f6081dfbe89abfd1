/** What only Boot 4 has, beside the tests of the starter, which this module runs too. */
package io.loomwheel.springboot4;
