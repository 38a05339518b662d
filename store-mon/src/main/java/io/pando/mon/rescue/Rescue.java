package io.pando.mon.rescue;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.mon.rules.OsdEdits;
import io.pando.mon.state.FailureReports;
import io.pando.mon.state.FlapHistory;
import io.pando.mon.state.MapTime;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.RecentIncrementals;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state with which a new quorum of one monitor continues after the majority was lost, made from
 * the newest state that is left. Later maps may have existed, so the new map is made different from
 * all of them:
 *
 * <ul>
 *   <li>Its epoch is {@value #EPOCHS} higher. No node has a map of a later epoch, so all take it as
 *       newer, whole, since no incremental leads to it.
 *   <li>All OSDs are down. Those that run boot again, and their groups peer again.
 *   <li>The next pool's number is {@value #POOLS} higher, so that no new pool gets the number of
 *       one that the new map does not know.
 *   <li>The monitors are the survivor alone, as a member of a new log.
 * </ul>
 */
public final class Rescue {
  /** More map changes than a cluster makes between two states that are left. */
  public static final long EPOCHS = 1_000_000;

  static final int POOLS = 1_000;

  private Rescue() {}

  /**
   * The state with another map, newer than the state's own, in which OSDs may have come or gone.
   */
  public static MonitorState withMap(MonitorState state, ClusterMap map) {
    SortedSet<OsdId> heldOut = new TreeSet<>();
    for (OsdId osd : state.heldOut()) {
      OsdInfo info = map.osds().get(osd);
      if (info != null && !info.in()) {
        heldOut.add(osd);
      }
    }
    SortedMap<OsdId, FlapHistory> flaps = new TreeMap<>(state.marks().flapHistory());
    flaps.keySet().retainAll(map.osds().keySet());
    return new MonitorState(
        map,
        RecentIncrementals.NONE,
        new MonitorState.OsdMarks(FailureReports.NONE, flaps, heldOut),
        Math.max(state.nextPool(), MonitorState.beginning(map).nextPool()),
        state.time(),
        state.past());
  }

  /**
   * The state of the new quorum.
   *
   * @param newest newest state that is left
   * @param survivor monitor of the new quorum; its life and quorum are set here
   */
  public static MonitorState of(MonitorState newest, MonitorInfo survivor, long nowMillis) {
    ClusterMap map = newest.map();
    long epoch = map.epoch() + EPOCHS;
    long millis = Math.max(nowMillis, newest.nowMillis());
    SortedMap<OsdId, OsdInfo> osds = new TreeMap<>();
    map.osds()
        .forEach((id, osd) -> osds.put(id, osd.up() ? OsdEdits.lowered(osd, epoch, millis) : osd));
    MonitorInfo alone =
        new MonitorInfo(
            survivor.node(), survivor.host(), survivor.port(), survivor.raftPort(), epoch, epoch);
    ClusterMap next =
        new ClusterMap(
            new ClusterMap.Stamp(map.cluster(), epoch, millis),
            new ClusterMap.PlacementInput(osds, map.pools(), map.crush(), new TreeMap<>()),
            new ClusterMap.Operation(
                map.flags(),
                map.releases().withMonitors(List.of(alone.node())),
                map.profiles(),
                map.fences(),
                map.files()),
            List.of(alone),
            map.losses(),
            map.fullness());
    return new MonitorState(
        next,
        RecentIncrementals.NONE,
        new MonitorState.OsdMarks(
            FailureReports.NONE, newest.marks().flapHistory(), newest.heldOut()),
        newest.nextPool() + POOLS,
        new MapTime(millis, millis),
        newest.past());
  }
}
