package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.MdsSize;
import io.pando.mds.work.RankFigures;
import io.pando.message.FileMessage.UpdateCapabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities of all sessions of a rank (paper 003, 3.2.1).
 *
 * <p>A machine: effects go to the sink, which must not call the machine; time is an argument, in
 * monotonic nanoseconds. Which capabilities a session should have is in {@link Sharing}; the order
 * in which requests and open files are served, in {@link Settling}.
 *
 * <p>Sessions are numbers, and need not be announced. Sequence numbers of grants and revocations
 * ascend in a session, over all inodes. A message of a session is judged by the grants that it
 * knew: it cannot give up a grant that had not arrived.
 *
 * <p>Invariants: no two sessions may have capabilities of an inode of which one excludes the other,
 * where a session may have a granted capability until it gave it up; a session may write a file
 * only after the journal has a range for that; nothing that a request in progress forbids is
 * granted.
 */
public final class Capabilities {
  /** A session that has not answered for so long is late: half of the usual lease. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * A session writes a file, as it said after a fail-over. It may wait for a range that it has: a
   * former holder of the rank may have journaled that and not told the session.
   */
  private record Writing(long session, Ino ino, @Nullable FileState state) {}

  private final Consumer<CapabilityEffect> out;
  private final CapabilityLimits limits;
  private final HoldingTable table;
  private final Tickets tickets = new Tickets();
  private final WriteRanges ranges;
  private final Settling settling;
  private final Recalls recalls;
  private final List<Writing> writing = new ArrayList<>();
  private boolean reconnecting;

  /**
   * No session has anything.
   *
   * @param firstSequence sequence numbers are larger than this, and than those of the rank's former
   *     holders
   * @param reconnecting whether sessions have capabilities from a former holder of the rank: then
   *     nothing is granted or reserved before {@link #onReconnected}
   */
  public Capabilities(
      CapabilityLimits limits,
      long firstSequence,
      boolean reconnecting,
      Consumer<CapabilityEffect> out) {
    this.limits = limits;
    this.reconnecting = reconnecting;
    this.out = out;
    this.table = new HoldingTable(firstSequence);
    this.ranges = new WriteRanges(limits, out);
    this.settling = new Settling(limits, table, tickets, ranges, out);
    this.recalls = new Recalls(limits.recall(), out);
  }

  private void settle(long now, Ino ino) {
    if (!reconnecting) {
      settling.settle(now, ino);
    }
  }

  // Requests

  /**
   * Reserves what a request needs. True if the request can be executed now. False if it waits for
   * other sessions: {@link CapabilityEffect.Ready} tells when it is to be tried again. Until {@link
   * #release}, no session gets what the footprint forbids.
   *
   * @param wanted replaces what the same ticket asked for before; it keeps its place in the order,
   *     and a file whose writer told its state for this ticket is not asked again
   */
  public boolean reserve(long now, Footprint wanted) {
    Ticket before = tickets.find(wanted.ticket());
    SortedSet<Ino> changed = new TreeSet<>();
    if (before != null && before.isHindering()) {
      changed.addAll(before.footprint().inodes());
    }
    Ticket ticket = tickets.put(wanted);
    ticket.waiting(reconnecting || !settling.isFree(ticket));
    if (!ticket.isWaiting()) {
      changed.forEach(ino -> settle(now, ino));
      return true;
    }
    changed.addAll(wanted.inodes());
    changed.forEach(ino -> settle(now, ino));
    return false;
  }

  /** The request was executed, or is not executed: it reserves nothing any more. */
  public void release(long now, long ticket) {
    Ticket released = tickets.find(ticket);
    if (released != null) {
      tickets.remove(released);
      if (released.isHindering()) {
        released.footprint().inodes().forEach(ino -> settle(now, ino));
      }
    }
  }

  /**
   * Grants capabilities with an answer: those of {@code some} that no other session excludes, wants
   * to exclude, or has reserved. Null if that is none, and if the session, or all together, have
   * too many inodes.
   *
   * <p>The answer has to be sent at once: the sequence number is that of the session's newest
   * message. The inode in it has to be as it is now.
   *
   * @param some what is useful for the type of the inode; capabilities to write are granted if
   *     {@link #rangeJournaled} was called
   */
  public @Nullable CapabilityGrant offer(long now, long session, Ino ino, CapabilitySet some) {
    SessionHoldings of = table.session(session);
    return reconnecting || recalls.isFull(table, of)
        ? null
        : settling.offer(now, session, ino, some);
  }

  /**
   * The same for a file that the session makes to write it: it gets them also if it has too many
   * inodes.
   */
  public @Nullable CapabilityGrant offerMade(long now, long session, Ino ino, CapabilitySet some) {
    return settling.offer(now, session, ino, some);
  }

