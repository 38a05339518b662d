package io.pando.osd.pg.index;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.IndexDirectory;
import io.pando.group.IndexEntry;
import io.pando.group.IndexHead;
import io.pando.group.IndexPage;
import io.pando.group.IndexPlace;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers which objects of a group changed since a version, however long ago. The answer has one
 * entry for each changed object: its newest update, in the order of versions. The index is the log,
 * thinned. Entries that the log trims are added here. An entry that a later one in the index has
 * replaced is dropped, at the latest when the index is {@linkplain IndexRewrite rewritten}.
 * (Entries that are still in the log replace nothing here, because they may still be divergent.) A
 * removal is kept as a tombstone, as long as the index covers versions before it.
 *
 * <pre>
 *   not known │ pages, in the store │ recent, in memory and among what the log remembers │ log
 *           since                                                                      tail
 * </pre>
 *
 * <p>An update writes nothing to the index. A page is written when it is full, or before the log
 * forgets entries that the index holds only in memory.
 */
public final class VersionIndex {
  /** Pages in one part of the directory. */
  private static final Limit DIRECTORY_PAGES =
      Limit.of("version index: pages in one part of the directory", 1, 128);

  /** Maximum number of epochs whose last counter is kept. */
  private static final Limit MOST_EPOCHS =
      Limit.of("version index: epochs whose last counter is known", 1, 1_024);

  private final CollectionId collection;
  private final int pageEntries;
  private final List<IndexPlace> pages;
  private final NavigableMap<Long, Long> counters;

  /** In the order of versions. */
  private final SequencedMap<ObjectId, IndexEntry> recent = new LinkedHashMap<>();

  private Version since;
  private Version written;
  private Version to;
  private long nextPage;
  private long entries;

  /** Number of entries after the last rewrite. */
  private long rewritten;

  /**
   * Creates an index from its stored form.
   *
   * @param kept entries of the log and the requests that it remembers
   * @param tail of the log
   * @param pageEntries number of entries in a page that is written as the log is trimmed
   */
  public VersionIndex(
      CollectionId collection,
      StoredIndex stored,
      Collection<LogEntry> kept,
      Version tail,
      int pageEntries) {
    this.collection = collection;
    this.pageEntries = pageEntries;
    this.pages = new ArrayList<>(stored.pages());
    this.counters = new TreeMap<>(stored.head().counters());
    this.since = stored.head().since();
    this.written = stored.head().to();
    this.to = written;
    this.nextPage = stored.head().nextPage();
    pages.forEach(page -> entries += page.entries());
    onTrimmed(between(kept, tail), tail);
  }

  /** The entries that the log trimmed since the last page was written. */
  private GroupLog.Trimmed between(Collection<LogEntry> kept, Version tail) {
    NavigableMap<Version, IndexEntry> updates = new TreeMap<>();
    SortedMap<Long, Long> last = new TreeMap<>();
    for (LogEntry entry : kept) {
      Version version = entry.version();
      if (version.isAfter(written) && !version.isAfter(tail)) {
        last.merge(version.epoch(), version.counter(), Math::max);
        if (entry.touchesObject()) {
          updates.put(version, IndexEntry.of(entry));
        }
      }
    }
    return new GroupLog.Trimmed(List.copyOf(updates.values()), last);
  }

  /** The index is complete for updates after this version. */
  public Version since() {
    return since;
  }

  /** Number of entries in a page. */
  int pageEntries() {
    return pageEntries;
  }

  /** The index ends with this version; the log covers later ones. */
  public Version to() {
    return to;
  }

  /** Number of entries, including those that a later entry has replaced. */
  public long size() {
    return entries + recent.size();
  }

  /** Whether many of its entries may have been replaced. */
  boolean isWorthRewriting(long objects) {
    return entries > 2 * objects + 16L * pageEntries && entries > rewritten + rewritten / 2;
  }

