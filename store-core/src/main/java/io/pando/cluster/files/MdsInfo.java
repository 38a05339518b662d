package io.pando.cluster.files;

import io.pando.id.Address;
import io.pando.id.NodeId;

/**
 * A metadata server that runs: it holds a rank, follows the journal of one, or stands by.
 *
 * @param address where it listens; names the daemon, such as {@code mds.1}
 * @param prefers name of the file system whose ranks it takes first; empty for any
 * @param sinceEpoch epoch of the map that has it first
 * @param release number of the release that it runs
 */
public record MdsInfo(
    MdsIncarnation incarnation, Address address, String prefers, long sinceEpoch, int release) {
  /** Name of the daemon, the same in all its lives. */
  public NodeId node() {
    return address.node();
  }

  @Override
  public String toString() {
    return node() + " (" + incarnation + ")";
  }
}
