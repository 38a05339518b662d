package io.pando.sim.plan;

import java.util.Locale;

/** Kinds of trouble in a run: faults, and changes by operators. */
public enum Trouble {
  /** One OSD is killed and starts again later. */
  CRASH,
  /** Several OSDs are killed at the same moment. */
  CRASH_SOME,
  /** All OSDs are killed at the same moment. */
  CRASH_ALL,
  /** An OSD falls behind the others, then is killed, alone or with others. */
  LAG_AND_CRASH,
  /** All OSDs of a group but one are killed one after the other, and return in any order. */
  RELAY,
  /** The machine of an OSD loses power: its peers get no notice. */
  POWER_LOSS,
  /** An OSD is stopped for a while, as by SIGSTOP. */
  PAUSE,
  /** Connections of an OSD are reset. */
  RESET,
  /** No message gets from some nodes to others; the reverse direction is open. */
  CUT,
  /** OSDs and monitors are partitioned into sides that do not reach one another. */
  PARTITION,
  /** Some OSDs and half of the clients are cut off from all other nodes. */
  ISOLATE,
  /** As {@link #ISOLATE}, and an operator marks these OSDs down. */
  DEPOSE,
  /** Messages from an OSD are slow. */
  SLOW_LINKS,
  /** The clock of an OSD runs fast or slow. */
  DRIFT,
  /** A monitor is killed and starts again later. */
  MONITOR_CRASH,
  /** A monitor is cut off from the others. */
  MONITOR_CUT,
  /** A disk is slow. */
  SLOW_DISK,
  /** A disk is full. */
  FULL_DISK,
  /** A disk accepts no writes until it is repaired. */
  FAILED_DISK,
  /** Some reads of a disk fail. */
  FAILING_READS,
  /** Bits flip on a disk. */
  BIT_FLIPS,
  /** A disk is lost, and replaced by an empty one. */
  LOST_DISK,
  /** An OSD is cut off for less than the failure grace, and the map changes meanwhile. */
  MISSED_MAPS,
  /** An operator marks a living OSD down. */
  MARK_DOWN,
  /** An operator marks an OSD out, and in later. */
  OUT,
  /** An operator changes the reweight of an OSD. */
  REWEIGHT,
  /** An operator moves an OSD to another host. */
  MOVE,
  /** An operator changes the pool's size. */
  SIZE,
  /** An operator changes the pool's replication. */
  REPLICATION,
  /** An operator changes the pool's compression. */
  COMPRESSION,
  /** An operator changes the pool's number of groups. */
  GROUPS,
  /** An operator removes the pool, and restores it later. */
  REMOVED_POOL,
  /** A peer claims the identity of another daemon. */
  IMPOSTOR,
  /** An operator stops an OSD, and starts it again later. */
  STOP,
  /** An operator creates another pool, which clients use, and removes it. */
  OTHER_POOL,
  /** An OSD is killed and marked out, and stays dead until all troubles are over. */
  LEFT_DEAD,
  /** Several file systems below OSDs become full, and some of these OSDs are killed meanwhile. */
  NO_ROOM,
  /** The power of an OSD's machine fails while the store begins a segment of its log. */
  DARK_AT_SEGMENT,
  /** Bytes of an object are corrupted in all its copies. */
  RUINED_OBJECT,
  /** The only copies of another pool's groups are lost, and an operator accepts that. */
  ACCEPTED_LOSS,
  /**
   * An OSD with the last copies of objects of another pool is lost; an operator ends the losses.
   */
  LOST_FOR_GOOD,
  /** A connection is reset while a certain message of peering or recovery is in flight. */
  CUT_SHORT,
  /** Groups are split and merged while an OSD is dead. */
  MISSED_MERGES,
  /** An operator suspends recovery, and an OSD fails and returns several times. */
  HELD_RECOVERY,
  /** An OSD reaches the monitors but no other OSD: it is marked down repeatedly. */
  FLAPPING,
  /** Clients do not learn that groups were split, and list the pool meanwhile. */
  UNHEARD_SPLIT,
  /** An operator lowers the full ratios, so that OSDs count as nearly full or full for a while. */
  FULL_RATIOS,
  /** The session of a client is fenced while it has operations under way. */
  FENCE,
  /** A daemon starts again with another release, or an operator requires the newer one. */
  UPGRADE,
  /**
   * The wall clock of a daemon jumps; seeds have this in addition to the troubles that they draw.
   */
  WALL_JUMP;

  /** Name for people. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