  /** The log was trimmed up to a version. */
  public void onTrimmed(GroupLog.Trimmed trimmed, Version tail) {
    for (IndexEntry entry : trimmed.updates()) {
      if (entry.version().isAfter(to)) {
        // The newest comes last.
        recent.remove(entry.object());
        recent.put(entry.object(), entry);
      }
    }
    counters.putAll(trimmed.counters());
    while (counters.size() > MOST_EPOCHS.value()) {
      Probe.reached("index: counters of old epochs are forgotten");
      Map.Entry<Long, Long> oldest = counters.pollFirstEntry();
      // Which versions existed up to there is not known any more.
      since = Version.max(since, new Version(oldest.getKey(), oldest.getValue()));
    }
    to = Version.max(to, tail);
  }

  /**
   * The newest version of the group's history that is not after this one and from which on the
   * index is complete. Empty if this version cannot follow the history's last version of an earlier
   * epoch: a replica that has this version may lack earlier updates.
   */
  public Optional<Version> common(Version version) {
    if (version.equals(since)) {
      return Optional.of(since);
    }
    Version before = endBefore(version.epoch());
    if (since.isAfter(version) || version.counter() <= before.counter()) {
      // Counters rise from epoch to epoch: a version with a lower counter follows other updates.
      return Optional.empty();
    }
    Long last = counters.get(version.epoch());
    Version common =
        last == null ? before : new Version(version.epoch(), Math.min(last, version.counter()));
    Probe.reachedIf(common.equals(since), "index: reaches back just to where it begins");
    return Optional.of(common);
  }

  /** The last known version of an epoch before this one, or the beginning of the index. */
  private Version endBefore(long epoch) {
    Map.Entry<Long, Long> before = counters.lowerEntry(epoch);
    return before == null
        ? since
        : Version.max(since, new Version(before.getKey(), before.getValue()));
  }

  /** Upper bound of the number of entries after this version. */
  public long after(Version version) {
    long after = 0;
    for (IndexPlace page : pages) {
      after += page.last().isAfter(version) ? page.entries() : 0;
    }
    return after + recent.size();
  }

