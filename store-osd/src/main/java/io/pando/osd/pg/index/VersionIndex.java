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
 * Answers what changed in a group since a version, however long ago, in as many entries as objects
 * changed: the newest update of every object, in the order of versions. It is the log, thinned:
 * what the log lets go of comes here, and what a later one of these has replaced goes, at the
 * latest when the index is {@linkplain IndexRewrite rewritten}. (What the log has still does not
 * count for that: it may be given up yet.) A removal is kept as a tombstone, for as long as it is
 * told of what was before it.
 *
 * <pre>
 *   not known │ pages, in the store │ recent, in memory and among what the log remembers │ log
 *           since                                                                      tail
 * </pre>
 *
 * <p>Nothing is written with an update: a page is, when there is enough for one, or before the log
 * forgets what is only in memory here.
 */
public final class VersionIndex {
  /** Pages in a part of the directory. */
  private static final Limit DIRECTORY_PAGES =
      Limit.of("version index: pages in one part of the directory", 1, 128);

  /** Epochs whose last counter is known. */
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

  /** Entries when it was rewritten last. */
  private long rewritten;

  /**
   * An index as it was stored.
   *
   * @param kept entries of the log and what it remembers
   * @param tail of the log
   * @param pageEntries of a page that is written as the log is trimmed
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

  /** What the log let go of since the last page was written. */
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

  /** Its answers are complete for what happened after this version. */
  public Version since() {
    return since;
  }

  /** Entries of a page. */
  int pageEntries() {
    return pageEntries;
  }

  /** Up to here it tells; behind that the log does. */
  public Version to() {
    return to;
  }

  /** Entries, also those that a later one has replaced. */
  public long size() {
    return entries + recent.size();
  }

  /** Whether many of its entries may be such that were replaced. */
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
      // Which versions there were up to there is not known any more.
      since = Version.max(since, new Version(oldest.getKey(), oldest.getValue()));
    }
    to = Version.max(to, tail);
  }

  /**
   * The newest version of the group's history that is not after this one and from which on the
   * index can tell what changed. Not known if this one cannot follow the history's last version of
   * an earlier epoch: a replica that has it may lack updates of before.
   */
  public Optional<Version> common(Version version) {
    if (version.equals(since)) {
      return Optional.of(since);
    }
    Version before = endBefore(version.epoch());
    if (since.isAfter(version) || version.counter() <= before.counter()) {
      // Counters go on from epoch to epoch: one that goes back follows other updates than these.
      return Optional.empty();
    }
    Long last = counters.get(version.epoch());
    Version common =
        last == null ? before : new Version(version.epoch(), Math.min(last, version.counter()));
    Probe.reachedIf(common.equals(since), "index: reaches back just to where it begins");
    return Optional.of(common);
  }

  /** The last version known that is of an epoch before this one, or where the index begins. */
  private Version endBefore(long epoch) {
    Map.Entry<Long, Long> before = counters.lowerEntry(epoch);
    return before == null
        ? since
        : Version.max(since, new Version(before.getKey(), before.getValue()));
  }

  /** At most so many entries are after this version. */
  public long after(Version version) {
    long after = 0;
    for (IndexPlace page : pages) {
      after += page.last().isAfter(version) ? page.entries() : 0;
    }
    return after + recent.size();
  }

  /** The last counters of epochs from that of a version on. */
  public SortedMap<Long, Long> countersFrom(Version version) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(counters.tailMap(version.epoch())));
  }

  /** Pages with entries after this version, in the order of versions. */
  List<IndexPlace> pagesAfter(Version version) {
    return pages.stream().filter(page -> page.last().isAfter(version)).toList();
  }

  /** What is in no page yet, oldest first. */
  List<IndexEntry> recent() {
    return List.copyOf(recent.values());
  }

  /**
   * Adds what has to be written with a step.
   *
   * @param forgotten up to here the log will not remember what it let go of
   */
  public void settle(@Nullable Version forgotten, List<StoreOp> ops) {
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

  /** Forgets everything: from this version on it tells again. */
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
   * Goes on as another index does: what is here up to a version that both have in common, and what
   * the other one has after it.
   *
   * @param own what the log here has between, as if it were trimmed to the common version
   * @param changes of the other one after the common version, in the order of versions
   * @param theirs the last counters of its epochs from that of the common version on
   * @param end up to where the other one tells
   */
  public void follow(
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

  /** The step by which a page comes into the store that is in no directory yet. */
  IndexPlace writeAside(List<IndexEntry> page, List<StoreOp> ops) {
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    IndexPlace place = putPage(page, meta);
    ops.add(put(meta));
    return place;
  }

  /**
   * Takes pages for the first ones there are.
   *
   * @param count how many they stand for
   * @param lost newest tombstone that is in none of them; null if all are
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

  /** Pages that are in no directory go, also those that a crash has left behind. */
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

  /** The whole of it, to be read by others who go on with it. */
  public StoredIndex held() {
    return new StoredIndex(new IndexHead(since, written, nextPage, new TreeMap<>(counters)), pages);
  }
}
