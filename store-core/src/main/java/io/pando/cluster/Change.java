package io.pando.cluster;

import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants changed in the cluster map. The monitors' rules accept it, with the
 * incremental that follows, or reject it with a reason. Applying one twice in a row is harmless.
 */
public sealed interface Change {
  // By daemons

  /**
   * An incarnation of an OSD is to be marked up.
   *
   * @param since the incarnation must have been marked up in this epoch or a later one; if it was
   *     marked up earlier it goes down and comes up again, since it missed steps of the map and
   *     cannot tell which intervals passed
   */
  record Boot(OsdId osd, UUID identity, Address address, int shards, long since)
      implements Change {}

  /** An OSD stops of its own accord; it is to be marked down at once. */
  record Stop(OsdId osd, long nonce) implements Change {}

  /**
   * An OSD was not heard.
   *
   * @param reporter who did not hear it
   * @param nonce incarnation that was not heard
   * @param silentMillis for how long
   * @param refused whether it refuses connections
   */
  record ReportFailure(OsdId reporter, OsdId failed, long nonce, long silentMillis, boolean refused)
      implements Change {}

  /** The reporter hears it again. */
  record WithdrawFailure(OsdId reporter, OsdId failed, long nonce) implements Change {}

  /**
   * A primary is about to activate a group: the map must first prove that it was up then (up_thru).
   */
  record RaiseUpThru(OsdId osd, long nonce, long epoch) implements Change {}

  /** A primary wants another acting set for a while; an empty list ends that. */
  record OverrideActing(OsdId requester, PgId group, List<OsdId> acting) implements Change {}

  // By the passing of time, proposed by the leading monitor

  /** OSDs that sent no beacon for too long are down. */
  record MarkSilent(List<OsdId> osds) implements Change {}

  /** Time has passed: OSDs that were down for too long go out, old failure reports lapse. */
  record Tick() implements Change {}

  /**
   * A step on the way of a pool to the number of groups it is to have.
   *
   * @param since {@link GroupCounts#steppedEpoch} that it was worked out from; another step was
   *     quicker if it differs
   * @param quiet for a merge: what the primaries of all groups concerned told; else empty
   */
  record StepGroups(PoolId pool, long since, GroupStep step, List<QuietGroup> quiet)
      implements Change {
    public StepGroups {
      quiet = List.copyOf(quiet);
    }
  }

  /**
   * A group that takes no updates, and all whose replicas are equal and durable.
   *
   * @param epoch of the map by which its primary took none
   * @param version newest of all replicas
   * @param acting who serves it
   */
  record QuietGroup(PgId group, long epoch, Version version, List<OsdId> acting) {
    public QuietGroup {
      acting = List.copyOf(acting);
    }
  }

  // By operators

  /**
   * Makes an OSD: with the given number, or the lowest free one.
   *
   * @param identity of its data directory, if they are to be let in again after they were given up
   */
  record CreateOsd(@Nullable OsdId osd, @Nullable UUID identity) implements Change {}

  /**
   * Removes an OSD that is down, from the map and from CRUSH.
   *
   * @param force even if it may hold the only copy of something
   */
  record PurgeOsd(OsdId osd, boolean force) implements Change {}

  /**
   * Gives up the data of an OSD that is down. The OSD keeps its number and its place in CRUSH, and
   * boots next with an empty store of another identity.
   *
   * @param force even if it may hold the only copy of something
   */
  record ReplaceOsd(OsdId osd, boolean force) implements Change {}

  /**
   * Groups go on without the data that were given up so far.
   *
   * @param groups at most {@link #MAX_GROUPS}
   */
  record AcceptLoss(List<PgId> groups) implements Change {
    /** Groups of one change at most. */
    public static final int MAX_GROUPS = 1_000;

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
   * Makes a pool. A value of 0 takes the default; a null rule the first replicated one.
   *
   * @param ruleName of CRUSH
   */
  record CreatePool(
      String name,
      int groupCount,
      int size,
      int minSize,
      @Nullable String ruleName,
      Replication replication,
      Compression compression)
      implements Change {
    /** A pool that compresses nothing. */
    public CreatePool(
        String name,
        int groupCount,
        int size,
        int minSize,
        @Nullable String ruleName,
        Replication replication) {
      this(name, groupCount, size, minSize, ruleName, replication, Compression.NONE);
    }

    /** A pool whose primaries replicate, and that compresses nothing. */
    public CreatePool(
        String name, int groupCount, int size, int minSize, @Nullable String ruleName) {
      this(name, groupCount, size, minSize, ruleName, Replication.PRIMARY);
    }
  }

  /**
   * Removes a pool with all that is in it. It can be restored until the grace of the monitors'
   * settings has passed; then its data are deleted. The name is given twice, so that no slip of the
   * hand does it.
   */
  record DeletePool(String name, String confirmation) implements Change {}

  /**
   * Undoes the removal of a pool: of several of that name, the one that was removed last.
   *
   * @param name that it had
   * @param newName that it gets
   */
  record RestorePool(String name, String newName) implements Change {}

  /** Deletes the data of a removed pool now; it cannot be restored any more. */
  record PurgePool(PoolId pool) implements Change {}

  /** Sets one setting of a pool: size, min_size, crush_rule, nodelete, replication, compression. */
  record SetPool(String name, String key, String value) implements Change {}

  /** Renames a pool. */
  record RenamePool(String name, String newName) implements Change {}

  /** Sets or clears a flag. */
  record SetFlag(ClusterFlag flag, boolean on) implements Change {}

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

  /** Makes a replicated rule. */
  record CreateRule(String name, String root, String failureDomain, @Nullable String deviceClass)
      implements Change {}
}
