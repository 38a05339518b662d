package io.pando.sim;

import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.net.LinkFault;

/**
 * Something wrong with a cluster for as long as it lasts: {@link SimCluster#apply} begins it,
 * {@link SimCluster#lift} with an equal one ends it. Its text is what the trace shows.
 */
public sealed interface Fault {
  /** Ways between nodes are cut or slow. */
  record Link(LinkFault what) implements Fault {}

  /** A process, of whatever role, is stopped; what is sent to it waits. */
  record Paused(NodeId node) implements Fault {}

  /**
   * A process's monotonic clock gains so many microseconds in a second, or loses them; within what
   * the world allows. It is exact when that ends. A process that starts meanwhile has its own.
   */
  record Drift(NodeId node, int ppm) implements Fault {}

  /** A process's wall clock is ahead by so much, or behind. It is right when that ends. */
  record WallOff(NodeId node, long millis) implements Fault {}

  /** All disks of an OSD have a fault, also in its further lives. */
  record Disk(OsdId osd, DiskFault what) implements Fault {}
}
