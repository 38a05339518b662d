package io.pando.cluster;

import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.release.Releases;
import io.pando.crush.CrushMap;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A mutable cluster map to which edits are applied. */
final class MapDraft {
  private final ClusterMap before;
  private final SortedMap<OsdId, OsdInfo> osds;
  private final SortedMap<PoolId, PoolInfo> pools;
  private final SortedMap<PgId, MemberList> overrides;
  private CrushMap crush;
  private SortedSet<ClusterFlag> flags;
  private List<MonitorInfo> monitors;
  private final List<LostStore> lostStores;
  private final SortedMap<PgId, Long> acceptedLosses;
  private Fullness fullness;
  private Releases releases;
  private final SortedMap<String, ErasureProfile> profiles;

  /**
   * Fences after the first edit of them; null before. Most edits leave them, and they may be many.
   */
  private @Nullable SortedMap<Long, Fence> fenced;

  private FileMap files;

  MapDraft(ClusterMap before) {
    this.before = before;
    this.osds = new TreeMap<>(before.osds());
    this.pools = new TreeMap<>(before.pools());
    this.overrides = new TreeMap<>(before.actingOverrides());
    this.crush = before.crush();
    this.flags = before.flags();
    this.monitors = before.monitors();
    this.lostStores = new ArrayList<>(before.losses().gone());
    this.acceptedLosses = new TreeMap<>(before.losses().acceptedLosses());
    this.fullness = before.fullness();
    this.releases = before.releases();
    this.profiles = new TreeMap<>(before.profiles());
    this.files = before.files();
  }

  void edit(Incremental.Edit edit) {
    switch (edit) {
      case Incremental.PutOsd put -> osds.put(put.osd().id(), put.osd());
      case Incremental.RemoveOsd remove -> {
        osds.remove(remove.osd());
        fullness = fullness.without(remove.osd());
        releases = releases.without(remove.osd().node());
      }
      case Incremental.PutPool put -> pools.put(put.pool().id(), put.pool());
      case Incremental.RemovePool remove -> {
        pools.remove(remove.pool());
        overrides.keySet().removeIf(group -> group.pool().equals(remove.pool()));
        acceptedLosses.keySet().removeIf(group -> group.pool().equals(remove.pool()));
      }
      case Incremental.PutCrush put -> crush = put.crush();
      case Incremental.OverrideActing override -> {
        if (override.acting().isEmpty()) {
          overrides.remove(override.group());
        } else {
          overrides.put(override.group(), override.acting());
        }
      }
      case Incremental.PutFlags put -> flags = put.flags();
      case Incremental.PutGone put -> {
        lostStores.removeIf(store -> store.identity().equals(put.store().identity()));
        lostStores.add(put.store());
      }
      case Incremental.RemoveGone remove ->
          lostStores.removeIf(store -> store.identity().equals(remove.identity()));
      case Incremental.AcceptLoss accept -> acceptedLosses.put(accept.group(), accept.until());
      case Incremental.PutMonitors put -> {
        monitors = put.monitors();
        releases = releases.withMonitors(monitors.stream().map(MonitorInfo::node).toList());
      }
      case Incremental.PutFullness put -> fullness = put.fullness();
      case Incremental.PutRelease put -> releases = releases.with(put.daemon(), put.release());
      case Incremental.RequireRelease require -> releases = releases.requiring(require.release());
      case Incremental.PutProfile put -> profiles.put(put.name(), put.profile());
      case Incremental.RemoveProfile remove -> profiles.remove(remove.name());
      case Incremental.PutFence put -> fences().put(put.session(), put.fence());
      case Incremental.RemoveFence remove -> fences().remove(remove.session());
      case Incremental.PutFileSystem put -> files = files.with(put.system());
      case Incremental.RemoveFileSystem remove -> files = files.without(remove.system());
      case Incremental.PutMds put -> files = files.with(put.daemon());
      case Incremental.RemoveMds remove -> files = files.without(remove.daemon());
    }
  }

  private SortedMap<Long, Fence> fences() {
    SortedMap<Long, Fence> all = fenced;
    if (all == null) {
      all = new TreeMap<>(before.fences().bySession());
      fenced = all;
    }
    return all;
  }

  ClusterMap finish(Incremental by) {
    return new ClusterMap(
        new ClusterMap.Stamp(before.cluster(), by.epoch(), by.modifiedMillis()),
        new ClusterMap.PlacementInput(osds, pools, crush, overrides),
        new ClusterMap.Operation(
            flags,
            releases,
            profiles,
            fenced == null ? before.fences() : new Fences(fenced),
            files),
        monitors,
        new ClusterMap.Losses(lostStores, acceptedLosses),
        fullness);
  }
}
