package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.PositionRange;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.RequestNumbers;
import io.pando.osd.pg.step.Slot;
import io.pando.probe.Probe;
import io.pando.report.group.GroupScrub;
import java.util.List;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs of a group on its primary in one interval: it leads them, part by part in placement order,
 * and checks its own copies. A part is a run of leaves of the hash tree. {@link ScrubPhase} shows
 * the phases.
 *
 * <pre>
 *   PrimaryScrub ─▶ ScrubRound ─▶ ScrubMember     ReplicaScrub ─▶ ScrubMember
 *      │               └── messages ──────────────────▲
 *      └─▶ PartScrub ─▶ Comparison ─▶ Examination ─▶ AuthoritativeCopies ─▶ recovery
 * </pre>
 *
 * <p>Progress is kept across intervals, and on the replicas, so that a scrub resumes from there.
 *
 * <p>Invariants: only the leading primary requests a slot; a part is under way only while the slot
 * is held, and members get requests only then; a part lies within the group, not before the mark.
 */
public final class PrimaryScrub {
  private static final int MOST_LISTED = 100;
  private static final int PRIORITY = 1;
  private static final int PRIORITY_OF_ORDERS = 2;

  private final Replica replica;
  final ScrubRound round;
  private final ScrubNotes notes;
  private final ScrubParts parts;
  private final TreeSession session;
  private final Recovery recovery;
  private final BooleanSupplier clean;
  private final ScrubMemory memory;
  private final InconsistentObjects findings;
  private final PartScrub partScrub;
  ScrubPhase phase = ScrubPhase.RESTING;

  /** Parts in which trees differ; set in a repair session once it is known, null otherwise. */
  private @Nullable Differences differing;

  private long token;

  /**
   * Creates the scrub component with nothing under way.
   *
   * @param clean whether all members have everything, and no other work on the group is pending
   */
  public PrimaryScrub(
      Replica replica,
      PrimaryReplication replication,
      Recovery recovery,
      ScrubMemory memory,
      BooleanSupplier clean) {
    this.replica = replica;
    this.recovery = recovery;
    this.round = new ScrubRound(replica, new ScrubMember(replica, memory), memory);
    this.memory = memory;
    this.findings = memory.findings;
    this.clean = clean;
    this.notes = new ScrubNotes(replica, memory);
    this.parts = new ScrubParts(replica);
    this.session = new TreeSession(replica, round);
    this.partScrub = new PartScrub(replica, replication, recovery, round);
  }

  /** The interval has ended: returns slot and turn; the part under way will be scrubbed again. */
  public void onIntervalEnded() {
    Probe.reachedIf(phase != ScrubPhase.RESTING, "scrub: a new interval begins meanwhile");
    if (phase != ScrubPhase.RESTING) {
      replica.emit(new Effect.EndSlot(Slot.SCRUB));
    }
    findings.onPartLost();
    round.member().onIntervalEnded();
  }

  /** Adopts the progress that a replica remembers, if it is later than the one known here. */
  public void onTold(ScrubRecord told) {
    if (!memory.leads && told.isLaterThan(record())) {
      replica.noteScrub(told);
    }
  }

  /** Handles the answer of a replica. */
  public void onAnswer(MemberId from, ScrubMessage.ScrubAnswer answer) {
    round.onAnswer(from, answer);
  }

  /** Resends the open request to a member: messages to it may be lost. */
  public void onReset(MemberId member) {
    round.onReset(member);
  }

  /** Handles a granted turn. */
  public void onTurn(long given) {
    round.member().onTurn(given);
  }

  /** Whether a turn was requested by a scrub, not by recovery. */
  public static boolean isTurnOf(long token) {
    return token < 0;
  }

  private void enter(ScrubPhase next) {
    ScrubPhase before = phase;
    Invariant.check(
        before.mayPrecede(next),
        () -> "group %s: no transition from %s to %s".formatted(replica.group(), before, next));
    phase = next;
  }

  private ScrubRecord record() {
    return replica.scrub();
  }

  private ScrubLimits limits() {
    return replica.config().scrub();
  }

