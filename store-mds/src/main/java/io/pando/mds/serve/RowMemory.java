package io.pando.mds.serve;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.MdsSize;
import io.pando.mds.work.RankFigures;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the number of rows in memory below a limit. A hand moves over all tables in turn: it drops
 * rows that were not used since it passed last, which are about those that were not used for the
 * longest time (the clock algorithm). If too few can be dropped because sessions use them, sessions
 * are asked to give capabilities up.
 */
final class RowMemory {
  private final ServerParts parts;
  private final ServiceLimits.Memory limits;
  private final Predicate<Ino> pinned;
  private @Nullable FragmentId fragment;
  private @Nullable EntryKey entry;
  private @Nullable Ino link;
  private boolean inLinks;
  private boolean passed;
  private long evicted;
  private long evictedBefore;
  private boolean isShort;
  private long nextNanos = Long.MIN_VALUE;

  /**
   * Looks at all rows.
   *
   * @param pinned whether the row of an inode has to stay
   */
  RowMemory(ServerParts parts, ServiceLimits.Memory limits, Predicate<Ino> pinned) {
    this.parts = parts;
    this.limits = limits;
    this.pinned = pinned;
  }

  /** Sets the figures of rows and capabilities, and returns all. */
  RankFigures report(Moment now, RankFigures into) {
    into.count(MdsCount.DROPPED_ROWS, evicted);
    into.size(MdsSize.ROWS, parts.store().metadata().rowsInMemory());
    into.size(MdsSize.ROWS_LIMIT, limits.rows());
    into.size(MdsSize.CAPABILITIES_LIMIT, limits.held());
    parts.capabilities().report(now.nanos(), into);
    return into;
  }

  /**
   * Whether the hand should move on soon: there are too many rows, and it finds some to drop. A
   * pass that drops nothing is not worth another one at once.
   */
  boolean isShort() {
    return isShort;
  }

  void onTime(Moment now) {
    if (nextNanos != Long.MIN_VALUE && now.nanos() - nextNanos < 0) {
      return;
    }
    nextNanos = now.nanos() + limits.intervalNanos();
    RankMetadata metadata = parts.store().metadata();
    long excess = metadata.rowsInMemory() - limits.rows();
    long before = evicted;
    int left = limits.step();
    while (evicted - before < excess && left > 0) {
      left -= inLinks ? sweepLinks(metadata, left) : sweepEntries(metadata, left);
    }
    isShort = evicted - before < excess;
    long held = parts.capabilities().heldByAll();
    if (excess > 0 && passed) {
      passed = false;
      isShort &= evicted > evictedBefore;
      evictedBefore = evicted;
      long stuck = excess - (evicted - before);
      parts.capabilities().recall(now.nanos(), Math.max(0, held - Math.max(0, stuck)));
    }
    parts.capabilities().recall(now.nanos(), limits.held());
  }

  /** Looks at entries; returns a number that is at least that of the rows, and at least 1. */
  private int sweepEntries(RankMetadata metadata, int most) {
    FragmentId at = fragment == null ? metadata.fragmentAfter(null) : fragment;
    if (at == null) {
      inLinks = true;
      return 1;
    }
    FragmentId next = metadata.fragmentAfter(at);
    int looked = 1;
    if (metadata.isKnown(at)) {
      MetadataTable<?, EntryKey, DirEntry> table = metadata.fragment(at);
      MetadataTable.Unused<EntryKey> unused = table.unused(entry, most);
      if (!table.isBeingRead()) {
        unused.keys().forEach(each -> evict(at, each));
      }
      looked += unused.looked();
      entry = unused.last();
      if (entry == null) {
        parts.store().forget(at);
      }
    } else {
      entry = null;
    }
    fragment = entry == null ? next : at;
    inLinks = fragment == null;
    return looked;
  }

  private void evict(FragmentId at, EntryKey key) {
    boolean stays =
        parts.store().metadata().fragment(at).peek(key) instanceof DirEntry.Primary it
            && pinned.test(it.ino());
    if (!stays && parts.tree().evict(at, key)) {
      evicted++;
    }
  }

  private int sweepLinks(RankMetadata metadata, int most) {
    Ino at = metadata.linksAfter(link);
    link = at;
    if (at == null) {
      inLinks = false;
      passed = true;
      return 1;
    }
    MetadataTable<?, Ino, ?> table = metadata.links(at);
    MetadataTable.Unused<Ino> unused = table.unused(null, Integer.MAX_VALUE);
    if (!table.isBeingRead()) {
      for (Ino each : unused.keys()) {
        if (!pinned.test(each) && parts.tree().evictLink(each)) {
          evicted++;
        }
      }
    }
    return Math.min(most, 1 + unused.looked());
  }
}
