package io.pando.cluster;

import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankState;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.OsdFullness;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.cluster.release.Release;
import io.pando.id.Address;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A requested change of the cluster map. The monitors' rules accept it and produce an incremental,
 * or reject it with a reason. Applying the same change twice in a row is harmless.
 */
public sealed interface Change {
  /** A change of the file-system map. */
  sealed interface OfFiles extends Change {}

  // By daemons

  /**
   * Marks an incarnation of an OSD up.
   *
   * @param since epoch in which the incarnation must have been marked up, at the earliest. If it
   *     was marked up before, it is marked down and up again: it missed epochs and cannot tell
   *     which intervals passed
   * @param release number of the release that the incarnation runs; 0 if it does not tell
   */
  record Boot(OsdId osd, UUID identity, Address address, int shards, long since, int release)
      implements Change {
    /** A boot by this build. */
    public Boot(OsdId osd, UUID identity, Address address, int shards, long since) {
      this(osd, identity, address, shards, since, Release.current().number());
    }
  }

  /** Marks an OSD down at once because it shuts down. */
  record Stop(OsdId osd, long nonce) implements Change {}

  /**
   * A report that an OSD sends no heartbeats.
   *
   * @param reporter OSD that makes the report
   * @param nonce incarnation that failed
   * @param silentMillis time since its last heartbeat, in milliseconds
   * @param refused whether the failed OSD refuses connections
   */
  record ReportFailure(OsdId reporter, OsdId failed, long nonce, long silentMillis, boolean refused)
      implements Change {}

  /** Withdraws a failure report: the reporter receives heartbeats again. */
  record WithdrawFailure(OsdId reporter, OsdId failed, long nonce) implements Change {}

  /**
   * Raises the up_thru of a primary that is about to activate a group: the map must first prove
   * that the primary was up then.
   */
  record RaiseUpThru(OsdId osd, long nonce, long epoch) implements Change {}

  /** Sets a temporary acting set, at the request of a primary; an empty list ends it. */
  record OverrideActing(OsdId requester, PgId group, MemberList acting) implements Change {}

  /**
   * Adds a metadata server that has started.
   *
   * @param prefers name of the file system whose ranks it takes first; empty for any
   * @param release number of the release that it runs
   */
  record BootMds(MdsIncarnation incarnation, Address address, String prefers, int release)
      implements OfFiles {}

  /** The holder of a rank steps to the next state. */
  record StepRank(MdsIncarnation daemon, RankState next) implements OfFiles {}

  /**
   * The holder of a rank has found damage, and gives the rank up.
   *
   * @param what what is damaged, and where; cut off behind 500 characters
   */
  record DamageRank(MdsIncarnation daemon, String what) implements OfFiles {}

  /**
   * Removes metadata servers. Those that hold a rank are fenced, and their ranks go to others.
   * Requested by operators, by a server that shuts down, and by the leading monitor for servers
   * that sent no beacon for too long.
   *
   * @param reason short text for people
   */
  record FailMds(List<MdsIncarnation> daemons, String reason) implements OfFiles {
    public FailMds {
      daemons = List.copyOf(daemons);
    }
  }

  // By the passing of time, proposed by the leading monitor

  /** Marks OSDs down that sent no beacon for too long. */
  record MarkSilent(List<OsdId> osds) implements Change {}

  /**
   * Applies the passing of time: marks OSDs out that were down for too long, and drops old failure
   * reports.
   */
  record Tick() implements Change {}

  /**
   * One step of changing a pool's number of groups towards its target.
   *
   * @param since {@link GroupCounts.Steps#steppedEpoch} from which the step was computed; if it
   *     differs from the pool's, another step was applied first
   * @param quiet for a merge, the reports of the primaries of all groups concerned; otherwise empty
   */
  record StepGroups(PoolId pool, long since, GroupStep step, List<QuietGroup> quiet)
      implements Change {
    public StepGroups {
      quiet = List.copyOf(quiet);
    }
  }

  /**
   * Records which OSDs are nearly full or full, by the leading monitor's statistics.
   *
   * @param osds all OSDs that have a level; the others have none
   */
  record MarkFullness(List<OsdFullness> osds) implements Change {
    public MarkFullness {
      osds = List.copyOf(osds);
    }
  }

  /**
   * Records which pools have reached their quotas, by the leading monitor's statistics.
   *
   * @param pools all pools that have; the others have not
   */
  record MarkFullPools(List<PoolId> pools) implements Change {
    public MarkFullPools {
      pools = List.copyOf(pools);
    }
  }

  /**
   * A group that takes no updates and whose replicas are all equal and durable.
   *
   * @param epoch epoch of the map by which its primary took no updates
   * @param version newest version, the same on all replicas
   * @param acting acting set of the group
   */
  record QuietGroup(PgId group, long epoch, Version version, MemberList acting) {}

  // By operators

  /**
   * Creates an OSD with the given number, or with the lowest free one.
   *
   * @param identity identity of its data directory, if given-up data are to be accepted again
   */
  record CreateOsd(@Nullable OsdId osd, @Nullable UUID identity) implements Change {}