  // Messages of sessions

  /**
   * A session told what it keeps and wants of an inode. The caller has checked that the inode
   * exists, and what the session may want of it.
   */
  public void onUpdate(long now, long session, UpdateCapabilities update) {
    Ino ino = update.ino();
    Holding found = table.find(session, ino);
    String violation =
        ClientRules.violation(limits.recall(), table.session(session), found, update);
    if (violation != null) {
      out.accept(new CapabilityEffect.Violation(session, violation));
    } else if (found != null || !update.wanted().isEmpty()) {
      update(now, found == null ? table.obtain(session, ino) : found, update);
    }
  }

  private void update(long now, Holding holding, UpdateCapabilities update) {
    SessionHoldings session = holding.session();
    Ino ino = holding.ino();
    CapabilitySet wantedBefore = holding.wanted();
    // Without a capability to write when it was sent, it is a repeated message: its state is known.
    CapabilitySet givenThen = holding.givenAt(update.sequence());
    FileState state = Kinds.meet(givenThen, Kinds.CHANGES) ? update.state() : null;
    long writableTo = holding.writableTo();
    CapabilitySet unmet = holding.unmet();
    holding.keep(update.has(), update.sequence());
    holding.want(update.wanted());
    if (!unmet.containsAll(holding.unmet())) {
      holding.needsFrom(tickets.nextArrival());
    }
    if (state != null) {
      out.accept(new CapabilityEffect.State(session.number(), ino, state.within(writableTo)));
    }
    answered(holding, update.sequence());
    if (holding.isEmpty()) {
      table.remove(holding);
    }
    onLess(ino, wantedBefore);
    settle(now, ino);
    if (state != null) {
      extend(holding, state);
    }
  }

  /** Questions and revocations that a message of the session answers. */
  private void answered(Holding holding, long sequence) {
    SessionHoldings session = holding.session();
    Ino ino = holding.ino();
    if (holding.asked().isEmpty()) {
      session.revokedSince().remove(ino);
    }
    SessionHoldings.Question question = session.questions().get(ino);
    if (question != null && (question.sequence() <= sequence || !holding.writes())) {
      session.questions().remove(ino);
      tickets.at(ino).forEach(each -> each.onAnswer(ino, session.number()));
    }
  }

  /** A session may have less of an inode, or want less, than before. */
  private void onLess(Ino ino, CapabilitySet wantedBefore) {
    boolean open = false;
    boolean written = false;
    for (Holding each : table.of(ino)) {
      open |= !each.wanted().isEmpty();
      written |= each.writes() || Kinds.meet(each.wanted(), Kinds.WRITES);
    }
    if (!written && ranges.isJournaled(ino)) {
      ranges.forget(ino);
      out.accept(new CapabilityEffect.WritersGone(ino));
    }
    if (!open && !wantedBefore.isEmpty()) {
      out.accept(new CapabilityEffect.Closed(ino));
    }
  }

  /**
   * A session told what it has from a former holder of the rank. A claim that conflicts with that
   * of another session is a violation, and the session has nothing of the inode.
   */
  public void onReconnect(long session, HeldCapability held) {
    Ino ino = held.ino();
    String conflict = conflict(session, held);
    if (conflict != null) {
      out.accept(new CapabilityEffect.Violation(session, conflict));
      return;
    }
    if (held.held().isEmpty() && held.wanted().isEmpty()) {
      return;
    }
    Holding holding = table.obtain(session, ino);
    holding.claim(held.held());
    holding.want(held.wanted());
    holding.needsFrom(tickets.nextArrival());
    holding.writableTo(holding.writes() ? ranges.end(ino) : 0);
    FileState state = held.state();
    if (state != null && Kinds.meet(held.held(), Kinds.CHANGES)) {
      out.accept(new CapabilityEffect.State(session, ino, state.within(ranges.end(ino))));
    }
    if (holding.writes()) {
      writing.add(new Writing(session, ino, state));
    }
  }

  private @Nullable String conflict(long session, HeldCapability held) {
    for (Holding each : table.of(held.ino())) {
      long other = each.session().number();
      if (other == session) {
        return "claims inode %s twice".formatted(held.ino());
      }
      if (each.given().conflictsWith(held.held())) {
        return "claims %s of inode %s, where session %d has %s"
            .formatted(held.held(), held.ino(), other, each.given());
      }
    }
    return null;
  }

  /**
   * A session continues over another connection: messages that were sent before are lost if they
   * have not arrived, and it gets those that are sent from now on. {@link #onResumed} follows.
   */
  public void onResuming(long session) {
    SessionHoldings of = table.session(session);
    of.resumedAt(of.sequence());
  }

