package io.loomwheel.internal.drive;

/**
 * Leading padding of a shard, against false sharing with the object before it (ADR 21). A
 * superclass, because a JVM lays its fields out first.
 */
@SuppressWarnings("unused")
abstract class ShardPad {
  long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}
