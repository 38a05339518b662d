package io.pando.mds.purge;

import io.pando.fs.EntryKey;
import io.pando.fs.Ino;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Inodes that may be removed, as far as they are listed in memory. If there is no room for one, the
 * stray directory is read page by page once the list is empty, from its beginning to its end.
 */
public final class PurgeQueue {
  private final PurgeLimits limits;
  private final SequencedSet<Ino> listed = new LinkedHashSet<>();
  private final List<Ino> failed = new ArrayList<>();
  private boolean complete;
  private boolean reading;
  private @Nullable EntryKey after;
  private long retryNanos;

  /** Nothing is listed, and the stray directory has to be read. */
  public PurgeQueue(PurgeLimits limits) {
    this.limits = limits;
  }

  /** An inode lost its last name, or is not open any more. */
  public void add(Ino ino) {
    if (listed.contains(ino)) {
      return;
    }
    if (listed.size() < limits.listed()) {
      listed.addLast(ino);
    } else {
      complete = false;
    }
  }

  /** The inode to look at next; null if none is listed, or if too many failed a moment ago. */
  public @Nullable Ino next() {
    return listed.isEmpty() || failed.size() >= limits.files() ? null : listed.removeFirst();
  }

  /** The objects of an inode could not be removed. */
  public void defer(Ino ino, long nowNanos) {
    failed.add(ino);
    retryNanos = nowNanos + limits.retryNanos();
  }

  /** Time has passed: what failed is tried again. */
  public void onTime(long nowNanos) {
    if (!failed.isEmpty() && nowNanos - retryNanos >= 0) {
      failed.forEach(listed::addFirst);
      failed.clear();
    }
  }

  // Pages

  /** Whether a page of the stray directory has to be read: {@link #onPage}. */
  public boolean needsPage() {
    return listed.isEmpty() && (reading || !complete);
  }

  /** The entry behind which the page begins; null for the first. */
  public @Nullable EntryKey after() {
    return after;
  }

  /** A page is being read. An inode without room from now on needs another pass. */
  public void onReading() {
    if (!reading) {
      reading = true;
      complete = true;
      after = null;
    }
  }

  /**
   * A page was read.
   *
   * @param last its last entry; null if none are behind it
   */
  public void onPage(Collection<Ino> strays, @Nullable EntryKey last) {
    strays.forEach(this::add);
    after = last;
    reading = last != null;
  }
}
