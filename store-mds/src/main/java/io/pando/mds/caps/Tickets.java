package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests that are ready or wait for other sessions, by number and by inode. */
final class Tickets {
  private final SortedMap<Long, Ticket> byNumber = new TreeMap<>();
  private final SortedMap<Ino, SortedMap<Long, Ticket>> byInode = new TreeMap<>();
  private long arrivals;

  /** The next number in the order in which tickets and needs of open files arrive. */
  long nextArrival() {
    arrivals++;
    return arrivals;
  }

  @Nullable Ticket find(long number) {
    return byNumber.get(number);
  }

  /** The ticket with this footprint; it keeps the place in the order that it had. */
  Ticket put(Footprint footprint) {
    Ticket ticket = byNumber.get(footprint.ticket());
    if (ticket == null) {
      ticket = new Ticket(footprint, nextArrival());
      byNumber.put(ticket.number(), ticket);
    } else {
      unlink(ticket);
      ticket.replace(footprint);
    }
    for (Ino ino : footprint.inodes()) {
      byInode.computeIfAbsent(ino, _ -> new TreeMap<>()).put(ticket.order(), ticket);
    }
    return ticket;
  }

  private void unlink(Ticket ticket) {
    for (Ino ino : ticket.footprint().inodes()) {
      SortedMap<Long, Ticket> at = byInode.get(ino);
      if (at != null) {
        at.remove(ticket.order());
        if (at.isEmpty()) {
          byInode.remove(ino);
        }
      }
    }
  }

  void remove(Ticket ticket) {
    unlink(ticket);
    byNumber.remove(ticket.number());
  }

  /** Tickets that name an inode, the oldest first. */
  Collection<Ticket> at(Ino ino) {
    SortedMap<Long, Ticket> at = byInode.get(ino);
    return at == null ? List.of() : List.copyOf(at.values());
  }

  /** Inodes that tickets name. */
  List<Ino> inodes() {
    return List.copyOf(byInode.keySet());
  }

  /** Tickets of a session. */
  List<Ticket> of(long session) {
    return byNumber.values().stream().filter(it -> it.session() == session).toList();
  }

  /** What a session has to give up of an inode, because others' requests exclude it. */
  CapabilitySet forbidden(Ino ino, long session, int writers) {
    CapabilitySet forbidden = CapabilitySet.NONE;
    for (Ticket each : at(ino)) {
      if (each.session() != session) {
        forbidden = forbidden.union(each.forbidden(ino, writers));
      }
    }
    return forbidden;
  }

  /**
   * Those of some capabilities that a session does not get, because of others' requests. Needs of
   * open files give way to older requests only.
   *
   * @param needs those of {@code some} that open files need
   */
  CapabilitySet blocked(
      Ino ino, long session, CapabilitySet some, CapabilitySet needs, long needOrder) {
    CapabilitySet blocked = CapabilitySet.NONE;
    for (Ticket each : at(ino)) {
      CapabilitySet by = each.blocked(ino).intersection(some);
      CapabilitySet older = each.order() < needOrder ? by : by.minus(needs);
      if (each.session() != session && !older.isEmpty()) {
        each.hinder();
        blocked = blocked.union(older);
      }
    }
    return blocked;
  }
}
