package io.pando.osd.pg.log;

import io.pando.check.Invariant;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The recent updates of a group in memory, complete after its tail, found by version, by object and
 * by request (paper 003 §6.3.4). What is trimmed still serves to recognise requests that come
 * again:
 *
 * <pre>
 *   forgotten │ remembered: requests and results │ log: brings replicas up to date │
 *       rememberedSince                        tail                              head
 * </pre>
 *
 * <p>Invariants: counters of the entries follow one another without a gap, beginning behind the
 * tail's; epochs never fall. Two logs that share a version are equal up to it, since a version is
 * given once, by a primary that knew everything before it. By object and by request the newest
 * entry is found.
 */
public final class GroupLog {
  private final EntryRow entries = new EntryRow();
  private final EntryIndex<ObjectId> newestByObject = EntryIndex.byObject();
  private final EntryIndex<RequestId> byRequest = EntryIndex.byRequest();
  private final Remembered remembered;
  private Version tail;
  private long bytes;

  /** An empty log, complete after {@code tail}, that remembers nothing older. */
  public GroupLog(Version tail) {
    this.tail = tail;
    this.remembered = new Remembered(tail);
  }

  /**
   * A log as it was stored.
   *
   * @param stored oldest first; those up to the tail are remembered
   */
  public static GroupLog of(Version tail, Version rememberedSince, Collection<LogEntry> stored) {
    GroupLog log = new GroupLog(tail);
    log.remembered.addOlder(rememberedSince, upTo(tail, stored));
    stored.stream().filter(e -> e.version().isAfter(tail)).forEach(log::append);
    return log;
  }

  /** Everything after this version is here. */
  public Version tail() {
    return tail;
  }

  /** Newest version, the tail if there is no entry. */
  public Version head() {
    return entries.isEmpty() ? tail : entries.getLast().version();
  }

  /** Number of entries. */
  public int size() {
    return entries.size();
  }

  /** Estimated bytes of the entries in memory. */
  public long bytes() {
    return bytes;
  }

  /** All entries, oldest first. */
  public List<LogEntry> entries() {
    return made(entries);
  }

  /** Entries after {@code since}, oldest first. */
  public List<LogEntry> after(Version since) {
    return made(entries.after(since));
  }

  /** Whether the version is one of an entry, or the tail. */
  public boolean contains(Version version) {
    return version.equals(tail) || entries.has(version);
  }

  /** Whether the log tells all that happened after {@code since}. */
  public boolean reaches(Version since) {
    return since.compareTo(tail) >= 0;
  }

  /** The newest version of the log that is not after this one; the tail if all are. */
  public Version newestUpTo(Version version) {
    KeptEntry newest = entries.newestUpTo(version);
    return newest == null ? tail : newest.version();
  }

  /** The update that this request made, if it is remembered. */
  public Optional<LogEntry> ofRequest(RequestId request) {
    KeptEntry entry = byRequest.get(request);
    return Optional.ofNullable(entry == null ? remembered.ofRequest(request) : entry)
        .map(KeptEntry::entry);
  }

  /** Requests of updates after this version are recognised. */
  public Version rememberedSince() {
    return remembered.since();
  }

  /** What is remembered of updates after this version that are older than the log. */
  public List<LogEntry> rememberedAfter(Version version) {
    return made(remembered.after(version));
  }

  /** What is remembered of updates up to this version. */
  public List<LogEntry> rememberedUpTo(Version version) {
    return made(remembered.upTo(version));
  }

  /** All that is kept, oldest first: what is remembered, and the log. */
  public List<LogEntry> kept() {
    List<LogEntry> all = new ArrayList<>(made(remembered.all()));
    all.addAll(made(entries));
    return all;
  }

  private static List<LogEntry> made(List<KeptEntry> kept) {
    List<LogEntry> entries = new ArrayList<>(kept.size());
    for (KeptEntry entry : kept) {
      entries.add(entry.entry());
    }
    return entries;
  }