  /** Handles a tick while this OSD is primary. */
  public void onTick(long wallNow) {
    memory.wallMillis = wallNow;
    round.onTick();
    countRepaired();
    if (!clean.getAsBoolean()) {
      rest();
      return;
    }
    begin();
    if (record().past().sinceMillis() == 0) {
      notes.note(record().dueSince(wallNow));
    } else {
      seek();
    }
  }

  /**
   * Takes over the remembered progress, unless this OSD has led the group all along. All members
   * have reported what they remember by now, because the group is active.
   */
  private void begin() {
    if (!memory.leads) {
      memory.leads = true;
      memory.byOrder = false;
      memory.ledFromStart = false;
      findings.begin(record().found());
    }
  }

  /** Returns the slot to other groups while this group cannot scrub. */
  private void rest() {
    if (phase != ScrubPhase.RESTING && !phase.isUnderWay()) {
      Probe.reached("scrub: gives its slot back");
      enter(ScrubPhase.RESTING);
      replica.emit(new Effect.EndSlot(Slot.SCRUB));
    }
  }

  private void seek() {
    if (phase == ScrubPhase.RESTING && wanted() != ScrubKind.NONE) {
      enter(ScrubPhase.ASKING);
      int priority = record().ordered() == ScrubKind.NONE ? PRIORITY : PRIORITY_OF_ORDERS;
      token = replica.numbers().next(RequestNumbers.Of.SCRUB_SLOT);
      replica.emit(new Effect.AskSlot(Slot.SCRUB, token, priority));
    } else {
      advance();
    }
  }

  /** The scrub to go on with or to begin; {@link ScrubKind#NONE} if none. */
  private ScrubKind wanted() {
    if (record().running() == ScrubKind.NONE || supersedes()) {
      return due();
    }
    return isWithheld() ? ScrubKind.NONE : record().running();
  }

  private ScrubKind due() {
    return ScrubSchedule.next(replica.group(), record(), limits(), flags(), memory.wallMillis);
  }

  private SortedSet<ClusterFlag> flags() {
    return replica.membership().map().flags();
  }

  /** Whether a flag suspends the running scrub, which continues from its last mark afterwards. */
  private boolean isWithheld() {
    return record().running() != ScrubKind.NONE
        && !memory.byOrder
        && flags().contains(ScrubSchedule.withheldBy(record().running()));
  }

  /** Handles a granted slot. */
  public void onSlot(long given) {
    if (phase == ScrubPhase.ASKING && given == token) {
      enter(ScrubPhase.HELD);
      advance();
    }
  }

  /** The kind of the running scrub. */
  public ScrubKind running() {
    return phase.isHeld() ? record().running() : ScrubKind.NONE;
  }

  /**
   * Orders a repair session: a replica's tree differs from the primary's, and which one is wrong
   * must be found out.
   */
  public void onDiverged() {
    long _ = order(ScrubSchedule.session(limits()));
  }

  /**
   * Handles an operator's order.
   *
   * @return number of scrubs that the group will have finished when this one has
   */
  public long order(ScrubKind kind) {
    begin();
    ScrubKind pending = record().ordered();
    notes.note(record().ordered(pending.with(kind)));
    boolean alone = record().running() == ScrubKind.NONE || supersedes();
    seekIfClean();
    return record().finished() + (alone ? 1 : 2);
  }

  private void countRepaired() {
    if (!memory.leads) {
      return;
    }
    int repaired = findings.takeRepaired(recovery::isInWork);
    if (repaired > 0) {
      replica.emit(new Effect.CountInconsistent(0, repaired));
      replica.report(repaired + " inconsistent objects repaired");
    }
  }

  /** Continues after all members have everything again: repairs are complete. */
  public void onWhole() {
    countRepaired();
    advance();
  }

  private void seekIfClean() {
    if (clean.getAsBoolean() && record().past().sinceMillis() != 0) {
      seek();
    }
  }

  /** Whether the ordered scrub replaces the running one at once. */
  private boolean supersedes() {
    boolean asMuch = record().ordered().covers(record().running());
    return record().ordered() != ScrubKind.NONE && (!memory.byOrder || asMuch);
  }

