package io.pando.client.fs.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server was told of inodes and may lose. The newest update of an inode may be lost with
 * the connection as long as no renewal of the lease that was sent after it was answered. A state
 * that has arrived may be lost with the server as long as that has not said that its journal has
 * all that came before a renewal which was sent after the state. A successor that fails may lose
 * the states that it was told, too.
 */
final class Unproven {
  /**
   * An update.
   *
   * @param told number that it named
   * @param renewal number of the newest renewal before it
   * @param state what it said of the file, or one before it that may be lost as well; null for
   *     nothing
   * @param returned capabilities that were given up with the state, or since
   */
  record Update(long told, long renewal, @Nullable FileState state, CapabilitySet returned) {
    private Update with(@Nullable FileState other, CapabilitySet alsoReturned) {
      return new Update(told, renewal, other, alsoReturned);
    }

    private Update after(Update before) {
      return state == null ? with(before.state, returned.union(before.returned)) : this;
    }
  }

  /**
   * A state that the server was told.
   *
   * @param renewal number of the newest renewal before it
   */
  private record Told(FileState state, long renewal) {
    private Told cutTo(long size) {
      return new Told(cut(state, size), renewal);
    }
  }

  /** By inode, in the order of sending. */
  private final Map<Ino, Update> updates = new LinkedHashMap<>();

  /** States that the server has, in the order in which the client learned of it. */
  private final Map<Ino, Told> arrived = new LinkedHashMap<>();

  /** States that a successor was told when the session continued there, in the order of telling. */
  private final Map<Ino, Told> claimed = new LinkedHashMap<>();

  void add(Ino ino, Update update) {
    Update before = updates.remove(ino);
    updates.put(ino, before == null ? update : update.after(before));
  }

  /** The file is cut by this client: what it told before must not make it longer once more. */
  void cut(Ino ino, long size) {
    updates.computeIfPresent(
        ino,
        (_, update) -> {
          FileState told = update.state();
          return told == null ? update : update.with(cut(told, size), update.returned());
        });
    arrived.computeIfPresent(ino, (_, it) -> it.cutTo(size));
    claimed.computeIfPresent(ino, (_, it) -> it.cutTo(size));
  }

  private static FileState cut(FileState told, long size) {
    return told.size() <= size ? told : told.within(size);
  }

  /**
   * The server grants capabilities. It grants again only what it has got back, so a state that came
   * with one of them has arrived, and other clients may have cut the file since.
   *
   * @param newestRenewal number of the renewal that was sent last
   */
  void onGrant(Ino ino, CapabilitySet some, long newestRenewal) {
    updates.computeIfPresent(
        ino,
        (_, update) -> {
          if (update.returned().intersection(some).isEmpty()) {
            return update;
          }
          arrive(ino, update.state(), newestRenewal);
          return update.with(null, CapabilitySet.NONE);
        });
  }

  private void arrive(Ino ino, @Nullable FileState state, long renewal) {
    if (state != null) {
      arrived.remove(ino);
      arrived.put(ino, new Told(state, renewal));
    }
  }

  /**
   * A renewal was answered, so all that was sent before it arrived.
   *
   * @param journaled number of the last renewal before which the server was told nothing that its
   *     journal does not have; 0 for none
   */
  void onRenewed(long sequence, long journaled) {
    claimed
        .entrySet()
        .removeIf(each -> {
          Told told = each.getValue();
          boolean has = told.renewal() < sequence;
          if (has && !arrived.containsKey(each.getKey())) {
            arrive(each.getKey(), told.state(), told.renewal());
          }
          return has;
        });
    arriveBefore(sequence);
    arrived.values().removeIf(told -> told.renewal() < journaled);
  }

  private void arriveBefore(long sequence) {
    Iterator<Map.Entry<Ino, Update>> oldestFirst = updates.entrySet().iterator();
    while (oldestFirst.hasNext()) {
      Map.Entry<Ino, Update> oldest = oldestFirst.next();
      if (oldest.getValue().renewal() >= sequence) {
        return;
      }
      arrive(oldest.getKey(), oldest.getValue().state(), oldest.getValue().renewal());
      oldestFirst.remove();
    }
  }

  /** The updates in order; they are taken out. */
  Map<Ino, Update> take() {
    Map<Ino, Update> all = new LinkedHashMap<>(updates);
    updates.clear();
    return all;
  }

  /**
   * The states that a server may have lost when it failed. They are kept, since its successor may
   * fail as well; updates are taken out.
   *
   * @param newestRenewal number of the renewal that was sent last
   */
  Map<Ino, FileState> claimAll(long newestRenewal) {
    Map<Ino, FileState> states = claimed();
    arrived.forEach((ino, it) -> states.put(ino, it.state()));
    take()
        .forEach((ino, update) -> {
          FileState state = update.state();
          if (state != null) {
            states.put(ino, state);
          }
        });
    arrived.clear();
    states.forEach((ino, state) -> claim(ino, state, newestRenewal));
    return states;
  }

  /** A successor is told a state when the session continues there. */
  void claim(Ino ino, FileState state, long newestRenewal) {
    claimed.remove(ino);
    claimed.put(ino, new Told(state, newestRenewal));
  }

  /** The states that a successor was told so and may not have heard. */
  Map<Ino, FileState> claimed() {
    Map<Ino, FileState> states = new LinkedHashMap<>();
    claimed.forEach((ino, it) -> states.put(ino, it.state()));
    return states;
  }

  void clear() {
    updates.clear();
    arrived.clear();
    claimed.clear();
  }
}
