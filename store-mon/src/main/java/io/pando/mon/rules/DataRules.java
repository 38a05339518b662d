package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.mon.state.FlapHistory;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Rules by which operators give up the data of OSDs, and let groups continue without it. The map
 * remembers the identities of data that was given up, so that such data does not return unnoticed
 * and groups that need it report that.
 */
final class DataRules {
  /** Most identities that are remembered; beyond that the oldest is forgotten. */
  static final int MAX_GONE = 1_000;

  private DataRules() {}

  static Decision replace(MonitorState state, Change.ReplaceOsd replace, Terms terms) {
    ClusterMap map = state.map();
    OsdId osd = replace.osd();
    OsdInfo known = map.osds().get(osd);
    if (known == null) {
      return new Decision.Rejected(osd + " does not exist (osd tree shows all)");
    }
    if (known.up()) {
      return new Decision.Rejected(osd + " is up: stop its daemon first, then replace its data");
    }
    if (known.identity() == null) {
      return new Decision.Accepted(
          state, osd + " has no data: start it with an empty data directory");
    }
    List<Incremental.Edit> edits = new ArrayList<>(giveUp(map, known, !replace.force()));
    edits.add(new Incremental.PutOsd(emptied(known)));
    return new Decision.Accepted(
        state.advance(edits, terms).withFlapHistory(osd, FlapHistory.UNKNOWN),
        "gave up the data of %s (%s): start it with an empty data directory"
            .formatted(osd, known.identity()));
  }

  static Decision declareLost(MonitorState state, Change.DeclareLost lost, Terms terms) {
    ClusterMap map = state.map();
    OsdId osd = lost.osd();
    OsdInfo known = map.osds().get(osd);
    if (known == null) {
      return new Decision.Rejected(osd + " does not exist (osd tree shows all)");
    }
    if (known.up()) {
      return new Decision.Rejected(
          osd
              + " is up, so its data are not lost: to empty it, drain it (osd drain "
              + osd.value()
              + ")");
    }
    if (known.identity() == null) {
      return new Decision.Accepted(state, osd + " has no data, or they were given up before");
    }
    List<Incremental.Edit> edits = new ArrayList<>(giveUp(map, known, false));
    OsdInfo empty = emptied(known);
    edits.add(
        new Incremental.PutOsd(
            new OsdInfo(
                osd,
                null,
                false,
                empty.weight(),
                empty.endpoint(),
                new OsdInfo.UpHistory(0, 0, 0, known.history().downSinceMillis()))));
    return new Decision.Accepted(
        state.advance(edits, terms).withFlapHistory(osd, FlapHistory.UNKNOWN),
        ("the data of %s are declared lost: it does not start with them again, unless they are let in"
                + " (osd create %d --uuid %s)")
            .formatted(osd, osd.value(), known.identity()));
  }

  /** The OSD as newly created, but still in or out as before, and with its reweight. */
  private static OsdInfo emptied(OsdInfo osd) {
    OsdInfo fresh = OsdInfo.fresh(osd.id());
    return OsdEdits.withIn(OsdEdits.withReweight(fresh, osd.weight().reweight()), osd.in());
  }

  /** Records the data of an OSD as given up when the OSD leaves the map or gets a new identity. */
  static List<Incremental.Edit> giveUp(ClusterMap map, OsdInfo osd, boolean safe) {
    List<Incremental.Edit> edits = new ArrayList<>();
    UUID identity = osd.identity();
    if (identity != null) {
      if (map.losses().gone().size() >= MAX_GONE) {
        edits.add(new Incremental.RemoveGone(map.losses().gone().getFirst().identity()));
      }
      edits.add(
          new Incremental.PutGone(
              new LostStore(osd.id(), identity, osd.upThru(), map.epoch() + 1, safe)));
    }
    return edits;
  }

  /**
   * Makes data that was given up count again. The OSD is recorded as down since this epoch, so that
   * groups with unknown past intervals wait for it until it boots.
   */
  static List<Incremental.Edit> restore(ClusterMap map, OsdInfo osd, LostStore store) {
    return List.of(
        new Incremental.RemoveGone(store.identity()),
        new Incremental.PutOsd(
            new OsdInfo(
                osd.id(),
                store.identity(),
                false,
                osd.weight(),
                osd.endpoint(),
                new OsdInfo.UpHistory(
                    osd.upFrom(),
                    store.upThru(),
                    map.epoch() + 1,
                    osd.history().downSinceMillis()))));
  }

  /** Why data that was given up may not be used. */
  static String objection(LostStore store) {
    return String.format(
        "the data of %s with the identity %s were given up in epoch %d: move its data directory away"
            + " and start it with an empty one, or restore the old data (osd create %d --uuid"
            + " %s)",
        store.osd(), store.identity(), store.goneAt(), store.osd().value(), store.identity());
  }

  static Decision acceptLoss(MonitorState state, Change.AcceptLoss accept, Terms terms) {
    if (accept.groups().size() > Change.AcceptLoss.MAX_GROUPS) {
      return new Decision.Rejected(
          "a change accepts the loss of at most " + Change.AcceptLoss.MAX_GROUPS + " groups");
    }
    ClusterMap map = state.map();
    long newest =
        accept.incomplete()
            ? map.epoch() + 1
            : map.losses().gone().stream().mapToLong(LostStore::goneAt).max().orElse(0);
    List<Incremental.Edit> edits = new ArrayList<>();
    for (PgId group : accept.groups()) {
      PoolInfo pool = map.pools().get(group.pool());
      if (pool == null || group.seed() >= pool.groupCount()) {
        return new Decision.Rejected("there is no placement group " + group);
      }
      if (map.lossAcceptedUntil(group) < newest) {
        edits.add(new Incremental.AcceptLoss(group, newest));
      }
    }
    return new Decision.Accepted(
        state.advance(edits, terms),
        "accepted for %d groups the losses until epoch %d"
            .formatted(accept.groups().size(), newest));
  }
}
