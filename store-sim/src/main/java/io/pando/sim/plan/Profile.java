package io.pando.sim.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Profile of runs: the troubles that a seed may choose from, and the duration. */
public enum Profile {
  /** Everything that can go wrong. */
  DEFAULT("everything that can go wrong", 14),
  /** As {@link #DEFAULT}, but shorter. */
  QUICK("everything that can go wrong, for a short time", 6),
  /** Processes end and return. */
  CRASHES("processes are killed, lose power, are stopped", 14),
  /** Network faults. */
  NETWORK("the network breaks: resets, cuts, partitions, slow links, clocks", 14),
  /** Disk faults. */
  DISK("disks are slow, full, fail, lose bits or everything; OSDs crash", 14),
  /** Operators move data while OSDs crash. */
  MEMBERSHIP("operators change the placement of data while OSDs crash", 14),
  /** A new primary takes over, and clients still send requests to the old one. */
  TAKEOVER("primaries are cut off and replaced, while many clients read", 14),
  /** Replicas are filled while other OSDs fail. */
  REFILL("logs are very short, recovery takes long, and OSDs crash meanwhile", 14),
  /** OSDs end with updates that no other OSD has, and the group diverges from them. */
  DIVERGENCE("OSDs fall behind or stop with many updates under way, while others continue", 14),
  /** OSDs stay up and miss maps. */
  LAGGING("OSDs stay up and miss map updates that monitors do not send later", 14),
  /** Peers have a false identity, and pools are removed and restored. */
  STRANGERS("peers are not what they claim; the pool is removed and restored; OSDs crash", 14),
  /** Stores compress their data, and their disks have faults. */
  COMPRESSION("the pool's bytes are compressed; disks go wrong, OSDs crash", 14),
  /** OSDs are full by the map or by their disks, while data moves. */
  FULL("OSDs become full and have space again, while data moves and OSDs crash", 14),

  /** The last copies of objects are lost. */
  LOSSES("OSDs with the last copies of objects are lost, and operators end the losses", 14),
  /** Daemons of two releases. */
  UPGRADES("daemons are upgraded and downgraded one by one, while some crash", 14),
  /** Erasure-coded pools. */
  ERASURE("the pool is erasure-coded; OSDs, disks and the network fail", 14),
  /** Sessions of clients are fenced. */
  FENCES("sessions of clients are fenced while they write, and OSDs fail meanwhile", 7),
  /** File systems: metadata servers and their clients fail. */
  FILES("metadata servers, their clients, OSDs and the network fail, while files are used", 7),
  /** Each seed draws the troubles, settings and operations of its run. */
  SWARM("each seed has its own selection of all troubles, settings and operations", 12),
  /** No troubles. */
  CALM("nothing goes wrong", 10);

  /** Troubles that seeds use only in addition, or in a profile of their own. */
  private static final List<Trouble> BY_NAME_ALONE =
      List.of(
          Trouble.WALL_JUMP,
          Trouble.COMPRESSION,
          Trouble.MISSED_MAPS,
          Trouble.REMOVED_POOL,
          Trouble.IMPOSTOR,
          Trouble.STOP,
          Trouble.OTHER_POOL,
          Trouble.LEFT_DEAD,
          Trouble.NO_ROOM,
          Trouble.DARK_AT_SEGMENT,
          Trouble.RUINED_OBJECT,
          Trouble.ACCEPTED_LOSS,
          Trouble.LOST_FOR_GOOD,
          Trouble.CUT_SHORT,
          Trouble.MISSED_MERGES,
          Trouble.HELD_RECOVERY,
          Trouble.FLAPPING,
          Trouble.UNHEARD_SPLIT,
          Trouble.FULL_RATIOS,
          Trouble.UPGRADE,
          Trouble.FENCE);

