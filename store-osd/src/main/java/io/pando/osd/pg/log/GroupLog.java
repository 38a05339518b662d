package io.pando.osd.pg.log;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The recent updates of a group in memory, complete after its tail, found by version, by object and
 * by request (paper 003 §6.3.4).
 *
 * <p>Invariants: counters of the entries follow one another without a gap, beginning behind the
 * tail's; epochs never fall. Two logs that share a version are equal up to it, since a version is
 * given once, by a primary that knew everything before it.
 */
public final class GroupLog {
  private final NavigableMap<Version, LogEntry> entries = new TreeMap<>();
  private final Map<ObjectId, Version> newestByObject = new LinkedHashMap<>();
  private final Map<RequestId, Version> byRequest = new LinkedHashMap<>();
  private Version tail;
  private long bytes;

  /** An empty log, complete after {@code tail}. */
  public GroupLog(Version tail) {
    this.tail = tail;
  }

  /** Everything after this version is here. */
  public Version tail() {
    return tail;
  }

  /** Newest version, the tail if there is no entry. */
  public Version head() {
    return entries.isEmpty() ? tail : entries.lastKey();
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
  public Collection<LogEntry> entries() {
    return entries.values();
  }

  /** Entries after {@code since}, oldest first. */
  public List<LogEntry> after(Version since) {
    return List.copyOf(entries.tailMap(since, false).values());
  }

  /** Whether the version is one of an entry, or the tail. */
  public boolean contains(Version version) {
    return version.equals(tail) || entries.containsKey(version);
  }

  /** Whether the log tells all that happened after {@code since}. */
  public boolean reaches(Version since) {
    return since.compareTo(tail) >= 0;
  }

  /** The update that this request made. */
  public Optional<LogEntry> ofRequest(RequestId request) {
    Version version = byRequest.get(request);
    return version == null ? Optional.empty() : Optional.ofNullable(entries.get(version));
  }

  /** The newest update of the object that the log knows. */
  public Optional<LogEntry> newestOf(ObjectId object) {
    Version version = newestByObject.get(object);
    return version == null ? Optional.empty() : Optional.ofNullable(entries.get(version));
  }

  /** Appends the update that follows the head. */
  public void append(LogEntry entry) {
    Version head = head();
    Invariant.check(
        entry.version().counter() == head.counter() + 1 && entry.version().isAfter(head),
        () -> "log entry " + entry.version() + " does not follow " + head);
    entries.put(entry.version(), entry);
    index(entry);
  }

  /** Forgets entries up to and including {@code to}, which is not beyond the head. */
  public void trim(Version to) {
    Invariant.check(!to.isAfter(head()), () -> "trim to " + to + " beyond head " + head());
    while (!entries.isEmpty() && !entries.firstKey().isAfter(to)) {
      LogEntry gone = entries.pollFirstEntry().getValue();
      newestByObject.remove(gone.object(), gone.version());
      byRequest.remove(gone.request(), gone.version());
      bytes -= sizeOf(gone);
      tail = gone.version();
    }
  }

  /** Where a trim should go so that {@code maxEntries} and {@code maxBytes} hold; null: nowhere. */
  public @Nullable Version trimPoint(int maxEntries, long maxBytes) {
    int excess = entries.size() - maxEntries;
    long excessBytes = bytes - maxBytes;
    Version point = null;
    for (LogEntry entry : entries.values()) {
      if (excess <= 0 && excessBytes <= 0) {
        break;
      }
      point = entry.version();
      excess--;
      excessBytes -= sizeOf(entry);
    }
    return point;
  }

  /** Removes the entries after {@code to} and returns them, oldest first. */
  public List<LogEntry> rewind(Version to) {
    List<LogEntry> gone = after(to);
    if (!gone.isEmpty()) {
      List<LogEntry> kept = new ArrayList<>(entries.headMap(to, true).values());
      replace(tail, kept);
    }
    return gone;
  }

  /** Becomes another log. */
  public void replace(Version newTail, List<LogEntry> newEntries) {
    entries.clear();
    newestByObject.clear();
    byRequest.clear();
    bytes = 0;
    tail = newTail;
    newEntries.forEach(this::append);
  }

  private void index(LogEntry entry) {
    newestByObject.put(entry.object(), entry.version());
    byRequest.put(entry.request(), entry.version());
    bytes += sizeOf(entry);
  }

  private static long sizeOf(LogEntry entry) {
    long size = 200L + entry.object().name().length();
    for (OpResult result : entry.results()) {
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
