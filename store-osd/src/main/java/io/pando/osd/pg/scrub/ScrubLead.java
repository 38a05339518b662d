package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.message.ScrubMessage.Check;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.Items;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.TellItems;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.probe.Probe;
import io.pando.report.GroupScrub;
import io.pando.report.InconsistentObject;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leads the scrubs of a group as its primary, part by part in placement order. A part is a run of
 * leaves of the hash tree.
 *
 * <pre>
 *  Resting ──due, ordered, or begun before──▶ Asking ──slot──▶ Held ⇄ a part under way
 *     ▲                                                         │
 *     └────────────── over, or the group is not clean ──────────┘
 * </pre>
 *
 * <p>Progress is kept across intervals, and on the replicas, so that a scrub resumes from there.
 *
 * <p>Invariants: only the leading primary requests a slot; a part is under way only while the slot
 * is held, and members get requests only then; a part lies within the group, not before the mark.
 */
final class ScrubLead {
  private static final int MOST_LISTED = 100;
  private static final int PRIORITY = 1;
  private static final int PRIORITY_OF_ORDERS = 2;

  private enum Stage {
    RESTING,
    ASKING,
    HELD
  }

  private final Replica replica;
  private final ScrubRound round;
  private final ScrubNotes notes;
  private final ScrubParts parts;
  private final TreeSession session;
  private final Examination examination;
  private final Recovery recovery;
  private final BooleanSupplier clean;
  private final Findings findings = new Findings();
  private Stage stage = Stage.RESTING;
  private boolean underWay;
  private boolean leads;
  private boolean byOrder;

  /** Whether this primary has led the running scrub from its first part on. */
  private boolean ledFromStart;

  /** Parts in which trees differ; set in a repair session once it is known, null otherwise. */
  private @Nullable Differences differing;

  private long token;
  private long wallMillis;

  ScrubLead(
      Replica replica,
      PrimaryReplication replication,
      Recovery recovery,
      ScrubRound round,
      BooleanSupplier clean) {
    this.replica = replica;
    this.recovery = recovery;
    this.round = round;
    this.clean = clean;
    this.notes = new ScrubNotes(replica);
    this.parts = new ScrubParts(replica);
    this.session = new TreeSession(replica, round);
    this.examination = new Examination(replica, replication, recovery, round, new FoundListener());
  }

  ScrubRound round() {
    return round;
  }

  void reset(boolean primary) {
    Probe.reachedIf(stage != Stage.RESTING, "scrub: a new interval begins meanwhile");
    if (stage != Stage.RESTING) {
      replica.emit(new Effect.EndSlot(Slot.SCRUB));
    }
    stage = Stage.RESTING;
    underWay = false;
    findings.onPartLost();
    round.reset();
    session.reset();
    differing = null;
    leads &= primary;
  }

  private ScrubRecord record() {
    return replica.scrub();
  }

  private ScrubLimits limits() {
    return replica.config().scrub();
  }

  void onTick(long wallNow) {
    wallMillis = wallNow;
    round.onTick();
    countRepaired();
    if (!clean.getAsBoolean()) {
      rest();
      return;
    }
    begin();
    if (record().sinceMillis() == 0) {
      notes.note(record().dueSince(wallNow));
    } else {
      seek();
    }
  }

  /** Whether this OSD has the current progress of scrubs. */
  boolean leads() {
    return leads;
  }

  /**
   * Takes over the remembered progress, unless this OSD has led the group all along. All members
   * have reported what they remember by now, because the group is active.
   */
  private void begin() {
    if (!leads) {
      leads = true;
      byOrder = false;
      ledFromStart = false;
      findings.begin(record().found());
    }
  }

  /** Returns the slot to other groups while this group cannot scrub. */
  private void rest() {
    if (stage != Stage.RESTING && !underWay) {
      Probe.reached("scrub: gives its slot back");
      stage = Stage.RESTING;
      replica.emit(new Effect.EndSlot(Slot.SCRUB));
    }
  }