  private void advance() {
    if (phase != ScrubPhase.HELD || !clean.getAsBoolean()) {
      return;
    }
    if (record().running() == ScrubKind.NONE || supersedes()) {
      ScrubKind next = due();
      if (next == ScrubKind.NONE) {
        rest();
        return;
      }
      memory.byOrder = next == record().ordered();
      memory.ledFromStart = true;
      findings.onBegun();
      differing = null;
      notes.note(record().begun(next, parts.all().first()));
      replica.report(next.label() + " scrub begins");
    } else if (isWithheld()) {
      Probe.reached("scrub: a flag suspends the running scrub");
      rest();
      return;
    }
    boolean deep = record().running().isDeep();
    if (record().running().isSession() && differing == null) {
      enter(ScrubPhase.COMPARING_TREES);
      Probe.reached("scrub: trees are compared");
      session.begin(this::onCompared);
      return;
    }
    int most = deep ? limits().deepObjects() : limits().lightObjects();
    parts
        .next(record().progress().mark(), most, differing)
        .ifPresentOrElse(part -> check(part, deep), this::reexamine);
  }

  private void onCompared(Differences found) {
    enter(ScrubPhase.HELD);
    differing = found;
    advance();
  }

  private void check(PositionRange part, boolean deep) {
    Invariant.check(
        parts.isAhead(part, record().progress().mark()),
        () ->
            "group %s scrubs %s, of %s from %d on"
                .formatted(replica.group(), part, parts.all(), record().progress().mark()));
    enter(ScrubPhase.CHECKING_PART);
    partScrub.begin(part, deep, this::onListed, () -> onPartDone(part));
  }

  private void onListed(long objects) {
    if (differing != null) {
      session.onListed(objects);
    }
  }

  private void onPartDone(PositionRange part) {
    enter(ScrubPhase.HELD);
    findings.onPartDone();
    if (supersedes()) {
      Probe.reached("scrub: another scrub was ordered that supersedes this one");
      // The operator must not mistake the end of this scrub for the end of the ordered one.
      advance();
      return;
    }
    if (part.last() == parts.all().last()) {
      reexamine();
      return;
    }
    ScrubRecord now = record().markedAt(part.last() + 1).with(findings.lasting());
    notes.onPart(now);
    advance();
  }

  /** Examines earlier findings again: they may be consistent or repairable by now. */
  private void reexamine() {
    enter(ScrubPhase.REEXAMINING);
    partScrub.examine(
        findings.left(record().finished()),
        () -> {
          enter(ScrubPhase.HELD);
          findings.onPartDone();
          onEnded();
        });
  }

  private void onEnded() {
    ScrubKind kind = record().running();
    findings.onEnded(record().finished(), memory.ledFromStart && !kind.isSession(), kind.isDeep());
    memory.byOrder = false;
    notes.note(record().ended(memory.wallMillis).with(findings.lasting()));
    replica.report(
        "%s scrub ends, %d inconsistent objects"
            .formatted(kind.label(), findings.now().inconsistent()));
    rest();
    seekIfClean();
  }

  /** Counts of inconsistencies that are not repaired. */
  public ScrubRecord.Found found() {
    return memory.leads ? findings.now() : record().found();
  }

  /** Report of the state of scrubs, for operators. */
  public GroupScrub report() {
    return new GroupScrub(
        record().with(found()),
        record().running() == ScrubKind.NONE
            ? 0
            : parts.thousandthsBefore(record().progress().mark()),
        waitsFor(),
        findings.lastFound(),
        memory.leads ? findings.list(MOST_LISTED) : List.of(),
        memory.cost);
  }

  private String waitsFor() {
    if (record().ordered() == ScrubKind.NONE && record().running() == ScrubKind.NONE) {
      return "";
    }
    if (!clean.getAsBoolean()) {
      return "the group to be active and clean";
    }
    if (phase == ScrubPhase.RESTING && isWithheld()) {
      return "the flag %s to be unset"
          .formatted(ScrubSchedule.withheldBy(record().running()).label());
    }
    return phase.waitsFor();
  }

  /** Whether a comparison or an examination is under way. */
  public boolean isUnderWay() {
    return phase.isUnderWay();
  }

  public void invariants() {
    round.invariants();
    round.member().invariants();
    Invariant.check(
        (phase == ScrubPhase.RESTING || memory.leads)
            && (!round.isUnderWay() || phase.isUnderWay()),
        () ->
            "group %s, a scrub that is %s: leads %s, round under way %s"
                .formatted(replica.group(), phase, memory.leads, round.isUnderWay()));
  }
}
