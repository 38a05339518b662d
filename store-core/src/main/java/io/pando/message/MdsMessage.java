package io.pando.message;

import io.pando.cluster.files.MdsIncarnation;

/** Messages between a metadata server and the monitors. */
public sealed interface MdsMessage extends Message {
  /**
   * Shows that a metadata server is alive; sent to every monitor periodically.
   *
   * @param sequence number of the beacon, ascending in a life of the server
   */
  record MdsBeacon(MdsIncarnation daemon, long sequence) implements MdsMessage {}

  /**
   * Confirms a beacon. Sent by the leading monitor only, once a majority of the monitors has
   * confirmed that it leads, and only to servers in the map: so for the grace after it sent the
   * beacon, a server knows that no other one has its rank.
   *
   * @param sequence number of the beacon
   * @param epoch epoch of the map that has the server
   */
  record MdsBeaconAnswer(long sequence, long epoch) implements MdsMessage {}
}
