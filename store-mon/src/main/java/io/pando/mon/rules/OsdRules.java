package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushEditException;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.mon.state.FlapHistory;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Operator changes of OSDs, and of the cluster flags that suspend automatic changes. */
final class OsdRules {
  /** Bound of OSD numbers: all are below this. */
  static final int MAX_OSDS = 65_536;

  private OsdRules() {}

  static Decision create(MonitorState state, Change.CreateOsd create, Terms terms) {
    ClusterMap map = state.map();
    Optional<OsdInfo> owner = owner(map, create.identity());
    if (owner.isPresent()) {
      OsdId has = owner.get().id();
      return create.osd() == null || create.osd().equals(has)
          ? new Decision.Accepted(state, has + " exists already")
          : new Decision.Rejected(
              "identity " + create.identity() + " belongs to " + has + ", not to " + create.osd());
    }
    Optional<LostStore> gone = Optional.ofNullable(create.identity()).flatMap(map::lostStores);
    OsdId free = gone.map(LostStore::osd).orElseGet(() -> lowestFree(map));
    OsdId osd = create.osd() == null ? free : create.osd();
    if (gone.isPresent() && !osd.equals(free)) {
      return new Decision.Rejected(
          "identity " + create.identity() + " belonged to " + free + ", not to " + osd);
    }
    if (osd.value() >= MAX_OSDS) {
      return new Decision.Rejected(osd + " is beyond the highest number, " + (MAX_OSDS - 1));
    }
    OsdInfo known = map.osds().get(osd);
    if (known != null && create.identity() != null && known.identity() != null) {
      return new Decision.Rejected(
          ("%s exists already with the identity %s: give up its data first (osd replace %s, or osd"
                  + " purge %s), or choose another number")
              .formatted(osd, known.identity(), osd.value(), osd.value()));
    }
    OsdInfo made = OsdEdits.withIdentity(known == null ? OsdInfo.fresh(osd) : known, create);
    if (made.equals(known)) {
      return new Decision.Accepted(state, osd + " exists already");
    }
    return new Decision.Accepted(
        state.advance(
            gone.map(store -> DataRules.restore(map, made, store))
                .orElseGet(() -> List.of(new Incremental.PutOsd(made))),
            terms),
        osd + " created" + (gone.isPresent() ? ": its old data are restored" : ""));
  }

  private static Optional<OsdInfo> owner(ClusterMap map, @Nullable UUID identity) {
    return identity == null
        ? Optional.empty()
        : map.osds().values().stream().filter(osd -> identity.equals(osd.identity())).findFirst();
  }

  private static OsdId lowestFree(ClusterMap map) {
    int number = 0;
    for (OsdId taken : map.osds().keySet()) {
      if (taken.value() != number) {
        break;
      }
      number++;
    }
    return new OsdId(number);
  }

  static Decision purge(MonitorState state, Change.PurgeOsd purge, Terms terms) {
    ClusterMap map = state.map();
    OsdId osd = purge.osd();
    if (!map.osds().containsKey(osd)) {
      return new Decision.Accepted(state, osd + " does not exist");
    }
    if (map.isUp(osd)) {
      return new Decision.Rejected(osd + " is up: stop its daemon first, then purge it");
    }
    OsdInfo known = OsdEdits.known(map, osd);
    if (known.in() && known.identity() != null && !purge.force()) {
      return new Decision.Rejected(
          String.format(
              "%s is in, so groups may be mapped to it: drain it first (osd drain %d), or give up the data that"
                  + " it holds (osd purge %d --force)",
              osd, osd.value(), osd.value()));
    }
    List<Incremental.Edit> edits = new ArrayList<>();
    try {
      CrushRules.without(map.crush(), osd).ifPresent(c -> edits.add(new Incremental.PutCrush(c)));
    } catch (CrushEditException e) {
      return new Decision.Rejected(e.problem());
    }
    edits.addAll(overridesWithout(map, osd));
    edits.addAll(DataRules.giveUp(map, known, !purge.force()));
    edits.add(new Incremental.RemoveOsd(osd));
    return new Decision.Accepted(
        state
            .advance(edits, terms)
            .withFailures(state.failures().forget(List.of(osd)))
            .withFlapHistory(osd, FlapHistory.UNKNOWN)
            .withHeldOut(without(state.heldOut(), List.of(osd))),
        "purged " + osd);
  }