  private static List<KeptEntry> upTo(Version version, Collection<LogEntry> entries) {
    return entries.stream()
        .filter(entry -> !entry.version().isAfter(version))
        .map(KeptEntry::new)
        .toList();
  }

  /** Remembers older requests too, complete after {@code since}, as somebody else knows them. */
  public void remember(Version since, List<LogEntry> older) {
    remembered.addOlder(since, upTo(tail, older));
  }

  /**
   * Forgets the oldest requests of more than so many; returns the newest that was forgotten, null
   * if none was.
   */
  public @Nullable Version forget(int maxRemembered, long maxRememberedBytes) {
    return remembered.forget(maxRemembered, maxRememberedBytes);
  }

  /** The newest update of the object that the log knows. */
  public Optional<LogEntry> newestOf(ObjectId object) {
    return Optional.ofNullable(newestByObject.get(object)).map(KeptEntry::entry);
  }

  /** Appends the update that follows the head. */
  public void append(LogEntry entry) {
    Version head = head();
    Invariant.check(
        entry.version().counter() == head.counter() + 1 && entry.version().isAfter(head),
        () -> "log entry " + entry.version() + " does not follow " + head);
    KeptEntry kept = new KeptEntry(entry);
    entries.put(kept);
    index(kept);
  }

  /**
   * Lets go of entries up to and including {@code to}, which is not beyond the head; they are
   * remembered.
   */
  public Trimmed trim(Version to) {
    Invariant.check(!to.isAfter(head()), () -> "trim to " + to + " beyond head " + head());
    Trimmed trimmed = new Trimmed(new ArrayList<>(), new TreeMap<>());
    while (!entries.isEmpty() && !entries.getFirst().isAfter(to)) {
      KeptEntry gone = entries.removeOldest();
      if (gone.touchesObject()) {
        newestByObject.remove(gone);
        trimmed.updates.add(gone.indexEntry());
      }
      if (gone.hasRequest()) {
        byRequest.remove(gone);
      }
      bytes -= gone.bytes();
      tail = gone.version();
      trimmed.counters.put(tail.epoch(), tail.counter());
      remembered.add(gone);
    }
    return trimmed;
  }

  /**
   * What was trimmed.
   *
   * @param updates of objects, oldest first
   * @param counters of the last update of each epoch
   */
  public record Trimmed(List<IndexEntry> updates, SortedMap<Long, Long> counters) {}

  /** Where a trim should go so that {@code maxEntries} and {@code maxBytes} hold; null: nowhere. */
  public @Nullable Version trimPoint(int maxEntries, long maxBytes) {
    int excess = entries.size() - maxEntries;
    long excessBytes = bytes - maxBytes;
    KeptEntry point = null;
    for (KeptEntry entry : entries) {
      if (excess <= 0 && excessBytes <= 0) {
        break;
      }
      point = entry;
      excess--;
      excessBytes -= entry.bytes();
    }
    return point == null ? null : point.version();
  }

  /** Removes the entries after {@code to} and returns them, oldest first. */
  public List<LogEntry> rewind(Version to) {
    List<LogEntry> gone = after(to);
    if (!gone.isEmpty()) {
      replace(tail, made(entries.upTo(to)));
    }
    return gone;
  }

  /** Becomes another log, and remembers what another one does. */
  public void replace(
      Version newTail, List<LogEntry> newEntries, Version since, List<LogEntry> older) {
    replace(newTail, newEntries);
    remembered.replace(since, older.stream().map(KeptEntry::new).toList());
  }

  /**
   * Becomes another log that has the same history up to a version. What is kept up to there stays
   * remembered, unless the other one has forgotten something between: then all before is forgotten.
   *
   * @param since what the other one remembers is complete after this version
   * @param older what it remembers and is not kept here
   * @return whether it stays
   */
  public boolean goOn(
      Version common,
      Version newTail,
      List<LogEntry> newEntries,
      Version since,
      List<LogEntry> older) {
    if (since.isAfter(common)) {
      replace(newTail, newEntries, since, older);
      return false;
    }
    trim(common);
    replace(newTail, newEntries);
    remembered.addOlder(since, upTo(newTail, older));
    return true;
  }

