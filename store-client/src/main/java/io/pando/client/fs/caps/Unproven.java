package io.pando.client.fs.caps;

import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
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
   * @param state what it said of the file; null for nothing
   */
  record Update(long told, long renewal, @Nullable FileState state) {}

  /** By inode, in the order of sending. */
  private final Map<Ino, Update> updates = new LinkedHashMap<>();

  void add(Ino ino, Update update) {
    updates.remove(ino);
    updates.put(ino, update);
  }

  /** The file is cut by this client: what it told before must not make it longer once more. */
  void cut(Ino ino, long size) {
    updates.computeIfPresent(
        ino,
        (_, update) -> {
          FileState told = update.state();
          return told == null || told.size() <= size
              ? update
              : new Update(
                  update.told(),
                  update.renewal(),
                  new FileState(size, told.truncations(), told.modified(), told.accessed()));
        });
  }

  /** A renewal was answered, so all that was sent before it arrived. */
  void onRenewed(long sequence) {
    Iterator<Update> oldestFirst = updates.values().iterator();
    while (oldestFirst.hasNext() && oldestFirst.next().renewal() < sequence) {
      oldestFirst.remove();
    }
  }

  /** What the newest update of an inode said of the file; null for nothing. */
  @Nullable FileState stateOf(Ino ino) {
    Update update = updates.get(ino);
    return update == null ? null : update.state();
  }

  /** Inodes with such updates, in the order of sending. */
  List<Ino> inodes() {
    return List.copyOf(updates.keySet());
  }

  /** The updates in order; they are taken out. */
  Map<Ino, Update> take() {
    Map<Ino, Update> all = new LinkedHashMap<>(updates);
    updates.clear();
    return all;
  }

  void clear() {
    updates.clear();
  }
}
