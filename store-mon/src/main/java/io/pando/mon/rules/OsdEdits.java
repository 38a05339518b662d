package io.pando.mon.rules;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Edits of an OSD's state that several rules share. */
public final class OsdEdits {
  private OsdEdits() {}

  /** The OSD with this incarnation up since that epoch. */
  static OsdInfo raised(OsdInfo osd, Change.Boot boot, long epoch, boolean in) {
    return new OsdInfo(
        osd.id(),
        boot.identity(),
        true,
        new OsdInfo.Weight(in, osd.weight().reweight()),
        new OsdInfo.Endpoint(boot.address(), boot.shards()),
        new OsdInfo.UpHistory(epoch, osd.upThru(), osd.downAt(), 0));
  }

  /** The OSD with the requested identity, if one was requested. */
  static OsdInfo withIdentity(OsdInfo osd, Change.CreateOsd create) {
    return new OsdInfo(
        osd.id(),
        create.identity() == null ? osd.identity() : create.identity(),
        osd.up(),
        osd.weight(),
        osd.endpoint(),
        osd.history());
  }

  static OsdInfo withIn(OsdInfo osd, boolean in) {
    return osd.withWeight(new OsdInfo.Weight(in, osd.weight().reweight()));
  }

  static OsdInfo withReweight(OsdInfo osd, int weight) {
    return osd.withWeight(new OsdInfo.Weight(osd.in(), weight));
  }

  /**
   * Marks those of the OSDs down that are up, in one epoch. Drops failure reports about and by
   * them; ends an override of an acting set of which no OSD is up any more.
   */
  static MonitorState takeDown(MonitorState state, Collection<OsdId> osds, Terms terms) {
    ClusterMap map = state.map();
    List<OsdId> falling = osds.stream().filter(map::isUp).distinct().sorted().toList();
    List<Incremental.Edit> edits = new ArrayList<>();
    for (OsdId id : falling) {
      edits.add(
          new Incremental.PutOsd(lowered(known(map, id), map.epoch() + 1, terms.nowMillis())));
    }
    map.actingOverrides()
        .forEach((group, acting) -> {
          if (acting.osds().stream().noneMatch(osd -> map.isUp(osd) && !falling.contains(osd))
              && !falling.isEmpty()) {
            edits.add(new Incremental.OverrideActing(group, MemberList.EMPTY));
          }
        });
    return state.advance(edits, terms).withFailures(state.failures().forget(falling));
  }

  /** An OSD that must be in the map. */
  static OsdInfo known(ClusterMap map, OsdId osd) {
    return Invariant.present(map.osds().get(osd), () -> osd + " is not in the map");
  }

  /** The OSD down since that epoch and time. */
  public static OsdInfo lowered(OsdInfo osd, long epoch, long nowMillis) {
    return new OsdInfo(
        osd.id(),
        osd.identity(),
        false,
        osd.weight(),
        osd.endpoint(),
        new OsdInfo.UpHistory(osd.upFrom(), osd.upThru(), epoch, nowMillis));
  }
}
