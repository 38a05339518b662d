package io.pando.mds.caps;

import io.pando.check.Invariant;
import io.pando.collect.TableByNumber;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What sessions have, by inode and by session. */
final class HoldingTable {
  private final long firstSequence;

  /** The newest holding of each inode; the others follow in a list. */
  private final TableByNumber<Holding> byInode = new TableByNumber<>();

  private long held;
  private final SortedMap<Long, SessionHoldings> bySession = new TreeMap<>();

  HoldingTable(long firstSequence) {
    this.firstSequence = firstSequence;
  }

  Collection<SessionHoldings> sessions() {
    return bySession.values();
  }

  /** The session, which has nothing if it was not known before. */
  SessionHoldings session(long number) {
    return bySession.computeIfAbsent(number, it -> new SessionHoldings(it, firstSequence));
  }

  @Nullable SessionHoldings known(long session) {
    return bySession.get(session);
  }

  @Nullable Holding find(long session, Ino ino) {
    Holding each = byInode.get(ino.value());
    while (each != null && each.session().number() != session) {
      each = each.next;
    }
    return each;
  }

  /** All sessions' holdings of an inode. */
  List<Holding> of(Ino ino) {
    Holding first = byInode.get(ino.value());
    if (first == null) {
      return List.of();
    }
    if (first.next == null) {
      return List.of(first);
    }
    List<Holding> all = new ArrayList<>();
    for (Holding each = first; each != null; each = each.next) {
      all.add(each);
    }
    return all;
  }

  /** Number of holdings of all sessions. */
  long held() {
    return held;
  }

  /** Inodes that sessions have, by number. */
  List<Ino> inodes() {
    return byInode.values().stream().map(Holding::ino).toList();
  }

  /** The session's holding of an inode, an empty one if it has none. */
  Holding obtain(long session, Ino ino) {
    SessionHoldings of = session(session);
    Holding found = find(session, ino);
    if (found != null) {
      return found;
    }
    Holding first = byInode.get(ino.value());
    Holding made = new Holding(of, first == null ? ino : first.ino());
    made.next = first;
    byInode.put(ino.value(), made);
    of.add(made);
    held++;
    return made;
  }

  /** The session has nothing of the inode any more. */
  void remove(Holding holding) {
    Ino ino = holding.ino();
    SessionHoldings session = holding.session();
    session.remove(holding);
    held--;
    session.revokedSince().remove(ino);
    session.questions().remove(ino);
    session.heldOffUntil().remove(ino);
    Holding first = Invariant.present(byInode.get(ino.value()), () -> "a holding of no inode");
    if (first == holding) {
      if (holding.next == null) {
        byInode.remove(ino.value());
      } else {
        byInode.put(ino.value(), holding.next);
      }
    } else {
      Holding before = first;
      while (before.next != holding) {
        before = Invariant.present(before.next, () -> "a holding that its inode lacks");
      }
      before.next = holding.next;
    }
    holding.next = null;
  }

  void remove(long session) {
    bySession.remove(session);
  }

  /** Checks that no two sessions have capabilities of an inode of which one excludes the other. */
  void check(Ino ino) {
    List<Holding> holders = of(ino);
    Others excluded = new Others();
    holders.forEach(each -> excluded.add(each.given().excluded()));
    for (Holding each : holders) {
      CapabilitySet given = each.given();
      CapabilitySet conflict = given.intersection(excluded.without(given.excluded()));
      Invariant.check(
          conflict.isEmpty(),
          () ->
              "session %d has %s of inode %s, which another session excludes"
                  .formatted(each.session().number(), conflict, ino));
      Invariant.check(
          given.containsAll(each.asked()), "a capability was asked back that was not given");
    }
  }

  void check() {
    inodes().forEach(this::check);
    Invariant.check(
        held == bySession.values().stream().mapToLong(SessionHoldings::held).sum(),
        "holdings are counted twice, or not at all");
    for (SessionHoldings session : bySession.values()) {
      session
          .holdings()
          .forEach(each -> Invariant.check(!each.isEmpty(), "a holding of nothing is kept"));
    }
  }
}