  private static List<Incremental.Edit> overridesWithout(ClusterMap map, OsdId osd) {
    List<Incremental.Edit> edits = new ArrayList<>();
    map.actingOverrides()
        .forEach((group, acting) -> {
          if (acting.contains(osd)) {
            MemberList left = acting.keep(other -> !other.equals(osd)).closedUp();
            edits.add(new Incremental.OverrideActing(group, left));
          }
        });
    return edits;
  }

  static Decision markDown(MonitorState state, Change.MarkDown mark, Terms terms) {
    return unknown(state.map(), mark.osds())
        .orElseGet(() ->
            new Decision.Accepted(
                OsdEdits.takeDown(state, mark.osds(), terms), "marked down " + names(mark.osds())));
  }

  static Decision markOut(MonitorState state, Change.MarkOut mark, Terms terms) {
    SortedSet<OsdId> heldOut = new TreeSet<>(state.heldOut());
    heldOut.addAll(mark.osds());
    return unknown(state.map(), mark.osds())
        .orElseGet(() ->
            new Decision.Accepted(
                setIn(state, mark.osds(), false, terms).withHeldOut(heldOut),
                "marked out " + names(mark.osds())));
  }

  static Decision markIn(MonitorState state, Change.MarkIn mark, Terms terms) {
    SortedSet<OsdId> heldOut = without(state.heldOut(), mark.osds());
    return unknown(state.map(), mark.osds())
        .orElseGet(() ->
            new Decision.Accepted(
                setIn(state, mark.osds(), true, terms).withHeldOut(heldOut),
                "marked in " + names(mark.osds())));
  }

  private static MonitorState setIn(MonitorState state, List<OsdId> osds, boolean in, Terms terms) {
    List<Incremental.Edit> edits = new ArrayList<>();
    for (OsdId id : new TreeSet<>(osds)) {
      OsdInfo osd = OsdEdits.known(state.map(), id);
      if (osd.in() != in) {
        edits.add(new Incremental.PutOsd(OsdEdits.withIn(osd, in)));
      }
    }
    return state.advance(edits, terms);
  }

  static Decision reweight(MonitorState state, Change.Reweight reweight, Terms terms) {
    OsdInfo osd = state.map().osds().get(reweight.osd());
    if (osd == null) {
      return new Decision.Rejected(reweight.osd() + " does not exist (osd tree shows all)");
    }
    if (reweight.weight() < 0 || reweight.weight() > OsdInfo.FULL_WEIGHT) {
      return new Decision.Rejected("the reweight of " + osd.id() + " must be from 0 to 1");
    }
    String note = String.format("reweighted %s to 0x%x", osd.id(), reweight.weight());
    if (osd.weight().reweight() == reweight.weight()) {
      return new Decision.Accepted(state, note);
    }
    OsdInfo changed = OsdEdits.withReweight(osd, reweight.weight());
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutOsd(changed)), terms), note);
  }

  static Decision setFlag(MonitorState state, Change.SetFlag set, Terms terms) {
    SortedSet<ClusterFlag> flags = new TreeSet<>(state.map().flags());
    boolean different = set.on() ? flags.add(set.flag()) : flags.remove(set.flag());
    String note = set.flag().label() + (set.on() ? " is set" : " is unset");
    return new Decision.Accepted(
        different ? state.advance(List.of(new Incremental.PutFlags(flags)), terms) : state, note);
  }

  private static Optional<Decision> unknown(ClusterMap map, List<OsdId> osds) {
    return osds.stream()
        .filter(osd -> !map.osds().containsKey(osd))
        .findFirst()
        .map(osd -> new Decision.Rejected(osd + " does not exist (osd tree shows all)"));
  }

  private static NavigableSet<OsdId> without(SortedSet<OsdId> osds, Collection<OsdId> gone) {
    NavigableSet<OsdId> left = new TreeSet<>(osds);
    gone.forEach(left::remove);
    return left;
  }

  private static String names(List<OsdId> osds) {
    return osds.stream().map(OsdId::toString).collect(Collectors.joining(", "));
  }
}
