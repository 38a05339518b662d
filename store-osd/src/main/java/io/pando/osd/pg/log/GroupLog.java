package io.pando.osd.pg.log;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.group.ChangedRows;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The recent updates of a group in memory, complete after the log's tail. Entries are found by
 * version, by object and by request (paper 003 §6.3.4). Trimmed entries still serve to recognise
 * requests that are sent again:
 *
 * <pre>
 *   forgotten │ remembered: requests and results │ log: brings replicas up to date │
 *       rememberedSince                        tail                              head
 * </pre>
 *
 * <p>Invariants: the counters of the entries have no gap and begin behind the tail's counter;
 * epochs never fall. Two logs that share a version are equal up to it, because a version is
 * assigned once, by a primary that knew every earlier update. A lookup by object or by request
 * finds the newest entry.
 */
public final class GroupLog {
  private final EntryRow entries = new EntryRow();
  private final EntryIndex<ObjectId> newestByObject = EntryIndex.byObject();
  private final EntryIndex<RequestId> byRequest = EntryIndex.byRequest();
  private final TrimmedRequests remembered;
  private Version tail;
  private long bytes;

  /** An empty log, complete after {@code tail}, that remembers nothing older. */
  public GroupLog(Version tail) {
    this.tail = tail;
    this.remembered = new TrimmedRequests(tail);
  }

  /**
   * Creates a log from its stored entries.
   *
   * @param stored oldest first; those up to the tail are only remembered
   */
  public static GroupLog of(Version tail, Version rememberedSince, Collection<LogEntry> stored) {
    GroupLog log = new GroupLog(tail);
    log.remembered.addOlder(rememberedSince, upTo(tail, stored));
    stored.stream().filter(e -> e.version().isAfter(tail)).forEach(log::append);
    return log;
  }

  /** The log is complete after this version. */
  public Version tail() {
    return tail;
  }

  /** Newest version; the tail if there is no entry. */
  public Version head() {
    return entries.isEmpty() ? tail : entries.getLast().version();
  }

  public int size() {
    return entries.size();
  }

  /** Estimated bytes of the entries in memory. */
  public long bytes() {
    return bytes;
  }

  /** All entries, oldest first. */
  public List<LogEntry> entries() {
    return decoded(entries);
  }

  /** Entries after {@code since}, oldest first. */
  public List<LogEntry> after(Version since) {
    return decoded(entries.after(since));
  }

  /** Whether an entry has this version, or it is the tail. */
  public boolean contains(Version version) {
    return version.equals(tail) || entries.has(version);
  }

  /** Whether the log is complete after {@code since}. */
  public boolean reaches(Version since) {
    return since.compareTo(tail) >= 0;
  }

  /** The newest version of the log that is not after this one; the tail if all are. */
  public Version newestUpTo(Version version) {
    KeptEntry newest = entries.newestUpTo(version);
    return newest == null ? tail : newest.version();
  }

  /** The update that this request caused, if it is remembered. */
  public Optional<LogEntry> ofRequest(RequestId request) {
    KeptEntry entry = byRequest.get(request);
    return Optional.ofNullable(entry == null ? remembered.ofRequest(request) : entry)
        .map(KeptEntry::entry);
  }

  /** Requests whose updates are after this version are recognised. */
  public Version rememberedSince() {
    return remembered.since();
  }

  /** The remembered entries after this version that are older than the log. */
  public List<LogEntry> rememberedAfter(Version version) {
    return decoded(remembered.after(version));
  }

  /** The remembered entries up to this version. */
  public List<LogEntry> rememberedUpTo(Version version) {
    return decoded(remembered.upTo(version));
  }

  /** All entries that are kept, oldest first: the remembered ones, then the log. */
  public List<LogEntry> kept() {
    List<LogEntry> all = new ArrayList<>(decoded(remembered.all()));
    all.addAll(decoded(entries));
    return all;
  }

  private static List<LogEntry> decoded(List<KeptEntry> kept) {
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

  /** Adds older remembered requests of another OSD, complete after {@code since}. */
  public void remember(Version since, List<LogEntry> older) {
    remembered.addOlder(since, upTo(tail, older));
  }

  /**
   * Forgets the oldest remembered requests beyond the bounds; returns the newest version that was
   * forgotten, null if none was.
   */
  public @Nullable Version forget(int maxRemembered, long maxRememberedBytes) {
    return remembered.forget(maxRemembered, maxRememberedBytes);
  }

  /** The newest update of the object in the log. */
  public Optional<LogEntry> newestOf(ObjectId object) {
    return Optional.ofNullable(newestByObject.get(object)).map(KeptEntry::entry);
  }

  /** The entry of this version in the log. */
  Optional<LogEntry> at(Version version) {
    return Optional.ofNullable(entries.newestUpTo(version))
        .filter(entry -> entry.hasVersion(version))
        .map(KeptEntry::entry);
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
   * Trims entries up to and including {@code to}, which is not beyond the head; their requests are
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
   * The trimmed entries.
   *
   * @param updates of objects, oldest first
   * @param counters of the last update of each epoch
   */
  public record Trimmed(List<IndexEntry> updates, SortedMap<Long, Long> counters) {}

  /**
   * The version to trim to, so that {@code maxEntries} and {@code maxBytes} hold; null if they hold
   * already.
   */
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
      replace(tail, decoded(entries.upTo(to)));
    }
    return gone;
  }

  /** Takes over another log and the requests that it remembers. */
  public void replace(
      Version newTail, List<LogEntry> newEntries, Version since, List<LogEntry> older) {
    replace(newTail, newEntries);
    remembered.replace(since, older.stream().map(KeptEntry::new).toList());
  }

  /**
   * Takes over another log that has the same history up to a version. Entries kept here up to that
   * version stay remembered. But if the other log has forgotten requests between, all remembered
   * requests here are forgotten.
   *
   * @param since remembered requests of the other log are complete after this version
   * @param older requests that the other log remembers and this one does not keep
   * @return whether the remembered requests here stay
   */
  public boolean continueAs(
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

  /** All kept entries after this version, oldest first. */
  public List<LogEntry> keptAfter(Version version) {
    List<LogEntry> later = new ArrayList<>(rememberedAfter(version));
    later.addAll(after(version));
    return later;
  }

  /** Takes over another log; the remembered requests before it stay. */
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

  /** Cheap checks, without a look at each entry. */
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

  /** Checks that look at every entry. */
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
    return sizeOf(entry.object().name().length(), entry.results(), entry.changed());
  }

  static long sizeOf(int nameBytes, List<OpResult> results, @Nullable ChangedRows changed) {
    long size = 144L + nameBytes + (changed == null ? 0 : 48 + 32L * changed.ranges().size());
    for (OpResult result : results) {
      size += sizeOf(result);
    }
    return size;
  }

  /** Estimated bytes of a result in memory. */
  public static long sizeOf(OpResult result) {
    return switch (result) {
      case OpResult.Done _ -> 16;
      case OpResult.Stat _, OpResult.LossEnded _ -> 64;
      case OpResult.Data data -> 32 + data.data().size();
      case OpResult.SparseData sparse -> 32 + sparse.data().size() + 32L * sparse.ranges().size();
      case OpResult.Attributes attributes -> sizeOf(attributes.attributes());
      case OpResult.Entries map -> sizeOf(map.entries());
    };
  }

  private static long sizeOf(Map<String, Payload> entries) {
    return entries.entrySet().stream()
        .mapToLong(entry -> 64 + entry.getKey().length() + entry.getValue().size())
        .sum();
  }
}