  private void seek() {
    if (stage == Stage.RESTING && wanted() != ScrubKind.NONE) {
      stage = Stage.ASKING;
      int priority = record().ordered() == ScrubKind.NONE ? PRIORITY : PRIORITY_OF_ORDERS;
      replica.emit(new Effect.AskSlot(Slot.SCRUB, ++token, priority));
    } else if (stage == Stage.HELD) {
      advance();
    }
  }

  private ScrubKind wanted() {
    return record().running() == ScrubKind.NONE
        ? ScrubSchedule.next(replica.group(), record(), limits(), wallMillis)
        : record().running();
  }

  void onSlot(long given) {
    if (stage == Stage.ASKING && given == token) {
      stage = Stage.HELD;
      advance();
    }
  }

  boolean isHeld() {
    return stage == Stage.HELD;
  }

  long order(ScrubKind kind) {
    begin();
    ScrubKind pending = record().ordered();
    notes.note(record().ordered(pending.with(kind)));
    boolean alone = record().running() == ScrubKind.NONE || supersedes();
    seekIfClean();
    return record().finished() + (alone ? 1 : 2);
  }

  private void countRepaired() {
    if (!leads) {
      return;
    }
    int repaired = findings.takeRepaired(recovery::isInWork);
    if (repaired > 0) {
      replica.emit(new Effect.CountInconsistent(0, repaired));
      replica.emit(
          new Effect.Report(replica.group() + ": " + repaired + " inconsistent objects repaired"));
    }
  }

  /** Continues after all members have everything again. */
  void onWhole() {
    countRepaired();
    if (stage == Stage.HELD) {
      advance();
    }
  }

  private void seekIfClean() {
    if (clean.getAsBoolean() && record().sinceMillis() != 0) {
      seek();
    }
  }

  /** Whether the ordered scrub replaces the running one at once. */
  private boolean supersedes() {
    boolean asMuch = record().ordered().covers(record().running());
    return record().ordered() != ScrubKind.NONE && (!byOrder || asMuch);
  }

  private void advance() {
    if (underWay || !clean.getAsBoolean()) {
      return;
    }
    if (record().running() == ScrubKind.NONE || supersedes()) {
      ScrubKind next = ScrubSchedule.next(replica.group(), record(), limits(), wallMillis);
      if (next == ScrubKind.NONE) {
        rest();
        return;
      }
      byOrder = next == record().ordered();
      ledFromStart = true;
      findings.onBegun();
      differing = null;
      notes.note(record().begun(next, parts.all().first()));
      replica.emit(new Effect.Report(replica.group() + ": " + next.label() + " scrub begins"));
    }
    boolean deep = record().running().isDeep();
    if (record().running().isSession() && differing == null) {
      underWay = true;
      Probe.reached("scrub: trees are compared");
      session.begin(this::onCompared);
      return;
    }
    int most = deep ? limits().deepObjects() : limits().lightObjects();
    parts
        .next(record().mark(), most, differing)
        .ifPresentOrElse(part -> check(part, deep), this::lookAgain);
  }

  private void onCompared(Differences found) {
    underWay = false;
    differing = found;
    advance();
  }

  private void check(PositionRange part, boolean deep) {
    Invariant.check(
        parts.isAhead(part, record().mark()),
        () ->
            "group %s scrubs %s, of %s from %d on"
                .formatted(replica.group(), part, parts.all(), record().mark()));
    underWay = true;
    round.askAll(new Check(part, deep), results -> onChecked(part, results));
  }

  private void onChecked(PositionRange part, SortedMap<OsdId, ScrubResult> results) {
    SortedMap<OsdId, Checked> checked = new TreeMap<>();
    results.forEach((osd, result) -> {
      Checked its = (Checked) result;
      checked.put(osd, its);
      findings.onWrongLeaves(its.wrongLeaves());
      if (its.wrongLeaves() > 0) {
        Probe.reached("scrub: leaves of a tree are wrong");
        replica.emit(
            new Effect.Report(
                "%s: %s had %d leaves of its tree wrong"
                    .formatted(replica.group(), osd, its.wrongLeaves())));
      }
    });
    if (differing != null) {
      session.onListed(checked.values().stream().mapToLong(its -> its.items().count()).sum());
    }
    if (Comparison.isEqual(checked.values())) {
      onPartDone(part);
    } else {
      tellItems(part, null);
    }
  }

