package io.pando.mon.events;

import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.mon.state.MonitorState;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The OSDs, pools and fences that one change of the map concerns. */
final class MapDifference {
  private final MonitorState before;
  private final MonitorState after;
  private final SortedSet<OsdId> osds = new TreeSet<>();
  private final SortedSet<PoolId> pools = new TreeSet<>();
  private final SortedSet<Long> unfenced = new TreeSet<>();

  MapDifference(MonitorState before, MonitorState after) {
    this.before = before;
    this.after = after;
    for (Incremental step : after.since(before.map().epoch()).orElse(List.of())) {
      step.edits().forEach(this::add);
    }
  }

  private void add(Incremental.Edit edit) {
    switch (edit) {
      case Incremental.PutOsd put -> osds.add(put.osd().id());
      case Incremental.RemoveOsd removal -> osds.add(removal.osd());
      case Incremental.PutPool put -> pools.add(put.pool().id());
      case Incremental.RemovePool removal -> pools.add(removal.pool());
      case Incremental.RemoveFence removal -> unfenced.add(removal.session());
      // An acting set is changed along with the OSDs or pools that are named anyway.
      default -> {}
    }
  }

  /** OSDs that were added, removed or changed. */
  List<OsdId> osds() {
    return List.copyOf(osds);
  }

  /** Pools that were added, removed or changed. */
  List<PoolId> pools() {
    return List.copyOf(pools);
  }

  /** Sessions whose fences were removed. */
  List<Long> unfenced() {
    return List.copyOf(unfenced);
  }

  /** OSDs that were up and are down. */
  List<OsdId> down() {
    return ended(OsdInfo::up);
  }

  /** OSDs that were in and are out. */
  List<OsdId> out() {
    return ended(OsdInfo::in);
  }

  private List<OsdId> ended(Predicate<OsdInfo> property) {
    return osds.stream()
        .filter(osd -> has(before.map().osds().get(osd), property))
        .filter(osd -> after.map().osds().containsKey(osd))
        .filter(osd -> !has(after.map().osds().get(osd), property))
        .toList();
  }

  private static boolean has(@Nullable OsdInfo osd, Predicate<OsdInfo> property) {
    return osd != null && property.test(osd);
  }
}