  /**
   * Removes an OSD that is down, from the map and from CRUSH.
   *
   * @param force whether to remove the OSD even if it may hold the only copy of some data
   */
  record PurgeOsd(OsdId osd, boolean force) implements Change {}

  /**
   * Gives up the data of an OSD that is down. The OSD keeps its number and its place in CRUSH. It
   * boots next with an empty store that has another identity.
   *
   * @param force whether to give up the data even if they may be the only copy of something
   */
  record ReplaceOsd(OsdId osd, boolean force) implements Change {}

  /**
   * Declares that the data of an OSD that is down will not return. The OSD keeps its number, and is
   * marked out as any other OSD that is down.
   */
  record DeclareLost(OsdId osd) implements Change {}

  /**
   * Lets groups continue without the data that were given up so far.
   *
   * @param groups groups concerned, at most {@link #MAX_GROUPS}
   * @param incomplete whether they also continue if no replica is whole although no data were given
   *     up
   */
  record AcceptLoss(List<PgId> groups, boolean incomplete) implements Change {
    /** Maximum number of groups in one change. */
    public static final int MAX_GROUPS = 1_000;

    /** Accepts the loss of data that were given up. */
    public AcceptLoss(List<PgId> groups) {
      this(groups, false);
    }

    public AcceptLoss {
      groups = List.copyOf(groups);
    }
  }

  /** Marks OSDs down. */
  record MarkDown(List<OsdId> osds) implements Change {}

  /** Marks OSDs out. */
  record MarkOut(List<OsdId> osds) implements Change {}

  /** Marks OSDs in. */
  record MarkIn(List<OsdId> osds) implements Change {}

  /** Sets the reweight of an OSD: 16.16 fixed point, 0 to 0x10000. */
  record Reweight(OsdId osd, int weight) implements Change {}

  /**
   * Creates a pool. A null rule means the first replicated rule.
   *
   * @param groupCount number of placement groups; 0 means the default
   * @param ruleName name of a CRUSH rule
   */
  record CreatePool(
      String name,
      int groupCount,
      Sizes sizes,
      @Nullable String ruleName,
      Replication replication,
      Compression compression)
      implements Change {
    /** Numbers of replicas; the value 0 means the default. */
    public record Sizes(int size, int minSize) {}

    /** A change that creates a pool without compression. */
    public CreatePool(
        String name,
        int groupCount,
        int size,
        int minSize,
        @Nullable String ruleName,
        Replication replication) {
      this(name, groupCount, new Sizes(size, minSize), ruleName, replication, Compression.NONE);
    }

    /** A change that creates a pool with primary replication and without compression. */
    public CreatePool(
        String name, int groupCount, int size, int minSize, @Nullable String ruleName) {
      this(name, groupCount, size, minSize, ruleName, Replication.PRIMARY);
    }
  }

  /**
   * Creates an erasure-coded pool, whose size is the number of positions of its code.
   *
   * @param groupCount number of placement groups; 0 means the default
   * @param minSize positions that must have whole copies for reads and writes; 0 means one more
   *     than always decode, or as many if the loss of only one position can be decoded
   * @param erasure name of a profile, or k and m as {@code 4+2}
   * @param ruleName name of a CRUSH rule of {@code indep} steps; null makes the rule that the
   *     profile describes
   * @param options its other settings
   */
  record CreateErasurePool(
      String name,
      int groupCount,
      int minSize,
      String erasure,
      @Nullable String ruleName,
      Options options)
      implements Change {
    /**
     * Settings that can also be changed later.
     *
     * @param fastRead whether reads ask all fragments and take the first that suffice
     */
    public record Options(Compression compression, boolean fastRead) {}

    /** Without fast reads. */
    public CreateErasurePool(
        String name,
        int groupCount,
        int minSize,
        String erasure,
        @Nullable String ruleName,
        Compression compression) {
      this(name, groupCount, minSize, erasure, ruleName, new Options(compression, false));
    }

    /** With the default number of groups, min_size and rule, and without compression. */
    public CreateErasurePool(String name, int groupCount, String erasure) {
      this(name, groupCount, 0, erasure, null, Compression.NONE);
    }
  }

  /**
   * Sets a profile, which {@link CreateErasurePool} may name; one that pools have stays as it is.
   */
  record SetProfile(String name, ErasureProfile profile) implements Change {}

  /** Removes a profile from which no pool was made. */
  record RemoveProfile(String name) implements Change {}

  /**
   * Removes a pool and all its objects. The pool can be restored until a grace period, set at the
   * monitors, is over; then its data are deleted. The name is given twice to guard against
   * mistakes.
   */
  record DeletePool(String name, String confirmation) implements Change {}

  /**
   * Undoes the removal of a pool. If several removed pools had the name, the one removed last is
   * restored.
   *
   * @param name the removed pool's name
   * @param newName its name after the change
   */
  record RestorePool(String name, String newName) implements Change {}

  /** Deletes the data of a removed pool now; it cannot be restored any more. */
  record PurgePool(PoolId pool) implements Change {}

