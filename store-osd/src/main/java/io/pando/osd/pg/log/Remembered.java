package io.pando.osd.pg.log;

import io.pando.group.LogEntry;
import io.pando.id.RequestId;
import io.pando.id.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose updates are older than the log: not needed to bring a replica up to date any more,
 * but by them a request that comes late is recognised and told again what it was told. All of them
 * were durable everywhere once, so that no replica's can contradict another's.
 *
 * <p>Invariant: the requests of all updates after {@code since}, up to the log's tail, are here.
 */
final class Remembered {
  private final NavigableMap<Version, LogEntry> entries = new TreeMap<>();
  private final Map<RequestId, Version> byRequest = new LinkedHashMap<>();
  private Version since;
  private long bytes;

  /** Nothing, and nothing is known of what was before this version. */
  Remembered(Version since) {
    this.since = since;
  }

  Version since() {
    return since;
  }

  int size() {
    return entries.size();
  }

  List<LogEntry> after(Version version) {
    return List.copyOf(entries.tailMap(version, false).values());
  }

  List<LogEntry> all() {
    return List.copyOf(entries.values());
  }

  Optional<LogEntry> ofRequest(RequestId request) {
    Version version = byRequest.get(request);
    return version == null ? Optional.empty() : Optional.ofNullable(entries.get(version));
  }

  /** One that the log has let go of. */
  void add(LogEntry entry) {
    if (entry.hasRequest() && entries.put(entry.version(), entry) == null) {
      byRequest.put(entry.request(), entry.version());
      bytes += GroupLog.sizeOf(entry);
    }
  }

  /** Older ones, complete after {@code start}, as somebody else remembers them. */
  void addOlder(Version start, List<LogEntry> older) {
    older.forEach(this::add);
    if (since.isAfter(start)) {
      since = start;
    }
  }

  /**
   * Forgets the oldest ones if there are too many, with a little slack, so that it is done for many
   * at once. Returns the newest that was forgotten; null if none was.
   */
  @Nullable Version forget(int maxEntries, long maxBytes) {
    if (entries.size() <= maxEntries + maxEntries / 16 && bytes <= maxBytes + maxBytes / 16) {
      return null;
    }
    while (entries.size() > maxEntries || bytes > maxBytes) {
      LogEntry gone = entries.pollFirstEntry().getValue();
      byRequest.remove(gone.request(), gone.version());
      bytes -= GroupLog.sizeOf(gone);
      since = Version.max(since, gone.version());
    }
    return since;
  }

  /** The log begins at another place, and has what is after it. */
  void endAt(Version tail) {
    List.copyOf(entries.tailMap(tail, false).values())
        .forEach(later -> {
          entries.remove(later.version());
          byRequest.remove(later.request(), later.version());
          bytes -= GroupLog.sizeOf(later);
        });
    if (since.isAfter(tail)) {
      since = tail;
    }
  }

  /** Becomes what somebody else remembers. */
  void replace(Version start, List<LogEntry> others) {
    entries.clear();
    byRequest.clear();
    bytes = 0;
    since = start;
    others.forEach(this::add);
  }
}
