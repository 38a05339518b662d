package io.pando.sim.run;

import java.util.Locale;

/** What goes wrong in a run, or what an operator does, by kind. */
public enum Trouble {
  /** One OSD is killed and starts again later. */
  CRASH,
  /** Several OSDs are killed at the same moment. */
  CRASH_SOME,
  /** All OSDs are killed at the same moment. */
  CRASH_ALL,
  /** An OSD falls behind the others, then is killed, with others or alone. */
  LAG_AND_CRASH,
  /** All OSDs of a group but one are killed one after the other, and come back in any order. */
  RELAY,
  /** The machine of an OSD loses power: nobody is told. */
  POWER_LOSS,
  /** An OSD is stopped for a while, as by SIGSTOP. */
  PAUSE,
  /** Connections of an OSD are reset. */
  RESET,
  /** Nothing gets from some nodes to others; the way back is open. */
  CUT,
  /** OSDs, and monitors, fall into parts that do not reach one another. */
  PARTITION,
  /** Some OSDs and half of the clients are cut off from everybody else. */
  ISOLATE,
  /** The same, and an operator marks these OSDs down. */
  DEPOSE,
  /** What an OSD sends takes long. */
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
  /** A disk takes no writes any more, until it is repaired. */
  FAILED_DISK,
  /** Some reads of a disk fail. */
  FAILING_READS,
  /** Bits flip on a disk. */
  BIT_FLIPS,
  /** A disk is lost, and replaced by an empty one. */
  LOST_DISK,
  /**
   * An OSD is cut off for less than a failure takes to be noticed, and the map goes on meanwhile.
   */
  MISSED_MAPS,
  /** An operator marks a living OSD down. */
  MARK_DOWN,
  /** An operator marks an OSD out, and in later. */
  OUT,
  /** An operator changes the reweight of an OSD. */
  REWEIGHT,
  /** An operator moves an OSD to another host. */
  MOVE,
  /** An operator changes how many replicas the pool has. */
  SIZE,
  /** An operator changes how the pool's updates are replicated. */
  REPLICATION,
  /** An operator changes how the pool's bytes are kept. */
  COMPRESSION,
  /** An operator changes how many groups the pool has. */
  GROUPS,
  /** An operator removes the pool, and restores it later. */
  REMOVED_POOL,
  /** A peer claims to be a daemon that it is not. */
  IMPOSTOR,
  /** An operator stops an OSD, and starts it again later. */
  STOP,
  /** An operator makes another pool, which clients use, and removes it. */
  OTHER_POOL,
  /** An OSD is killed and marked out, and stays dead until all trouble is over. */
  LEFT_DEAD,
  /** Several file systems below OSDs run full, and some of these OSDs are killed meanwhile. */
  NO_ROOM,
  /** The power of an OSD's machine fails while the store begins a segment of its log. */
  DARK_AT_SEGMENT,
  /** Bytes of an object go bad in all its copies. */
  RUINED_OBJECT,
  /** The only copies of another pool's groups are lost, and an operator accepts that. */
  ACCEPTED_LOSS,
  /** A connection is reset while a certain message of peering or recovery is under way. */
  CUT_SHORT,
  /** Groups are split and merged while an OSD is dead. */
  MISSED_MERGES,
  /** An operator holds recovery back, and an OSD comes and goes several times. */
  HELD_RECOVERY,
  /** An OSD reaches the monitors and no other OSD: it is marked down again and again. */
  FLAPPING,
  /** Clients do not hear that groups were split, and list the pool meanwhile. */
  UNHEARD_SPLIT,
  /** The wall clock of a daemon jumps; seeds have this beside what they draw. */
  WALL_JUMP;

  /** The name as people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
