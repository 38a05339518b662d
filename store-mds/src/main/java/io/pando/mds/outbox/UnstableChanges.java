package io.pando.mds.outbox;

import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Inodes and directories that changed, and whose changes are not durable yet.
 *
 * <p>Only the newest change of each is kept. A session that made it has seen the one before, so its
 * messages wait for that already ({@link SessionOutbox}).
 */
public final class UnstableChanges {
  private record Change(long record, long session) {}

  private record Changed(long record, Ino ino) {}

  private final SortedMap<Ino, Change> newest = new TreeMap<>();
  private final Deque<Changed> inOrder = new ArrayDeque<>();

  /** A session changed inodes, by a record of the journal that is newer than all before. */
  public void add(Collection<Ino> inodes, long record, long session) {
    for (Ino ino : inodes) {
      newest.put(ino, new Change(record, session));
      inOrder.add(new Changed(record, ino));
    }
  }

  /** The newest record with a change of another session of one of these; 0 if there is none. */
  public long neededBy(long session, Collection<Ino> seen) {
    long needed = 0;
    for (Ino ino : seen) {
      Change change = newest.get(ino);
      if (change != null && change.session() != session) {
        needed = Math.max(needed, change.record());
      }
    }
    return needed;
  }

  /** The same for a directory that an answer shows; null for none. */
  public long neededToShow(long session, @Nullable Inode shown) {
    return shown == null ? 0 : neededBy(session, List.of(shown.ino()));
  }

  /** The journal is durable up to a record. */
  public void onDurable(long record) {
    while (!inOrder.isEmpty() && inOrder.getFirst().record() <= record) {
      Ino ino = inOrder.removeFirst().ino();
      @Nullable Change change = newest.get(ino);
      if (change != null && change.record() <= record) {
        newest.remove(ino);
      }
    }
  }
}
