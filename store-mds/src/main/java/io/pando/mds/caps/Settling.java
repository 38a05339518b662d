package io.pando.mds.caps;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.CapabilityGrant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings what sessions have of an inode nearer to what they should have ({@link Sharing}) and to
 * what requests exclude ({@link Tickets}): asks back what conflicts, grants what is free, and tells
 * requests that are ready.
 *
 * <p>Requests and needs of open files (READ, WRITE, LAZY) are served in the order of their arrival:
 *
 * <ul>
 *   <li>A request is ready once no other session may have anything that it forbids, and no older
 *       need that it forbids is unmet.
 *   <li>A need is met once no session may have anything that excludes it, and no older request
 *       forbids it. A capability that a session gave back and still needs is a new need.
 *   <li>All else is granted only if no request forbids it.
 * </ul>
 *
 * So the oldest of them waits only for clients to answer; requests never wait for each other, since
 * the server executes one at a time; and an inode that is always asked for is still written.
 */
final class Settling {
  /** A session may get optional capabilities of an inode again. */
  private record HoldOff(long session, Ino ino, long untilNanos) {}

  private final CapabilityLimits limits;
  private final HoldingTable table;
  private final Tickets tickets;
  private final WriteRanges ranges;
  private final Consumer<CapabilityEffect> out;
  private final Deque<HoldOff> holdOffs = new ArrayDeque<>();
  private long revocations;

  Settling(
      CapabilityLimits limits,
      HoldingTable table,
      Tickets tickets,
      WriteRanges ranges,
      Consumer<CapabilityEffect> out) {
    this.limits = limits;
    this.table = table;
    this.tickets = tickets;
    this.ranges = ranges;
    this.out = out;
  }

  /** Number of times that a session was asked to give capabilities back. */
  long revocations() {
    return revocations;
  }

  static int writers(List<Holding> holders) {
    int writers = 0;
    for (Holding each : holders) {
      writers += each.writes() ? 1 : 0;
    }
    return writers;
  }

  /** Something about the inode changed. */
  void settle(long now, Ino ino) {
    List<Holding> holders = table.of(ino);
    Sharing sharing = Sharing.of(holders);
    revoke(now, holders, sharing);
    if (grant(now, holders, sharing)) {
      revoke(now, holders, sharing);
    }
    for (Ticket each : tickets.at(ino)) {
      if (each.isWaiting()) {
        ask(now, ino, each, holders);
        if (isFree(each)) {
          each.waiting(false);
          out.accept(new CapabilityEffect.Ready(each.number()));
        }
      }
    }
  }

  /**
   * What a session should have now: optional capabilities that it lost a moment ago are not part of
   * it.
   */
  private CapabilitySet share(long now, Holding holding, Sharing sharing) {
    return sharing.share(holding).minus(withheld(now, holding.session(), holding.ino()));
  }

  private static CapabilitySet withheld(long now, SessionHoldings session, Ino ino) {
    Long until = session.heldOffUntil().get(ino);
    return until != null && until - now > 0 ? Kinds.OPTIONAL : CapabilitySet.NONE;
  }

  // Asking back

  private void revoke(long now, List<Holding> holders, Sharing sharing) {
    Others excluded = new Others();
    for (Holding each : holders) {
      excluded.add(share(now, each, sharing).excluded());
    }
    int writers = writers(holders);
    for (Holding each : holders) {
      CapabilitySet own = share(now, each, sharing).excluded();
      CapabilitySet in = tickets.forbidden(each.ino(), each.session().number(), writers);
      CapabilitySet lost = each.given().intersection(excluded.without(own).union(in));
      if (!each.asked().containsAll(lost)) {
        revoke(now, each, lost.minus(each.asked()));
      }
    }
  }

  private void revoke(long now, Holding holding, CapabilitySet lost) {
    SessionHoldings session = holding.session();
    Ino ino = holding.ino();
    holding.askBack(lost);
    session.revokedSince().putIfAbsent(ino, now);
    if (Kinds.meet(lost, Kinds.OPTIONAL)) {
      long until = now + limits.holdOffNanos();
      session.heldOffUntil().put(ino, until);
      holdOffs.addLast(new HoldOff(session.number(), ino, until));
    }
    CapabilitySet keep = holding.given().minus(holding.asked());
    revocations++;
    out.accept(new CapabilityEffect.Revoke(session.number(), ino, keep, session.nextSequence()));
  }

  /** Asks the only writer of a file for its state, once for all requests that wait. */
  private void ask(long now, Ino ino, Ticket ticket, List<Holding> holders) {
    if (!ticket.isExact(ino) || writers(holders) != 1) {
      return;
    }
    for (Holding each : holders) {
      SessionHoldings session = each.session();
      boolean other = session.number() != ticket.session();
      if (other && each.writes() && !ticket.hasAsked(ino, session.number())) {
        ask(now, ino, session);
      }
    }
  }

  private void ask(long now, Ino ino, SessionHoldings session) {
    if (session.questions().containsKey(ino)) {
      // Its answer may be older than this request, so that the next question is for it.
      return;
    }
    long sequence = session.nextSequence();
    session.questions().put(ino, new SessionHoldings.Question(sequence, now));
    out.accept(new CapabilityEffect.AskState(session.number(), ino, sequence));
    for (Ticket each : tickets.at(ino)) {
      if (each.isExact(ino) && !each.hasAsked(ino, session.number())) {
        each.ask(ino, session.number());
      }
    }
  }

