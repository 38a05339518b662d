package io.pando.cluster;

import io.pando.check.Invariant;
import io.pando.crush.CrushMap;
import io.pando.id.ClusterId;
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
 * @param epoch number of the map, from 1; 0 means an empty map
 * @param modifiedMillis wall-clock time of the leading monitor when the map was made
 * @param actingOverrides temporary acting sets, of groups whose acting set is not their up set
 * @param gone data of OSDs that operators gave up, oldest first, each identity once
 * @param acceptedLosses groups that operators let continue without data that were given up, each
 *     with the epoch up to which the loss is accepted
 */
public record ClusterMap(
    ClusterId cluster,
    long epoch,
    long modifiedMillis,
    SortedMap<OsdId, OsdInfo> osds,
    SortedMap<PoolId, Pool> pools,
    CrushMap crush,
    SortedMap<PgId, List<OsdId>> actingOverrides,
    SortedSet<ClusterFlag> flags,
    List<MonitorInfo> monitors,
    List<GoneStore> gone,
    SortedMap<PgId, Long> acceptedLosses) {

  /** Copies the collections, so that callers cannot change them afterwards. */
  public ClusterMap {
    osds = Collections.unmodifiableSortedMap(new TreeMap<>(osds));
    pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
    actingOverrides = Collections.unmodifiableSortedMap(new TreeMap<>(actingOverrides));
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
    monitors = List.copyOf(monitors);
    gone = List.copyOf(gone);
    acceptedLosses = Collections.unmodifiableSortedMap(new TreeMap<>(acceptedLosses));
  }

  /** A map in which no data were given up. */
  public ClusterMap(
      ClusterId cluster,
      long epoch,
      long modifiedMillis,
      SortedMap<OsdId, OsdInfo> osds,
      SortedMap<PoolId, Pool> pools,
      CrushMap crush,
      SortedMap<PgId, List<OsdId>> actingOverrides,
      SortedSet<ClusterFlag> flags,
      List<MonitorInfo> monitors) {
    this(
        cluster,
        epoch,
        modifiedMillis,
        osds,
        pools,
        crush,
        actingOverrides,
        flags,
        monitors,
        List.of(),
        new TreeMap<>());
  }

  /** The map of the next epoch. */
  public ClusterMap apply(Incremental incremental) {
    Invariant.check(
        incremental.epoch() == epoch + 1,
        () ->
            "incremental of epoch "
                + incremental.epoch()
                + " does not follow map of epoch "
                + epoch);
    MapDraft draft = new MapDraft(this);
    incremental.edits().forEach(draft::edit);
    return draft.finish(incremental);
  }

  /** The pool in use with the given name. */
  public Optional<Pool> poolNamed(String name) {
    return livePools().stream().filter(pool -> pool.name().equals(name)).findFirst();
  }

  /** The pools in use, in the order of their ids. */
  public List<Pool> livePools() {
    return pools.values().stream().filter(pool -> !pool.isRemoved()).toList();
  }

  /** The pool with the given id, if it is in use. */
  public Optional<Pool> livePool(PoolId id) {
    return Optional.ofNullable(pools.get(id)).filter(pool -> !pool.isRemoved());
  }

  /** The pools that were removed and can be restored, in the order of their ids. */
  public List<Pool> removedPools() {
    return pools.values().stream().filter(Pool::isRemoved).toList();
  }

  /** Whether the OSD is in the map and up. */
  public boolean isUp(OsdId osd) {
    OsdInfo info = osds.get(osd);
    return info != null && info.up();
  }

  /** Whether the given incarnation of an OSD is up by this map. */
  public boolean isUp(OsdId osd, long nonce) {
    OsdInfo info = osds.get(osd);
    return info != null && info.up() && info.address() != null && info.address().nonce() == nonce;
  }

  /** The given-up data with the given identity, if there are such. */
  public Optional<GoneStore> gone(UUID identity) {
    return gone.stream().filter(store -> store.identity().equals(identity)).findFirst();
  }

  /** Newest epoch in which data of the OSD were given up; 0 if none were. */
  public long goneAt(OsdId osd) {
    return gone.stream()
        .filter(store -> store.osd().equals(osd))
        .mapToLong(GoneStore::goneAt)
        .max()
        .orElse(0);
  }

  /** Epoch up to which the loss of a group's data was accepted; -1 if no loss was accepted. */
  public long lossAcceptedUntil(PgId group) {
    return acceptedLosses.getOrDefault(group, -1L);
  }

  /** The monitor with the given node id. */
  public Optional<MonitorInfo> monitor(NodeId node) {
    return monitors.stream().filter(monitor -> monitor.node().equals(node)).findFirst();
  }
}