  /**
   * A session told what it had when it learned that it continues. Messages that were on their way
   * to it then are lost: grants that it does not know are taken back, and revocations are sent once
   * more. It cannot have more than it was given.
   *
   * @param mayMake whether the session may make an inode: then it may have written a file ahead of
   *     the request for it, which was lost
   */
  public void onResumed(long now, long session, List<HeldCapability> held, Predicate<Ino> mayMake) {
    SortedMap<Ino, HeldCapability> claims = new TreeMap<>();
    held.forEach(each -> claims.put(each.ino(), each));
    SessionHoldings of = table.session(session);
    for (HeldCapability claim : claims.values()) {
      Holding known = table.find(session, claim.ino());
      boolean given = known != null && known.given().containsAll(claim.held());
      boolean ahead = known == null && mayMake.test(claim.ino());
      if (!claim.held().isEmpty() && !given && !ahead) {
        out.accept(
            new CapabilityEffect.Violation(
                session, "claims %s of inode %s".formatted(claim.held(), claim.ino())));
        return;
      }
    }
    SortedSet<Ino> changed = new TreeSet<>(claims.keySet());
    of.holdings().forEach(each -> changed.add(each.ino()));
    changed.forEach(ino -> resume(session, ino, claims.get(ino)));
    changed.forEach(ino -> settle(now, ino));
  }

  private void resume(long session, Ino ino, @Nullable HeldCapability claim) {
    Holding known = table.find(session, ino);
    boolean nothing = claim == null || (claim.wanted().isEmpty() && claim.held().isEmpty());
    if (known == null && nothing) {
      return;
    }
    Holding holding = known == null ? table.obtain(session, ino) : known;
    CapabilitySet wantedBefore = holding.wanted();
    long writableTo = holding.writableTo();
    boolean changed = Kinds.meet(holding.given(), Kinds.CHANGES);
    SessionHoldings of = holding.session();
    holding.resume(claim == null ? CapabilitySet.NONE : claim.held(), of.resumedAt());
    holding.want(claim == null ? CapabilitySet.NONE : claim.wanted());
    if (!holding.unmet().isEmpty()) {
      holding.needsFrom(tickets.nextArrival());
    }
    FileState state = claim == null ? null : claim.state();
    if (state != null && changed) {
      out.accept(new CapabilityEffect.State(session, ino, state.within(writableTo)));
    }
    of.revokedSince().remove(ino);
    SessionHoldings.Question question = of.questions().get(ino);
    // The session gets a newer question, and its answer: it may write until then.
    if (question != null && question.sequence() <= of.resumedAt()) {
      of.questions().remove(ino);
      tickets.at(ino).forEach(each -> each.onAnswer(ino, session));
    }
    if (holding.isEmpty()) {
      table.remove(holding);
    } else if (holding.writes()) {
      settling.tellRange(holding);
      if (state != null) {
        extend(holding, state);
      }
    }
    onLess(ino, wantedBefore);
  }

  /** All sessions have told what they have, or were evicted: capabilities are granted from now. */
  public void onReconnected(long now) {
    reconnecting = false;
    for (Ino ino : table.inodes()) {
      settle(now, ino);
    }
    tickets.inodes().forEach(ino -> settle(now, ino));
    for (Writing each : writing) {
      Holding holding = table.find(each.session(), each.ino());
      if (holding != null && holding.writes()) {
        settling.tellRange(holding);
        if (each.state() != null) {
          extend(holding, each.state());
        }
      }
    }
    writing.clear();
  }

  /**
   * A session is over. If it was evicted, the caller has fenced it and recovered the files of
   * {@link #writing} before, because other sessions may read them now.
   */
  public void sessionGone(long now, long session) {
    List<Ticket> of = tickets.of(session);
    of.forEach(tickets::remove);
    SortedSet<Ino> changed = new TreeSet<>();
    of.forEach(each -> changed.addAll(each.footprint().inodes()));
    SessionHoldings gone = table.session(session);
    for (Holding each : gone.holdings()) {
      changed.add(each.ino());
      table.remove(each);
      onLess(each.ino(), each.wanted());
    }
    table.remove(session);
    changed.forEach(ino -> settle(now, ino));
  }

  // Ranges to write

  /**
   * The journal says that a file may be written up to an offset.
   *
   * @param to bytes; no smaller than the size
   */
  public void rangeJournaled(long now, Ino ino, long to) {
    boolean requested = ranges.isRequested(ino);
    ranges.onJournaled(ino, to);
    settling.extend(ino);
    settle(now, ino);
    if (requested) {
      onLess(ino, CapabilitySet.NONE);
    }
  }