  private static final List<Trouble> CRASHES_TROUBLES =
      List.of(
          Trouble.CRASH,
          Trouble.CRASH_SOME,
          Trouble.CRASH_ALL,
          Trouble.LAG_AND_CRASH,
          Trouble.RELAY,
          Trouble.POWER_LOSS,
          Trouble.PAUSE,
          Trouble.MONITOR_CRASH);
  private static final List<Trouble> NETWORK_TROUBLES =
      List.of(
          Trouble.RESET,
          Trouble.CUT,
          Trouble.PARTITION,
          Trouble.ISOLATE,
          Trouble.DEPOSE,
          Trouble.SLOW_LINKS,
          Trouble.PAUSE,
          Trouble.DRIFT,
          Trouble.MONITOR_CUT,
          Trouble.MARK_DOWN);
  private static final List<Trouble> DISK_TROUBLES =
      List.of(
          Trouble.CRASH,
          Trouble.CRASH_SOME,
          Trouble.POWER_LOSS,
          Trouble.SLOW_DISK,
          Trouble.FULL_DISK,
          Trouble.FAILED_DISK,
          Trouble.FAILING_READS,
          Trouble.BIT_FLIPS,
          Trouble.LOST_DISK);
  private static final List<Trouble> MEMBERSHIP_TROUBLES =
      List.of(
          Trouble.CRASH,
          Trouble.LAG_AND_CRASH,
          Trouble.MARK_DOWN,
          Trouble.OUT,
          Trouble.REWEIGHT,
          Trouble.MOVE,
          Trouble.SIZE,
          Trouble.REPLICATION,
          Trouble.GROUPS);
  private static final List<Trouble> TAKEOVER_TROUBLES =
      List.of(
          Trouble.DEPOSE,
          Trouble.ISOLATE,
          Trouble.PARTITION,
          Trouble.LAG_AND_CRASH,
          Trouble.CUT,
          Trouble.SLOW_LINKS,
          Trouble.PAUSE,
          Trouble.CRASH,
          Trouble.RELAY,
          Trouble.MARK_DOWN);
  private static final List<Trouble> REFILL_TROUBLES =
      List.of(
          Trouble.CRASH,
          Trouble.CRASH_SOME,
          Trouble.CRASH_ALL,
          Trouble.LAG_AND_CRASH,
          Trouble.RELAY,
          Trouble.POWER_LOSS,
          Trouble.MARK_DOWN,
          Trouble.OUT,
          Trouble.REWEIGHT,
          Trouble.MOVE);
  private static final List<Trouble> DIVERGENCE_TROUBLES =
      List.of(
          Trouble.LAG_AND_CRASH,
          Trouble.CRASH_SOME,
          Trouble.CRASH_ALL,
          Trouble.RESET,
          Trouble.SLOW_LINKS);

  private static final List<Trouble> LAGGING_TROUBLES =
      List.of(
          Trouble.MISSED_MAPS,
          Trouble.PAUSE,
          Trouble.ISOLATE,
          Trouble.MONITOR_CUT,
          Trouble.MONITOR_CRASH,
          Trouble.CRASH,
          Trouble.LAG_AND_CRASH,
          Trouble.POWER_LOSS,
          Trouble.OUT,
          Trouble.MARK_DOWN);

  private static final List<Trouble> STRANGERS_TROUBLES =
      List.of(
          Trouble.REMOVED_POOL,
          Trouble.IMPOSTOR,
          Trouble.CRASH,
          Trouble.CRASH_SOME,
          Trouble.LAG_AND_CRASH,
          Trouble.POWER_LOSS,
          Trouble.PAUSE,
          Trouble.MONITOR_CRASH,
          Trouble.OUT,
          Trouble.MOVE,
          Trouble.MARK_DOWN);

  private static final List<Trouble> COMPRESSION_TROUBLES =
      List.of(
          Trouble.COMPRESSION,
          Trouble.CRASH,
          Trouble.CRASH_SOME,
          Trouble.POWER_LOSS,
          Trouble.FULL_DISK,
          Trouble.FAILED_DISK,
          Trouble.FAILING_READS,
          Trouble.BIT_FLIPS,
          Trouble.LOST_DISK,
          Trouble.MOVE,
          Trouble.GROUPS);

