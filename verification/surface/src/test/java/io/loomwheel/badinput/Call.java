package io.loomwheel.badinput;

/**
 * What came of a call.
 *
 * @param receiver null if there is none
 * @param value the bad argument; null if there is none
 * @param result null if there is none
 * @param thrown null if nothing was
 */
record Call(World world, Object receiver, Object value, Object result, Throwable thrown) {}
