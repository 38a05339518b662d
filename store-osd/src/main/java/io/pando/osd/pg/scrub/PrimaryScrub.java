package io.pando.osd.pg.scrub;

import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.report.group.GroupScrub;
import java.util.function.BooleanSupplier;

/**
 * Scrubs of a group on its primary in one interval: it leads them, and checks its own copies.
 *
 * <pre>
 *   PrimaryScrub: ScrubLead ─▶ ScrubRound ─▶ ScrubMember     ReplicaScrub ─▶ ScrubMember
 *               │              └── messages ──────────────────────▲
 *               └─▶ Comparison ─▶ Examination ─▶ Judge ─▶ recovery
 * </pre>
 */
public final class PrimaryScrub {
  private final Replica replica;
  private final ScrubMember member;
  private final ScrubLead lead;

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
    this.member = new ScrubMember(replica, memory);
    ScrubRound round = new ScrubRound(replica, member, memory);
    this.lead = new ScrubLead(replica, replication, recovery, round, clean);
  }

  /** The interval has ended: returns the slot and the turn. */
  public void onIntervalEnded() {
    lead.onIntervalEnded();
    member.onIntervalEnded();
  }

  /** Adopts the progress that a replica remembers, if it is later than the one known here. */
  public void onTold(ScrubRecord record) {
    if (!lead.leads() && record.isLaterThan(replica.scrub())) {
      replica.noteScrub(record);
    }
  }

  /** Handles the answer of a replica. */
  public void onAnswer(OsdId from, ScrubMessage.ScrubAnswer answer) {
    lead.round().onAnswer(from, answer);
  }

  /** Resends the open request to an OSD: messages to it may be lost. */
  public void onReset(OsdId osd) {
    lead.round().onReset(osd);
  }

  /** Handles a granted slot. */
  public void onSlot(long token) {
    lead.onSlot(token);
  }

  /** Handles a granted turn. */
  public void onTurn(long token) {
    member.onTurn(token);
  }

  /** Whether a turn was requested by a scrub, not by recovery. */
  public static boolean isTurnOf(long token) {
    return token < 0;
  }

  /** Notes that all members have everything again: repairs are complete. */
  public void onWhole() {
    lead.onWhole();
  }

  /**
   * Orders a repair session: a replica's tree differs from the primary's, and which one is wrong
   * must be found out.
   */
  public void onDiverged() {
    long _ = lead.order(ScrubSchedule.session(replica.config().scrub()));
  }

  /** Handles a tick while this OSD is primary. */
  public void onTick(long wallMillis) {
    lead.onTick(wallMillis);
  }

  /**
   * Handles an operator's order.
   *
   * @return number of scrubs that the group will have finished when this one has
   */
  public long order(ScrubKind kind) {
    return lead.order(kind);
  }

  /** The kind of the running scrub. */
  public ScrubKind running() {
    return lead.isHeld() ? replica.scrub().running() : ScrubKind.NONE;
  }

  /** Counts of inconsistencies that are not repaired. */
  public ScrubRecord.Found found() {
    return lead.found();
  }

  /** Report of the state of scrubs, for operators. */
  public GroupScrub report() {
    return lead.report();
  }

  /** Whether a comparison or an examination is under way. */
  public boolean isUnderWay() {
    return lead.isUnderWay();
  }

  /** Checks cheap invariants. */
  public void invariants() {
    lead.invariants();
    member.invariants();
  }
}