  // Granting

  private boolean grant(long now, List<Holding> holders, Sharing sharing) {
    Others excluded = new Others();
    holders.forEach(each -> excluded.add(each.given().excluded()));
    boolean granted = false;
    for (Holding each : holders) {
      CapabilitySet lacking = share(now, each, sharing).minus(each.given());
      CapabilitySet own = each.given().excluded();
      CapabilitySet free = lacking.minus(excluded.without(own));
      CapabilitySet some = writable(each, notBlocked(each, free));
      if (!some.isEmpty()) {
        granted = true;
        out.accept(new CapabilityEffect.Grant(each.session().number(), give(each, some)));
      }
    }
    return granted;
  }

  private CapabilitySet notBlocked(Holding holding, CapabilitySet some) {
    return some.minus(
        tickets.blocked(
            holding.ino(), holding.session().number(), some, holding.unmet(), holding.needOrder()));
  }

  /** The same without capabilities for which the journal has no range yet; it is requested. */
  private CapabilitySet writable(Holding holding, CapabilitySet some) {
    if (!Kinds.meet(some, Kinds.WRITES)) {
      return some;
    }
    if (!ranges.isJournaled(holding.ino())) {
      ranges.request(holding.session().number(), holding.ino(), 0);
      return some.minus(Kinds.WRITES);
    }
    boolean writes = holding.given().union(some).contains(Capability.WRITE);
    return writes ? some : some.minus(Kinds.WRITES);
  }

  private CapabilityGrant give(Holding holding, CapabilitySet some) {
    long sequence = holding.session().nextSequence();
    holding.give(some, sequence);
    if (holding.writes()) {
      holding.writableTo(ranges.end(holding.ino()));
    }
    table.check(holding.ino());
    return new CapabilityGrant(holding.ino(), some, sequence, holding.writableTo());
  }

  /**
   * Grants those of some capabilities that conflict with no other session and no request. Null if
   * that is none of them.
   */
  @Nullable CapabilityGrant offer(long now, long session, Ino ino, CapabilitySet some) {
    Holding before = table.find(session, ino);
    CapabilitySet given = before == null ? CapabilitySet.NONE : before.given();
    CapabilitySet add = some.minus(given);
    if (add.isEmpty()) {
      return null;
    }
    List<Holding> holders = table.of(ino);
    Sharing sharing = Sharing.of(holders);
    for (Holding each : holders) {
      if (each != before) {
        add = add.minus(each.given().excluded()).minus(share(now, each, sharing).excluded());
      }
    }
    add = add.minus(tickets.blocked(ino, session, add, CapabilitySet.NONE, 0));
    add = add.minus(withheld(now, table.session(session), ino));
    boolean writes = ranges.isJournaled(ino) && given.union(add).contains(Capability.WRITE);
    add = writes ? add : add.minus(Kinds.WRITES);
    return add.isEmpty() ? null : give(table.obtain(session, ino), add);
  }

  /** Tells sessions that write a file up to where they may now. */
  void extend(Ino ino) {
    for (Holding each : table.of(ino)) {
      if (each.writes() && each.writableTo() < ranges.end(ino)) {
        each.writableTo(ranges.end(ino));
        tellRange(each);
      }
    }
  }

  /** Tells a session up to where it may write a file. */
  void tellRange(Holding holding) {
    SessionHoldings session = holding.session();
    CapabilityGrant grant =
        new CapabilityGrant(
            holding.ino(), CapabilitySet.NONE, session.nextSequence(), holding.writableTo());
    out.accept(new CapabilityEffect.Grant(session.number(), grant));
  }

  // Requests

  /** Whether a request can be executed. */
  boolean isFree(Ticket ticket) {
    for (Ino ino : ticket.footprint().inodes()) {
      if (!isFree(ticket, ino, table.of(ino))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFree(Ticket ticket, Ino ino, List<Holding> holders) {
    CapabilitySet forbidden = ticket.forbidden(ino, writers(holders));
    CapabilitySet blocked = ticket.blocked(ino);
    for (Holding each : holders) {
      long session = each.session().number();
      boolean olderNeed = each.needOrder() < ticket.order() && Kinds.meet(each.unmet(), blocked);
      boolean silent = ticket.isExact(ino) && each.writes() && !ticket.isAnswered(ino, session);
      boolean excludes = olderNeed || silent || Kinds.meet(each.given(), forbidden);
      if (session != ticket.session() && excludes) {
        return false;
      }
    }
    return true;
  }

  /** Sessions get optional capabilities again that they lost some time ago. */
  void onTime(long now) {
    while (!holdOffs.isEmpty() && holdOffs.getFirst().untilNanos - now <= 0) {
      HoldOff over = holdOffs.removeFirst();
      SessionHoldings session = table.known(over.session);
      Long until = session == null ? null : session.heldOffUntil().get(over.ino);
      if (session != null && until != null && until == over.untilNanos) {
        session.heldOffUntil().remove(over.ino);
        settle(now, over.ino);
      }
    }
  }
}
