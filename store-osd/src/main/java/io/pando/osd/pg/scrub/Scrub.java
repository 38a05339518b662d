package io.pando.osd.pg.scrub;

import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import io.pando.report.GroupScrub;
import java.util.function.BooleanSupplier;

/**
 * The scrubbing of a group, in whatever role this OSD has: as primary it leads, as replica it looks
 * at its own copies when it is asked.
 *
 * <pre>
 *   primary: ScrubLead ─▶ ScrubRound ─▶ ScrubMember        replica: ScrubGuest ─▶ ScrubMember
 *               │              └── messages ───────────────────────────▲
 *               └─▶ Comparison ─▶ Examination ─▶ Judge ─▶ recovery
 * </pre>
 */
public final class Scrub {
  private final Replica replica;
  private final ScrubMember member;
  private final ScrubGuest guest;
  private final ScrubLead lead;

  /**
   * Nothing is under way.
   *
   * @param clean whether this OSD leads the group, all members have everything, and nothing else is
   *     to be done with it
   */
  public Scrub(
      Replica replica, PrimaryReplication replication, Recovery recovery, BooleanSupplier clean) {
    this.replica = replica;
    this.member = new ScrubMember(replica);
    this.guest = new ScrubGuest(replica, member);
    ScrubRound round = new ScrubRound(replica, member);
    this.lead = new ScrubLead(replica, replication, recovery, round, clean);
  }

  /**
   * A new interval: what was under way is done anew, from the last mark on.
   *
   * @param primary whether this OSD leads the group in it
   */
  public void reset(boolean primary) {
    guest.reset();
    lead.reset(primary);
    member.reset();
  }

  /** The primary asks. */
  public void onAsk(Peer via, ScrubMessage.AskScrub ask) {
    guest.onAsk(via, ask);
  }

  /** The primary has got further. */
  public void onRemember(ScrubMessage.RememberScrub remember) {
    if (!remember.record().equals(replica.scrub())) {
      replica.noteScrub(remember.record());
    }
  }

  /** A replica tells how far the group was when it last heard of it; it may know more. */
  public void onTold(ScrubRecord record) {
    if (!lead.leads() && record.isLaterThan(replica.scrub())) {
      replica.noteScrub(record);
    }
  }

  /** A replica has done what it was asked. */
  public void onAnswer(OsdId from, ScrubMessage.ScrubAnswer answer) {
    lead.round().onAnswer(from, answer);
  }

  /** What was under way to this OSD may be lost. */
  public void onReset(OsdId osd) {
    lead.round().onReset(osd);
  }

  /** A slot of a scrub is there. */
  public void onSlot(Slot slot, long token) {
    if (slot == Slot.SCRUB) {
      lead.onSlot(token);
    } else {
      guest.onSlot(token);
    }
  }

  /** The group may look at some objects. */
  public void onTurn(long token) {
    member.onTurn(token);
  }

  /** Whether such a turn was asked for here, not by recovery. */
  public static boolean isTurnOf(long token) {
    return token < 0;
  }

  /** What was bad is repaired. */
  public void onWhole() {
    lead.onWhole();
  }

  /** A replica's tree is not what the primary's is: whoever is wrong, that has to be found out. */
  public void onDiverged() {
    long _ = lead.order(ScrubSchedule.session(replica.config().scrub()));
  }

  /** Time has passed; this OSD leads the group. */
  public void onTick(long wallMillis) {
    lead.onTick(wallMillis);
  }

  /**
   * An operator wants it.
   *
   * @return how many scrubs the group will have finished once this one is
   */
  public long order(ScrubKind kind) {
    return lead.order(kind);
  }

  /** What runs now. */
  public ScrubKind running() {
    return lead.isHeld() ? replica.scrub().running() : ScrubKind.NONE;
  }

  /** What was found and is not repaired. */
  public ScrubRecord.Found found() {
    return lead.found();
  }

  /** How it stands, for people. */
  public GroupScrub report() {
    return lead.report();
  }

  /** Whether something is compared or looked at. */
  public boolean isUnderWay() {
    return lead.isUnderWay();
  }

  /** What a few comparisons tell. */
  public void invariants() {
    lead.invariants();
    guest.invariants();
    member.invariants();
  }
}
