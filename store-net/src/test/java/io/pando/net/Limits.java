package io.pando.net;

import io.pando.net.frame.PeerTimeouts;
import io.pando.net.memory.MemoryLimits;

/** Limits of tests: as usual but for some. */
final class Limits {
  private Limits() {}

  /** Of a stream's queue. */
  static NetworkLimits queue(long softBytes, long hardBytes) {
    NetworkLimits usual = NetworkLimits.usual();
    return new NetworkLimits(
        softBytes, hardBytes, usual.patience(), usual.memory(), usual.callers());
  }

  static NetworkLimits with(PeerTimeouts patience) {
    NetworkLimits usual = NetworkLimits.usual();
    return new NetworkLimits(
        usual.softQueueBytes(), usual.hardQueueBytes(), patience, usual.memory(), usual.callers());
  }

  static NetworkLimits with(PeerTimeouts patience, MemoryLimits memory) {
    NetworkLimits usual = NetworkLimits.usual();
    return new NetworkLimits(
        usual.softQueueBytes(), usual.hardQueueBytes(), patience, memory, usual.callers());
  }

  static NetworkLimits with(ConnectionLimits callers) {
    return NetworkLimits.usual(NetworkLimits.usual().memory(), callers);
  }
}
