package io.pando.client.fs.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inodes whose newest update may be lost with the connection: no renewal of the lease that was sent
 * after it was answered. States that have arrived may be lost with the server until it has
 * journaled them: they are kept for one renewal more.
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
   * A state that the server has.
   *
   * @param renewal number of the newest renewal when that was known
   */
  private record Arrived(FileState state, long renewal) {}

  /** By inode, in the order of sending. */
  private final Map<Ino, Update> updates = new LinkedHashMap<>();

  /** By inode, in the order in which the client learned of it. */
  private final Map<Ino, Arrived> arrived = new LinkedHashMap<>();

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
    arrived.computeIfPresent(ino, (_, it) -> new Arrived(cut(it.state(), size), it.renewal()));
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
          arrive(ino, update, newestRenewal);
          return update.with(null, CapabilitySet.NONE);
        });
  }

  private void arrive(Ino ino, Update update, long newestRenewal) {
    FileState state = update.state();
    if (state != null) {
      arrived.remove(ino);
      arrived.put(ino, new Arrived(state, newestRenewal));
    }
  }

  /** A renewal was answered, so all that was sent before it arrived. */
  void onRenewed(long sequence) {
    Iterator<Arrived> knownFirst = arrived.values().iterator();
    while (knownFirst.hasNext() && knownFirst.next().renewal() < sequence) {
      knownFirst.remove();
    }
    Iterator<Map.Entry<Ino, Update>> oldestFirst = updates.entrySet().iterator();
    while (oldestFirst.hasNext()) {
      Map.Entry<Ino, Update> oldest = oldestFirst.next();
      if (oldest.getValue().renewal() >= sequence) {
        return;
      }
      arrive(oldest.getKey(), oldest.getValue(), sequence);
      oldestFirst.remove();
    }
  }

  /** The updates in order; they are taken out. */
  Map<Ino, Update> take() {
    Map<Ino, Update> all = new LinkedHashMap<>(updates);
    updates.clear();
    return all;
  }

  /** The states that a server may lose if it fails; everything is taken out. */
  Map<Ino, FileState> takeStates() {
    Map<Ino, FileState> states = new LinkedHashMap<>();
    arrived.forEach((ino, it) -> states.put(ino, it.state()));
    take()
        .forEach((ino, update) -> {
          FileState state = update.state();
          if (state != null) {
            states.put(ino, state);
          }
        });
    arrived.clear();
    return states;
  }

  void clear() {
    updates.clear();
    arrived.clear();
  }
}
