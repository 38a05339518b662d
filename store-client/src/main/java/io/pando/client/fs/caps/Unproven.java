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
 * after it was answered.
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

  /** By inode, in the order of sending. */
  private final Map<Ino, Update> updates = new LinkedHashMap<>();

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
          return told == null || told.size() <= size
              ? update
              : update.with(
                  new FileState(size, told.truncations(), told.modified(), told.accessed()),
                  update.returned());
        });
  }

  /**
   * The server grants capabilities. It grants again only what it has got back, so a state that came
   * with one of them has arrived, and other clients may have cut the file since.
   */
  void onGrant(Ino ino, CapabilitySet some) {
    updates.computeIfPresent(
        ino,
        (_, update) ->
            update.returned().intersection(some).isEmpty()
                ? update
                : update.with(null, CapabilitySet.NONE));
  }

  /** A renewal was answered, so all that was sent before it arrived. */
  void onRenewed(long sequence) {
    Iterator<Update> oldestFirst = updates.values().iterator();
    while (oldestFirst.hasNext() && oldestFirst.next().renewal() < sequence) {
      oldestFirst.remove();
    }
  }

  /** The updates in order; they are taken out. */
  Map<Ino, Update> take() {
    Map<Ino, Update> all = new LinkedHashMap<>(updates);
    updates.clear();
    return all;
  }

  /** The states among the updates, in order; all updates are taken out. */
  Map<Ino, FileState> takeStates() {
    Map<Ino, FileState> states = new LinkedHashMap<>();
    take().forEach((ino, update) -> {
      FileState state = update.state();
      if (state != null) {
        states.put(ino, state);
      }
    });
    return states;
  }

  void clear() {
    updates.clear();
  }
}