  /** The last counters of the epochs, from the epoch of this version on. */
  public SortedMap<Long, Long> countersFrom(Version version) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(counters.tailMap(version.epoch())));
  }

  /** Pages with entries after this version, in the order of versions. */
  List<IndexPlace> pagesAfter(Version version) {
    return pages.stream().filter(page -> page.last().isAfter(version)).toList();
  }

  /** The entries that are in no page yet, oldest first. */
  List<IndexEntry> recent() {
    return List.copyOf(recent.values());
  }

  /**
   * Adds the writes of the index that must be part of a step.
   *
   * @param forgotten version up to which the log stops remembering trimmed entries; null if it
   *     forgets none
   */
  public void addWrites(@Nullable Version forgotten, List<StoreOp> ops) {
    boolean loses = forgotten != null && forgotten.isAfter(written) && !recent.isEmpty();
    if (recent.size() >= pageEntries || loses) {
      write(ops);
    } else if (forgotten != null && forgotten.isAfter(written)) {
      written = to;
      ops.add(putHead());
    }
  }

  private void write(List<StoreOp> ops) {
    Probe.reached("index: pages are written");
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    int firstPart = pages.size() / DIRECTORY_PAGES.value();
    List<IndexEntry> all = recent();
    for (int from = 0; from < all.size(); from += pageEntries) {
      List<IndexEntry> page = all.subList(from, Math.min(all.size(), from + pageEntries));
      pages.add(putPage(page, meta));
      entries += page.size();
    }
    recent.clear();
    written = to;
    putDirectory(firstPart, meta);
    ops.add(put(meta));
  }

  private IndexPlace putPage(List<IndexEntry> page, SortedMap<String, Payload> meta) {
    long number = nextPage++;
    meta.put(MetaKeys.indexPage(number), GroupRecords.INDEX_PAGE.encode(new IndexPage(page)));
    return new IndexPlace(number, page.getLast().version(), page.size());
  }

  private void putDirectory(int firstPart, SortedMap<String, Payload> meta) {
    for (int from = firstPart * DIRECTORY_PAGES.value();
        from < pages.size();
        from += DIRECTORY_PAGES.value()) {
      List<IndexPlace> part =
          pages.subList(from, Math.min(pages.size(), from + DIRECTORY_PAGES.value()));
      meta.put(
          MetaKeys.indexDirectory(from / DIRECTORY_PAGES.value()),
          GroupRecords.INDEX_DIRECTORY.encode(new IndexDirectory(part)));
    }
    meta.put(MetaKeys.INDEX_HEAD, head());
  }

  private Payload head() {
    return GroupRecords.INDEX_HEAD.encode(
        new IndexHead(since, written, nextPage, new TreeMap<>(counters)));
  }

  private StoreOp putHead() {
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    meta.put(MetaKeys.INDEX_HEAD, head());
    return put(meta);
  }

  private StoreOp put(SortedMap<String, Payload> meta) {
    return new StoreOp.PutMeta(collection, meta);
  }

  /** Drops all entries; the index begins again with this version. */
  public void startOver(Version version, List<StoreOp> ops) {
    Probe.reached("index: starts over");
    pages.clear();
    recent.clear();
    counters.clear();
    entries = 0;
    since = version;
    written = version;
    to = version;
    ops.add(new StoreOp.RemoveMeta(collection, MetaKeys.INDEX, MetaKeys.INDEX_END));
    ops.add(putHead());
  }

  /**
   * Continues as another index does: keeps the entries up to a version that both have in common,
   * and takes over the entries of the other one after it.
   *
   * @param own entries of the log here, as if it were trimmed to the common version
   * @param changes of the other index after the common version, in the order of versions
   * @param theirs the last counters of its epochs from that of the common version on
   * @param end version with which the other index ends
   */
  public void continueAs(
      GroupLog.Trimmed own,
      Version common,
      Collection<IndexEntry> changes,
      SortedMap<Long, Long> theirs,
      Version end,
      List<StoreOp> ops) {
    onTrimmed(own, common);
    onTrimmed(new GroupLog.Trimmed(List.copyOf(changes), theirs), end);
    write(ops);
  }

  /** Adds the step that stores a page which is in no directory yet. */
  IndexPlace writeAside(List<IndexEntry> page, List<StoreOp> ops) {
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    IndexPlace place = putPage(page, meta);
    ops.add(put(meta));
    return place;
  }

  /**
   * Replaces the first pages.
   *
   * @param replacement the new pages
   * @param count number of pages to replace
   * @param lost newest tombstone that was dropped; null if none was
   */
  void replace(List<IndexPlace> replacement, int count, @Nullable Version lost, List<StoreOp> ops) {
    pages.subList(0, count).clear();
    pages.addAll(0, replacement);
    entries = 0;
    pages.forEach(page -> entries += page.entries());
    rewritten = entries;
    Probe.reached("index: is rewritten");
    since = lost != null && lost.isAfter(since) ? lost : since;
    removeOthers(ops);
    ops.add(
        new StoreOp.RemoveMeta(
            collection, MetaKeys.INDEX_DIRECTORIES, MetaKeys.INDEX_DIRECTORIES_END));
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    putDirectory(0, meta);
    ops.add(put(meta));
  }

  /** Removes pages that are in no directory, including those that a crash has left behind. */
  private void removeOthers(List<StoreOp> ops) {
    long[] used = pages.stream().mapToLong(IndexPlace::number).sorted().toArray();
    long next = 0;
    for (long number : used) {
      if (number > next) {
        Probe.reached("index: pages in no directory are removed");
        ops.add(
            new StoreOp.RemoveMeta(
                collection, MetaKeys.indexPage(next), MetaKeys.indexPage(number)));
      }
      next = number + 1;
    }
    ops.add(new StoreOp.RemoveMeta(collection, MetaKeys.indexPage(next), MetaKeys.INDEX_PAGES_END));
  }

  /** The whole index, for another group that continues it. */
  public StoredIndex stored() {
    return new StoredIndex(new IndexHead(since, written, nextPage, new TreeMap<>(counters)), pages);
  }
}
