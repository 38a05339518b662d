package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.FlapHistory;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.probe.Probe;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Rules for the boot and the orderly stop of OSDs. An incarnation is identified by the nonce of its
 * address. An incarnation that was marked down by mistake, or that missed incrementals of the map,
 * may boot again with the same nonce: it comes up in a new epoch, and so in a new interval.
 */
public final class BootRules {
  /** Largest number of shards of one OSD. */
  static final int MAX_SHARDS = 256;

  private BootRules() {}

  static Decision boot(MonitorState state, Change.Boot boot, Terms terms) {
    ClusterMap map = state.map();
    Optional<String> objection = objection(map, boot);
    if (objection.isPresent()) {
      return new Decision.Rejected(objection.get());
    }
    OsdId osd = boot.osd();
    if (map.isUp(osd, boot.address().nonce())) {
      return again(state, boot, terms);
    }
    if (map.flags().contains(ClusterFlag.NOUP)) {
      return new Decision.Rejected(
          osd + " is not marked up while the flag noup is set (clear it: osd unset noup)");
    }
    long nonce = boot.address().nonce();
    FlapHistory flapHistory = state.flapHistoryOf(osd);
    FlapSettings flapping = terms.settings().flapping();
    long earliest = flapHistory.mayComeUpMillis(nonce, terms.nowMillis(), flapping);
    if (earliest > terms.nowMillis()) {
      Probe.reached("monitor: an OSD that flaps is held down");
      return new Decision.Rejected(held(osd, flapHistory, earliest, terms));
    }
    // Peers must see the old incarnation end before the new one begins, so this takes two epochs.
    MonitorState free = OsdEdits.takeDown(state, List.of(osd), terms);
    OsdInfo known = OsdEdits.known(free.map(), osd);
    boolean in = known.in() || comesIn(state, osd);
    OsdInfo raised = OsdEdits.raised(known, boot, free.map().epoch() + 1, in);
    // While the OSD was held down it could not boot, so that time does not count.
    long awayMillis = terms.nowMillis() - Math.max(known.history().downSinceMillis(), earliest);
    return new Decision.Accepted(
        free.advance(edits(free.map(), raised, boot), terms)
            .withFlapHistory(osd, flapHistory.cameUp(nonce, awayMillis, terms.nowMillis())),
        osd + " boot" + (in ? "" : " (stays out)"));
  }

  /**
   * An incarnation that is up boots again if it was marked up before the epoch that it names. One
   * epoch is enough: the new mark tells its peers that a new interval begins. The flag noup does
   * not apply to an OSD that is already up.
   */
  private static Decision again(MonitorState state, Change.Boot boot, Terms terms) {
    OsdId osd = boot.osd();
    OsdInfo known = OsdEdits.known(state.map(), osd);
    if (known.upFrom() >= boot.since()) {
      Probe.reached("monitor: an OSD boots that is up");
      return new Decision.Accepted(state, osd + " is up already");
    }
    Probe.reached("monitor: an OSD boots again that missed steps");
    OsdInfo raised = OsdEdits.raised(known, boot, state.map().epoch() + 1, known.in());
    return new Decision.Accepted(
        state.advance(edits(state.map(), raised, boot), terms),
        osd + " boots again: it missed map updates up to epoch " + boot.since());
  }

  private static List<Incremental.Edit> edits(ClusterMap map, OsdInfo raised, Change.Boot boot) {
    Incremental.Edit put = new Incremental.PutOsd(raised);
    NodeId node = raised.id().node();
    return map.releases().of(node) == boot.release()
        ? List.of(put)
        : List.of(put, new Incremental.PutRelease(node, boot.release()));
  }

  /** OSDs that are down and must wait before they may come up again, with the end of the wait. */
  public static SortedMap<OsdId, Long> held(
      MonitorState state, long nowMillis, MonitorRules settings) {
    SortedMap<OsdId, Long> held = new TreeMap<>();
    state
        .marks()
        .flapHistory()
        .forEach((osd, flapHistory) -> {
          long earliest =
              flapHistory.mayComeUpMillis(flapHistory.nonce(), nowMillis, settings.flapping());
          if (!state.map().isUp(osd) && earliest > nowMillis) {
            held.put(osd, earliest);
          }
        });
    return held;
  }

  private static String held(OsdId osd, FlapHistory flapHistory, long earliestMillis, Terms terms) {
    return String.format(
        "%s was marked down %d times within %d s although it was alive; it stays down until %s: check"
            + " its network and the load of its machine",
        osd,
        flapHistory.marks(terms.nowMillis(), terms.settings().flapping()),
        terms.settings().flapping().windowMillis() / 1_000,
        Instant.ofEpochMilli(earliestMillis).truncatedTo(ChronoUnit.SECONDS));
  }

  private static boolean comesIn(MonitorState state, OsdId osd) {
    return !state.map().flags().contains(ClusterFlag.NOIN) && !state.heldOut().contains(osd);
  }

  static Decision stop(MonitorState state, Change.Stop stop, Terms terms) {
    if (!state.map().isUp(stop.osd(), stop.nonce())) {
      Probe.reached("monitor: a stop of an incarnation that is down");
      return new Decision.Accepted(state, stop.osd() + " is down already");
    }
    Probe.reached("monitor: an OSD stops");
    return new Decision.Accepted(
        OsdEdits.takeDown(state, List.of(stop.osd()), terms), stop.osd() + " stops");
  }

  private static Optional<String> objection(ClusterMap map, Change.Boot boot) {
    OsdId osd = boot.osd();
    Optional<String> gone = map.lostStores(boot.identity()).map(DataRules::objection);
    if (gone.isPresent()) {
      return gone;
    }
    OsdInfo known = map.osds().get(osd);
    if (known == null) {
      return Optional.of(
          osd + " is not in the cluster map: create it first (osd create " + osd.value() + ")");
    }
    if (!boot.address().node().equals(osd.node())) {
      return Optional.of(
          osd + " gives the address of " + boot.address().node() + ": one of the two is wrong");
    }
    if (boot.shards() < 1 || boot.shards() > MAX_SHARDS) {
      return Optional.of(osd + " must have 1 to " + MAX_SHARDS + " shards, not " + boot.shards());
    }
    return ReleaseRules.objection(map, osd.node(), boot.release())
        .or(() -> objectionToIdentity(map, known, boot.identity()));
  }

  private static Optional<String> objectionToIdentity(
      ClusterMap map, OsdInfo known, UUID identity) {
    for (OsdInfo other : map.osds().values()) {
      if (identity.equals(other.identity()) && !other.id().equals(known.id())) {
        return Optional.of(
            String.format(
                "identity %s belongs to %s, not to %s: start it as %s, or give %s a data directory"
                    + " of its own",
                identity, other.id(), known.id(), other.id(), known.id()));
      }
    }
    if (known.identity() != null && !known.identity().equals(identity)) {
      return Optional.of(
          String.format(
              "%s has the identity %s, but %s boots: start it on its own data directory, or give up"
                  + " its data (osd replace %d)",
              known.id(), known.identity(), identity, known.id().value()));
    }
    return Optional.empty();
  }
}