  /**
   * Sets one setting of a pool: size, min_size, crush_rule, nodelete, replication, compression,
   * fast_read.
   */
  record SetPool(String name, String key, String value) implements Change {}

  /**
   * Sets one of the limits of a pool; 0 removes it.
   *
   * @param force whether to set it even if the pool has reached it already
   */
  record SetQuota(String name, PoolQuota.Limit limit, long value, boolean force)
      implements Change {}

  /** Renames a pool. */
  record RenamePool(String name, String newName) implements Change {}

  /**
   * Fences a client session: OSDs refuse its requests from the map of this change on. A fence that
   * lasts longer already stays as it is.
   *
   * @param session number of the session, as in its request ids; not 0
   * @param lifeMillis time for which the fence is kept; 0 means the default of the rules
   * @param reason short text for people; may be empty
   */
  record AddFence(long session, long lifeMillis, String reason) implements Change {}

  /** Ends the fence of a client session before its time. */
  record RemoveFence(long session) implements Change {}

  /**
   * Makes a file system from pools that no other one uses.
   *
   * @param dataPools names of the pools of file contents; the first is the default
   */
  record CreateFileSystem(String name, String metadataPool, List<String> dataPools)
      implements OfFiles {
    public CreateFileSystem {
      dataPools = List.copyOf(dataPools);
    }
  }

  /** Sets one setting of a file system: standby_replay, joinable, standbys_wanted, max_ranks. */
  record SetFileSystem(String name, String key, String value) implements OfFiles {}

  /**
   * Removes a file system; its pools stay. The name is given twice to guard against mistakes.
   *
   * @param force whether to remove it even if it is served
   */
  record RemoveFileSystem(String name, String confirmation, boolean force) implements OfFiles {}

  /** Adds a data pool to a file system. */
  record AddDataPool(String name, String pool) implements OfFiles {}

  /** Removes a data pool, which is not the default, from a file system. */
  record RemoveDataPool(String name, String pool) implements OfFiles {}

  /** Lets a daemon take a rank whose damage was repaired. */
  record RepairRank(String system, int rank) implements OfFiles {}

  /** Sets or clears a flag. */
  record SetFlag(ClusterFlag flag, boolean on) implements Change {}

  /**
   * Requires that all daemons run at least the release with the given number. Older ones cannot
   * come up again. Never taken back.
   */
  record RequireRelease(int release) implements Change {}

  /** Sets one of the ratios that decide when OSDs are full: thousandths of a capacity. */
  record SetFullRatio(FullRatio ratio, int thousandths) implements Change {}

  /** Replaces the CRUSH map by one in text form. */
  record SetCrush(String text) implements Change {}

  /**
   * Adds an item to CRUSH or moves it: a device ({@code osd.N}) or a bucket.
   *
   * @param weight 16.16 fixed point; null keeps the weight, or is 1.0 for a new device
   * @param location {@code type=name} pairs; missing buckets are made
   */
  record PlaceInCrush(String item, @Nullable Integer weight, List<String> location)
      implements Change {}

  /** Sets the CRUSH weight of a device: 16.16 fixed point. */
  record ReweightInCrush(String item, int weight) implements Change {}

  /** Removes an item from CRUSH; a bucket must be empty. */
  record RemoveFromCrush(String item) implements Change {}

  /** Adds an empty bucket to CRUSH. */
  record AddBucket(String name, String type) implements Change {}

  /** Sets the class of devices; an empty name clears it. */
  record SetDeviceClass(List<OsdId> osds, String deviceClass) implements Change {}

  /** Creates a replicated rule. */
  record CreateRule(String name, String root, String failureDomain, @Nullable String deviceClass)
      implements Change {}

  /** Removes a rule that no pool uses. */
  record RemoveRule(String name) implements Change {}

  /**
   * Mutes a health check: it does not count for the cluster's health until the mute ends.
   *
   * @param lifeMillis time after which the mute ends; 0 for no such time
   * @param sticky whether the mute stays when the check gets worse or clears
   * @param count number of items that the check concerned when the operator looked; 0 if it was not
   *     raised
   */
  record MuteHealth(String code, long lifeMillis, boolean sticky, long count) implements Change {}

  /** Ends the mute of a health check. */
  record UnmuteHealth(String code) implements Change {}

  // Of monitors

  /**
   * Adds a monitor. It takes part as soon as its daemon runs and has copied the state of the
   * others.
   */
  record AddMonitor(NodeId monitor, String host, int port, int raftPort) implements Change {}

  /** Removes a monitor. */
  record RemoveMonitor(NodeId monitor) implements Change {}

  /** Gives a monitor another address, at which it begins with an empty folder. */
  record MoveMonitor(NodeId monitor, String host, int port, int raftPort) implements Change {}

  /**
   * A monitor whose folder is empty begins a new life. Only the monitor itself requests that.
   *
   * @param life its life in the map that it knows; if the map has another, the change is rejected
   */
  record RejoinMonitor(NodeId monitor, long life) implements Change {}

  /** A monitor tells the number of the release that it runs. Only the monitor itself does that. */
  record TellRelease(NodeId monitor, int release) implements Change {}
}
