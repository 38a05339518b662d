package io.pando.cluster;

import io.pando.check.Invariant;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.release.Releases;
import io.pando.crush.CrushMap;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The cluster at one epoch: its OSDs, pools, CRUSH map, flags and monitors (paper 003 §6.2.2).
 * Immutable. All nodes that have the same epoch have the same map and compute the same placement
 * from it. {@link #apply} makes a newer one.
 *
 * @param stamp which map it is
 * @param placement the part from which placement is computed
 * @param operation how the cluster is operated
 * @param losses data that operators gave up
 * @param fullness how full OSDs are
 */
public record ClusterMap(
    Stamp stamp,
    PlacementInput placement,
    Operation operation,
    List<MonitorInfo> monitors,
    Losses losses,
    Fullness fullness) {
  /**
   * Which map it is.
   *
   * @param epoch number of the map, from 1; 0 means an empty map
   * @param modifiedMillis wall-clock time of the leading monitor when the map was made
   */
  public record Stamp(ClusterId cluster, long epoch, long modifiedMillis) {}

  /**
   * The part of a map from which {@link Placement} is computed.
   *
   * @param actingOverrides temporary acting sets, of groups whose acting set is not their up set
   */
  public record PlacementInput(
      SortedMap<OsdId, OsdInfo> osds,
      SortedMap<PoolId, PoolInfo> pools,
      CrushMap crush,
      SortedMap<PgId, MemberList> actingOverrides) {
    public PlacementInput {
      osds = Collections.unmodifiableSortedMap(new TreeMap<>(osds));
      pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
      actingOverrides = Collections.unmodifiableSortedMap(new TreeMap<>(actingOverrides));
    }
  }

  /**
   * How the cluster is operated.
   *
   * @param flags flags that operators set
   * @param releases releases that the daemons run and must run
   * @param profiles what erasure-coded pools are made from, by name
   * @param fences client sessions whose requests are refused
   * @param files file systems and their metadata servers
   */
  public record Operation(
      SortedSet<ClusterFlag> flags,
      Releases releases,
      SortedMap<String, ErasureProfile> profiles,
      Fences fences,
      FileMap files) {
    public Operation {
      flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
      profiles = Collections.unmodifiableSortedMap(new TreeMap<>(profiles));
    }

    /** Without a profile, a fence or a file system. */
    public Operation(SortedSet<ClusterFlag> flags, Releases releases) {
      this(flags, releases, new TreeMap<>(), Fences.NONE, FileMap.NONE);
    }
  }

  /**
   * Data that operators gave up.
   *
   * @param gone data of OSDs that were given up, oldest first, each identity once
   * @param acceptedLosses groups that operators let continue without data that were given up, each
   *     with the epoch up to which the loss is accepted
   */
  public record Losses(List<LostStore> gone, SortedMap<PgId, Long> acceptedLosses) {
    /** The value if no data were given up. */
    public static final Losses NONE = new Losses(List.of(), new TreeMap<>());

    public Losses {
      gone = List.copyOf(gone);
      acceptedLosses = Collections.unmodifiableSortedMap(new TreeMap<>(acceptedLosses));
    }
  }

  /** Copies the collections, so that callers cannot change them afterwards. */
  public ClusterMap {
    monitors = List.copyOf(monitors);
  }

  /** A map without an OSD that is nearly full, with the default ratios and no required release. */
  public ClusterMap(
      Stamp stamp,
      PlacementInput placement,
      SortedSet<ClusterFlag> flags,
      List<MonitorInfo> monitors,
      Losses losses) {
    this(stamp, placement, new Operation(flags, Releases.NONE), monitors, losses, Fullness.NONE);
  }

  /** The cluster's identity. */
  public ClusterId cluster() {
    return stamp.cluster();
  }

  /** Number of the map, from 1; 0 means an empty map. */
  public long epoch() {
    return stamp.epoch();
  }

  /** All OSDs. */
  public SortedMap<OsdId, OsdInfo> osds() {
    return placement.osds();
  }

  /** All pools, including removed ones that can be restored. */
  public SortedMap<PoolId, PoolInfo> pools() {
    return placement.pools();
  }

  /** The CRUSH map. */
  public CrushMap crush() {
    return placement.crush();
  }

  /** Flags that operators set. */
  public SortedSet<ClusterFlag> flags() {
    return operation.flags();
  }

  /** Releases that the daemons run and must run. */
  public Releases releases() {
    return operation.releases();
  }

  /** Release that a daemon ran when it last told; 0 if it never did. */
  public int releaseOf(NodeId daemon) {
    return daemon.role() == NodeId.Role.MDS
        ? files().daemon(daemon).map(MdsInfo::release).orElse(0)
        : releases().of(daemon);
  }

  /** What erasure-coded pools are made from, by name. */
  public SortedMap<String, ErasureProfile> profiles() {
    return operation.profiles();
  }

  /** Client sessions whose requests are refused. */
  public Fences fences() {
    return operation.fences();
  }

  /** File systems and their metadata servers. */
  public FileMap files() {
    return operation.files();
  }

  /** Temporary acting sets, of groups whose acting set is not their up set. */
  public SortedMap<PgId, MemberList> actingOverrides() {
    return placement.actingOverrides();
  }

  /** The map of the next epoch. */
  public ClusterMap apply(Incremental incremental) {
    Invariant.check(
        incremental.epoch() == epoch() + 1,
        () ->
            "incremental of epoch "
                + incremental.epoch()
                + " does not follow map of epoch "
                + epoch());
    MapDraft draft = new MapDraft(this);
    incremental.edits().forEach(draft::edit);
    return draft.finish(incremental);
  }

  /** The pool in use with the given name. */
  public Optional<PoolInfo> poolNamed(String name) {
    return livePools().stream().filter(pool -> pool.name().equals(name)).findFirst();
  }

  /** The pools in use, in the order of their ids. */
  public List<PoolInfo> livePools() {
    return pools().values().stream().filter(pool -> !pool.isRemoved()).toList();
  }

  /** The pool with the given id, if it is in use. */
  public Optional<PoolInfo> livePool(PoolId id) {
    return Optional.ofNullable(pools().get(id)).filter(pool -> !pool.isRemoved());
  }

  /** The pools that were removed and can be restored, in the order of their ids. */
  public List<PoolInfo> removedPools() {
    return pools().values().stream().filter(PoolInfo::isRemoved).toList();
  }

  /** Whether the OSD is in the map and up. */
  public boolean isUp(OsdId osd) {
    OsdInfo info = osds().get(osd);
    return info != null && info.up();
  }

  /** Whether a member of a group is full, so that updates that need space are refused. */
  public boolean isFull(GroupMapping mapping) {
    return !fullness.levels().isEmpty()
        && (mapping.acting().osds().stream().anyMatch(this::isFull)
            || mapping.up().osds().stream().anyMatch(this::isFull));
  }

  private boolean isFull(OsdId osd) {
    return fullness.hasReached(osd, FullnessLevel.FULL);
  }

  /** Whether the given incarnation of an OSD is up by this map. */
  public boolean isUp(OsdId osd, long nonce) {
    OsdInfo info = osds().get(osd);
    return info != null && info.up() && info.address() != null && info.address().nonce() == nonce;
  }

  /** The given-up data with the given identity, if there are such. */
  public Optional<LostStore> lostStores(UUID identity) {
    return losses.gone().stream().filter(store -> store.identity().equals(identity)).findFirst();
  }

  /** Newest epoch in which data of the OSD were given up; 0 if none were. */
  public long lostAt(OsdId osd) {
    return losses.gone().stream()
        .filter(store -> store.osd().equals(osd))
        .mapToLong(LostStore::goneAt)
        .max()
        .orElse(0);
  }

  /** Epoch up to which the loss of a group's data was accepted; -1 if no loss was accepted. */
  public long lossAcceptedUntil(PgId group) {
    return losses.acceptedLosses().getOrDefault(group, -1L);
  }
}