  /** A session makes a file with a range; it uses that once the journal has it. */
  public void onMade(Ino ino, long to) {
    ranges.onJournaled(ino, to);
    settling.extend(ino);
  }

  /** The journal has no range of a file any more. No session must be able to write it. */
  public void forgetRange(Ino ino) {
    ranges.forgetJournaled(ino);
  }

  /** Whether a session writes a file, or waits until the journal allows that. */
  public boolean needsRange(Ino ino) {
    return ranges.isRequested(ino) || isWritten(ino);
  }

  /** Up to where the journal says that a file may be written; 0 if it has no range. */
  public long range(Ino ino) {
    return ranges.end(ino);
  }

  /** A session comes near to where it may write, or waits to write further. */
  private void extend(Holding holding, FileState state) {
    long reached = Math.max(state.size(), state.reach());
    if (holding.writes()
        && Kinds.meet(holding.wanted(), Kinds.WRITES)
        && ranges.isShort(holding.ino(), reached)) {
      ranges.request(holding.session().number(), holding.ino(), reached);
    }
  }

  // Time

  /**
   * Recalls what sessions have too much of, and grants optional capabilities after the hold-off.
   */
  public void onTime(long now) {
    if (!reconnecting) {
      settling.onTime(now);
      table.sessions().forEach(each -> recalls.onTime(now, each));
    }
  }

  /**
   * Sessions that have not done what they were asked for.
   *
   * @param limitNanos for how long at least
   */
  public List<UnansweredRevocation> overdue(long now, long limitNanos) {
    List<UnansweredRevocation> overdue = new ArrayList<>();
    for (SessionHoldings session : table.sessions()) {
      session
          .revokedSince()
          .forEach((ino, since) -> {
            if (now - since >= limitNanos) {
              overdue.add(new UnansweredRevocation(session.number(), ino, since));
            }
          });
      session
          .questions()
          .forEach((ino, question) -> {
            if (now - question.sinceNanos() >= limitNanos
                && !session.revokedSince().containsKey(ino)) {
              overdue.add(new UnansweredRevocation(session.number(), ino, question.sinceNanos()));
            }
          });
    }
    return overdue;
  }

  // Questions

  /** What a session may have of an inode. */
  public CapabilitySet given(long session, Ino ino) {
    Holding holding = table.find(session, ino);
    return holding == null ? CapabilitySet.NONE : holding.given();
  }

  /** Whether a session has or wants something of an inode, or a request needs it. */
  public boolean isUsed(Ino ino) {
    return !table.of(ino).isEmpty() || !tickets.at(ino).isEmpty();
  }

  /** Whether a session has or wants something of an inode. */
  public boolean isUsedBy(long session, Ino ino) {
    return table.find(session, ino) != null;
  }

  /** Number of capabilities of inodes, over all sessions. */
  public long heldByAll() {
    return table.held();
  }

  /** Sets the figures of capabilities. */
  public void report(long now, RankFigures into) {
    into.size(MdsSize.CAPABILITIES, heldByAll());
    into.size(MdsSize.LATE_REVOCATIONS, overdue(now, LATE_NANOS).size());
    into.count(MdsCount.REVOCATIONS, settling.revocations());
  }

  /**
   * Asks all sessions to give up what they do not need, each in proportion to what it has. A
   * session is asked once in an interval at most.
   *
   * @param most of how many inodes they may have capabilities, over all sessions
   */
  public void recall(long now, long most) {
    long all = heldByAll();
    if (!reconnecting && all > most) {
      for (SessionHoldings each : table.sessions()) {
        long share = (long) (each.held() * ((double) most / all));
        recalls.recall(now, each, share);
      }
    }
  }

  /** Number of inodes of which a session has or wants something. */
  public int held(long session) {
    SessionHoldings of = table.known(session);
    return of == null ? 0 : of.held();
  }

  /** Whether a session has as many inodes as it may: its requests should wait. */
  public boolean isOverLimit(long session) {
    return held(session) >= limits.recall().most();
  }

  /** Whether a session has the inode open. */
  public boolean isOpen(Ino ino) {
    return table.of(ino).stream().anyMatch(each -> !each.wanted().isEmpty());
  }

  /** Whether a session may have written the file without telling. */
  public boolean isWritten(Ino ino) {
    return Settling.writers(table.of(ino)) > 0;
  }

  /** Files that a session may have written without telling. */
  public SortedSet<Ino> writing(long session) {
    SortedSet<Ino> writing = new TreeSet<>();
    SessionHoldings of = table.known(session);
    if (of != null) {
      of.holdings().stream().filter(Holding::writes).forEach(each -> writing.add(each.ino()));
    }
    return writing;
  }

  /** Checks the invariants; costs time in proportion to the inodes. */
  public void invariants() {
    table.check();
  }
}