  private static final List<Trouble> FULL_TROUBLES =
      List.of(
          Trouble.FULL_RATIOS,
          Trouble.FULL_DISK,
          Trouble.NO_ROOM,
          Trouble.CRASH,
          Trouble.LAG_AND_CRASH,
          Trouble.MONITOR_CRASH,
          Trouble.OUT,
          Trouble.MOVE,
          Trouble.GROUPS,
          Trouble.REMOVED_POOL);

  private static final List<Trouble> LOSSES_TROUBLES =
      List.of(
          Trouble.LOST_FOR_GOOD,
          Trouble.CRASH,
          Trouble.LAG_AND_CRASH,
          Trouble.RESET,
          Trouble.MARK_DOWN,
          Trouble.MONITOR_CRASH);

  private static final List<Trouble> UPGRADES_TROUBLES =
      List.of(
          Trouble.UPGRADE,
          Trouble.CRASH,
          Trouble.POWER_LOSS,
          Trouble.MARK_DOWN,
          Trouble.MONITOR_CRASH,
          Trouble.MONITOR_CUT,
          Trouble.OUT);

  private static final List<Trouble> FENCES_TROUBLES =
      List.of(
          Trouble.FENCE,
          Trouble.CRASH,
          Trouble.CRASH_ALL,
          Trouble.LAG_AND_CRASH,
          Trouble.PAUSE,
          Trouble.RESET,
          Trouble.CUT,
          Trouble.ISOLATE,
          Trouble.DEPOSE,
          Trouble.SLOW_LINKS,
          Trouble.SLOW_DISK,
          Trouble.MONITOR_CRASH,
          Trouble.MARK_DOWN);

  private static final List<Trouble> ERASURE_TROUBLES =
      List.of(
          Trouble.CRASH,
          Trouble.CRASH_SOME,
          Trouble.CRASH_ALL,
          Trouble.LAG_AND_CRASH,
          Trouble.RELAY,
          Trouble.POWER_LOSS,
          Trouble.PAUSE,
          Trouble.MONITOR_CRASH,
          Trouble.RESET,
          Trouble.CUT,
          Trouble.PARTITION,
          Trouble.ISOLATE,
          Trouble.DEPOSE,
          Trouble.SLOW_LINKS,
          Trouble.MONITOR_CUT,
          Trouble.MISSED_MAPS,
          Trouble.CUT_SHORT,
          Trouble.STOP,
          Trouble.HELD_RECOVERY,
          Trouble.SLOW_DISK,
          Trouble.FULL_DISK,
          Trouble.FAILED_DISK,
          Trouble.FAILING_READS,
          Trouble.BIT_FLIPS,
          Trouble.LOST_DISK,
          Trouble.MARK_DOWN,
          Trouble.OUT,
          Trouble.REWEIGHT,
          Trouble.MOVE);

  /**
   * Troubles that a profile of its own has, and no selection of all troubles: recorded seeds keep
   * their meaning.
   */
  private static final List<Trouble> NOT_IN_SWARM =
      List.of(
          Trouble.WALL_JUMP,
          Trouble.FULL_RATIOS,
          Trouble.LOST_FOR_GOOD,
          Trouble.UPGRADE,
          Trouble.FENCE);

  private final String sentence;
  private final int seconds;

  Profile(String sentence, int seconds) {
    this.sentence = sentence;
    this.seconds = seconds;
  }

  /** Name for people. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label();
  }

  /** Description for people. */
  public String sentence() {
    return sentence;
  }

