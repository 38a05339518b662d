package io.pando.sim;

import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.net.LinkFault;

/**
 * A fault of a cluster: {@link SimCluster#apply} begins it, {@link SimCluster#lift} with an equal
 * one ends it. Its text appears in the trace.
 */
public sealed interface Fault {
  /** Links between nodes are cut or slow. */
  record Link(LinkFault what) implements Fault {}

  /** A process of any role is paused; messages to it wait. */
  record Paused(NodeId node) implements Fault {}

  /**
   * A process's monotonic clock gains or loses {@code ppm} microseconds per second, within the
   * bounds of the world. It is exact after the fault. A process that starts meanwhile has its own
   * drift.
   */
  record Drift(NodeId node, int ppm) implements Fault {}

  /**
   * A process's wall clock is ahead by {@code millis}, or behind if negative. It is right after the
   * fault.
   */
  record WallOff(NodeId node, long millis) implements Fault {}

  /** All disks of an OSD have a fault, also in its later lives. */
  record Disk(OsdId osd, DiskFault what) implements Fault {}
}
