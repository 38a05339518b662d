package io.pando.mds.tree;

import io.pando.collect.TableByNumber;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.InodeContent;
import io.pando.mds.table.Segment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that have a place which no object says. The segment of the journal with the
 * change is held until {@link #onWritten}: until then a replay makes the place known.
 */
public final class NewPlaces {
  private final TableByNumber<Segment> pending = new TableByNumber<>();

  /**
   * In the order of the changes; by hash, since a replay fills it with each file of the journal.
   */
  private final SortedMap<Long, Set<Ino>> bySegment = new TreeMap<>();

  NewPlaces() {}

  void onPut(@Nullable DirEntry before, @Nullable DirEntry after, Segment segment) {
    if (!(after instanceof DirEntry.Primary it)) {
      return;
    }
    boolean same = before instanceof DirEntry.Primary old && old.ino().equals(it.ino());
    boolean hasObject =
        it.inode().content() instanceof InodeContent.File || it.inode().isDirectory();
    if (!same && hasObject) {
      add(it.ino(), segment);
    }
  }

  private void add(Ino ino, Segment segment) {
    Segment old = pending.put(ino.value(), segment);
    if (old != segment) {
      segment.hold();
      bySegment.computeIfAbsent(segment.first(), _ -> new LinkedHashSet<>()).add(ino);
      release(ino, old);
    }
  }

  private void release(Ino ino, @Nullable Segment old) {
    if (old != null) {
      old.release();
      Set<Ino> others = bySegment.get(old.first());
      if (others != null && others.remove(ino) && others.isEmpty()) {
        bySegment.remove(old.first());
      }
    }
  }

  /** Whether no object says yet where an inode is. */
  public boolean isPending(Ino ino) {
    return pending.get(ino.value()) != null;
  }

  /**
   * Inodes whose places changed last in a segment.
   *
   * @param first number of the first record of the segment
   * @param most most inodes
   */
  public List<Ino> in(long first, int most) {
    Set<Ino> some = bySegment.get(first);
    return some == null ? List.of() : new ArrayList<>(some.stream().limit(most).toList());
  }

  /**
   * An object says where an inode is, or none has to.
   *
   * @param first the segment in which the place changed; if it changed again, nothing happens
   */
  public void onWritten(Ino ino, long first) {
    Segment segment = pending.get(ino.value());
    if (segment != null && segment.first() == first) {
      release(ino, pending.remove(ino.value()));
    }
  }
}
