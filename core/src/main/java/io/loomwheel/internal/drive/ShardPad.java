package io.loomwheel.internal.drive;

/** Trailing padding of a shard, against false sharing. */
@SuppressWarnings("unused")
abstract class ShardPad extends ShardFields {
  long b00;
  long b01;
  long b02;
  long b03;
  long b04;
  long b05;
  long b06;
  long b07;
  long b08;
  long b09;
  long b10;
  long b11;
  long b12;
  long b13;
  long b14;
  long b15;
}