  /** All that is kept of updates after this version, oldest first. */
  public List<LogEntry> keptAfter(Version version) {
    List<LogEntry> later = new ArrayList<>(rememberedAfter(version));
    later.addAll(after(version));
    return later;
  }

  /** Becomes another log; what is remembered of before it stays so. */
  public void replace(Version newTail, List<LogEntry> newEntries) {
    entries.clear();
    newestByObject.clear();
    byRequest.clear();
    bytes = 0;
    tail = newTail;
    remembered.endAt(newTail);
    newEntries.forEach(this::append);
  }

  private void index(KeptEntry entry) {
    if (entry.touchesObject()) {
      newestByObject.put(entry);
    }
    if (entry.hasRequest()) {
      byRequest.put(entry);
    }
    bytes += entry.bytes();
  }

  /** What a few comparisons tell. */
  public void invariants() {
    Invariant.check(
        head().counter() - tail.counter() == entries.size(),
        () -> entries.size() + " entries of a log from " + tail + " to " + head());
    Invariant.check(
        (entries.isEmpty() ? bytes == 0 : bytes > 0)
            && newestByObject.size() <= entries.size()
            && byRequest.size() <= entries.size(),
        () ->
            "%d entries of a log take %d bytes, have %d objects and %d requests"
                .formatted(entries.size(), bytes, newestByObject.size(), byRequest.size()));
    remembered.invariants(tail);
  }

  /** What a look at every entry tells. */
  public void thoroughInvariants() {
    long sum = 0;
    int objects = 0;
    int requests = 0;
    KeptEntry before = null;
    for (KeptEntry entry : entries) {
      sum += entry.bytes();
      Invariant.check(
          entry.isAfter(before == null ? tail : before.version()),
          () -> "entry " + entry.version() + " of a log does not follow the one before");
      KeptEntry ofObject = entry.touchesObject() ? newestByObject.like(entry) : entry;
      KeptEntry ofRequest = entry.hasRequest() ? byRequest.like(entry) : entry;
      Invariant.check(
          isNotOlder(ofObject, entry) && isNotOlder(ofRequest, entry),
          () -> "entry " + entry.version() + " of a log is not found by its object and request");
      objects += entry.touchesObject() && ofObject == entry ? 1 : 0;
      requests += entry.hasRequest() && ofRequest == entry ? 1 : 0;
      before = entry;
    }
    long counted = sum;
    boolean noOther = objects == newestByObject.size() && requests == byRequest.size();
    Invariant.check(
        counted == bytes && noOther,
        () ->
            "a log takes %d bytes and counts as %d, and finds %d objects and %d requests"
                .formatted(counted, bytes, newestByObject.size(), byRequest.size()));
    remembered.thoroughInvariants();
  }

  private static boolean isNotOlder(@Nullable KeptEntry found, KeptEntry entry) {
    return found != null && !entry.isAfter(found.version());
  }

  /** Estimated bytes of an entry in a log's memory. */
  public static long sizeOf(LogEntry entry) {
    return sizeOf(entry.object().name().length(), entry.results());
  }

  static long sizeOf(int nameBytes, List<OpResult> results) {
    long size = 144L + nameBytes;
    for (OpResult result : results) {
      size += sizeOf(result);
    }
    return size;
  }

  /** Estimated bytes of a result in memory. */
  public static long sizeOf(OpResult result) {
    return switch (result) {
      case OpResult.Done _ -> 16;
      case OpResult.Stat _ -> 64;
      case OpResult.Data data -> 32 + data.data().size();
      case OpResult.SparseData sparse -> 32 + sparse.data().size() + 32L * sparse.ranges().size();
      case OpResult.Attributes attributes ->
          attributes.attributes().entrySet().stream()
              .mapToLong(entry -> 64 + entry.getKey().length() + entry.getValue().size())
              .sum();
      case OpResult.Entries map ->
          map.entries().entrySet().stream()
              .mapToLong(entry -> 64 + entry.getKey().length() + entry.getValue().size())
              .sum();
    };
  }
}