  private void tellItems(PositionRange part, @Nullable ObjectId after) {
    round.askAll(
        new TellItems(after),
        results -> {
          SortedMap<OsdId, Items> pages = new TreeMap<>();
          results.forEach((osd, result) -> pages.put(osd, (Items) result));
          ObjectId upTo = Comparison.toldByAll(pages.values());
          List<ObjectId> suspects = Comparison.suspects(pages, upTo);
          examination.examine(
              suspects,
              () -> {
                if (upTo == null) {
                  onPartDone(part);
                } else {
                  Probe.reached("scrub: objects of a part fill several pages");
                  tellItems(part, upTo);
                }
              });
        });
  }

  private void onPartDone(PositionRange part) {
    underWay = false;
    findings.onPartDone();
    if (supersedes()) {
      Probe.reached("scrub: another scrub was ordered that supersedes this one");
      // The operator must not mistake the end of this scrub for the end of the ordered one.
      advance();
      return;
    }
    if (part.last() == parts.all().last()) {
      lookAgain();
      return;
    }
    ScrubRecord now = record().markedAt(part.last() + 1).with(findings.lasting());
    notes.onPart(now);
    advance();
  }

  /** Examines earlier findings again: they may be consistent or repairable by now. */
  private void lookAgain() {
    underWay = true;
    examination.examine(
        findings.left(record().finished()),
        () -> {
          underWay = false;
          findings.onPartDone();
          onEnded();
        });
  }

  private void onEnded() {
    ScrubKind kind = record().running();
    findings.onEnded(record().finished(), ledFromStart && !kind.isSession(), kind.isDeep());
    byOrder = false;
    notes.note(record().ended(wallMillis).with(findings.lasting()));
    replica.emit(
        new Effect.Report(
            "%s: %s scrub ends, %d inconsistent objects"
                .formatted(replica.group(), kind.label(), findings.now().inconsistent())));
    rest();
    seekIfClean();
  }

  ScrubRecord.Found found() {
    return leads ? findings.now() : record().found();
  }

  GroupScrub report() {
    return new GroupScrub(
        record().with(found()),
        thousandths(),
        waitsFor(),
        findings.lastFound(),
        leads ? findings.list(MOST_LISTED) : List.of(),
        session.cost());
  }

  private int thousandths() {
    return record().running() == ScrubKind.NONE ? 0 : parts.thousandthsBefore(record().mark());
  }

  private String waitsFor() {
    if (record().ordered() == ScrubKind.NONE && record().running() == ScrubKind.NONE) {
      return "";
    }
    if (!clean.getAsBoolean()) {
      return "the group to be active and clean";
    }
    return switch (stage) {
      case RESTING -> "the next look at what is due";
      case ASKING -> "another group of this OSD that scrubs";
      case HELD -> "";
    };
  }

  private final class FoundListener implements Examination.Listener {
    @Override
    public boolean repairs() {
      return limits().repairs(record().running());
    }

    @Override
    public void onConsistent(ObjectId object) {
      findings.onConsistent(object);
    }

    @Override
    public void onInconsistent(InconsistentObject object, boolean repairing) {
      replica.emit(new Effect.CountInconsistent(1, 0));
      Invariant.check(!object.bad().isEmpty(), "an inconsistent object has bad copies");
      if (!findings.add(object, record().finished(), repairing)) {
        Probe.reached("scrub: too many inconsistent objects");
        replica.emit(
            new Effect.Report(
                replica.group() + ": too many inconsistent objects to list " + object.object()));
      }
    }
  }

  /** Whether a comparison or an examination is under way. */
  boolean isUnderWay() {
    return underWay;
  }

  /** Checks cheap invariants. */
  void invariants() {
    round.invariants();
    Invariant.check(
        (!underWay || stage == Stage.HELD)
            && (stage == Stage.RESTING || leads)
            && (!round.isUnderWay() || underWay),
        () ->
            "group %s, a scrub that is %s: leads %s, part under way %s, round under way %s"
                .formatted(replica.group(), stage, leads, underWay, round.isUnderWay()));
  }
}