  /** Troubles that seeds draw from, in a fixed order. */
  List<Trouble> troubles() {
    return switch (this) {
      case DEFAULT, QUICK ->
          Arrays.stream(Trouble.values()).filter(it -> !BY_NAME_ALONE.contains(it)).toList();
      case CRASHES -> CRASHES_TROUBLES;
      case NETWORK -> NETWORK_TROUBLES;
      case DISK -> DISK_TROUBLES;
      case MEMBERSHIP -> MEMBERSHIP_TROUBLES;
      case TAKEOVER -> TAKEOVER_TROUBLES;
      case REFILL -> REFILL_TROUBLES;
      case DIVERGENCE -> DIVERGENCE_TROUBLES;
      case LAGGING -> LAGGING_TROUBLES;
      case STRANGERS -> STRANGERS_TROUBLES;
      case COMPRESSION -> COMPRESSION_TROUBLES;
      case FULL -> FULL_TROUBLES;
      case LOSSES -> LOSSES_TROUBLES;
      case UPGRADES -> UPGRADES_TROUBLES;
      case ERASURE -> ERASURE_TROUBLES;
      case FENCES -> FENCES_TROUBLES;
      case SWARM ->
          Arrays.stream(Trouble.values()).filter(it -> !NOT_IN_SWARM.contains(it)).toList();
      // They have troubles of their own.
      case FILES, CALM -> List.of();
    };
  }

  /** Whether some seeds have an erasure-coded pool, and those of its troubles that suit it. */
  boolean mayHaveCodes() {
    return switch (this) {
      case DEFAULT,
          QUICK,
          CRASHES,
          NETWORK,
          DISK,
          TAKEOVER,
          REFILL,
          DIVERGENCE,
          LAGGING,
          STRANGERS,
          FENCES,
          SWARM ->
          true;
      case MEMBERSHIP, COMPRESSION, FULL, LOSSES, UPGRADES, ERASURE, FILES, CALM -> false;
    };
  }

  /** One seed in this many has a strain of the profile. */
  int oneIn(Strain strain) {
    return switch (this) {
      case SWARM, ERASURE -> strain == Strain.SMALL_LIMITS ? 2 : 4;
      // An object that is always busy is never read before an update.
      case FENCES -> strain == Strain.CROWD ? 2 : 1;
      default -> 1;
    };
  }

  /** Additional strains of the runs. */
  List<Strain> strains() {
    return switch (this) {
      case TAKEOVER -> List.of(Strain.READERS, Strain.OTHER_LEASES);
      case REFILL ->
          List.of(
              Strain.FORGETFUL_MONITORS,
              Strain.SHORT_LOGS,
              Strain.MANY_OBJECTS,
              Strain.SLOW_RECOVERY,
              Strain.SLOW_DISKS);
      case DIVERGENCE ->
          List.of(Strain.CROWD, Strain.FEW_REPLICAS, Strain.UNEQUAL_LOGS, Strain.SLOW_DISKS);
      case LAGGING -> List.of(Strain.FORGETFUL_MONITORS, Strain.FEW_REPLICAS, Strain.CROWD);
      case COMPRESSION -> List.of(Strain.COMPRESSED);
      case FULL -> List.of(Strain.SHORT_LOGS, Strain.MANY_OBJECTS);
      case FENCES -> List.of(Strain.CROWD, Strain.SLOW_DISKS, Strain.PIPELINES);
      case ERASURE ->
          List.of(
              Strain.READERS,
              Strain.OTHER_LEASES,
              Strain.SHORT_LOGS,
              Strain.FORGETFUL_MONITORS,
              Strain.UNEQUAL_LOGS,
              Strain.MANY_OBJECTS,
              Strain.SLOW_RECOVERY,
              Strain.SLOW_DISKS,
              Strain.SMALL_LIMITS,
              Strain.PIPELINES,
              Strain.CRASHES_AT_WRITES,
              Strain.EXTREMES,
              Strain.LOW_BOUNDS);
      case SWARM -> List.of(Strain.values());
      default -> List.of();
    };
  }

  /** Whether wall clocks may jump in addition. */
  public boolean mayJump() {
    return switch (this) {
      case DEFAULT, QUICK, NETWORK, SWARM -> true;
      case CRASHES,
          DISK,
          MEMBERSHIP,
          TAKEOVER,
          REFILL,
          DIVERGENCE,
          LAGGING,
          STRANGERS,
          COMPRESSION,
          FULL,
          LOSSES,
          UPGRADES,
          ERASURE,
          FENCES,
          FILES,
          CALM ->
          false;
    };
  }

  /** Duration of the troubles in virtual seconds, approximately. */
  int seconds() {
    return seconds;
  }
}
