package io.pando.osd.pg.log;

import io.pando.check.Invariant;
import io.pando.id.RequestId;
import io.pando.id.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose updates are older than the log. They are not needed to bring a replica up to date
 * any more. They serve to recognise a request that comes late, and to repeat its answer. All of
 * these updates were durable on every member once, so no two replicas contradict each other.
 *
 * <p>Invariants: the requests of all updates after {@code since}, up to the log's tail, are here;
 * none is newer than the tail; each is found by its id.
 */
final class TrimmedRequests {
  private final EntryRow entries = new EntryRow();
  private final EntryIndex<RequestId> byRequest = EntryIndex.byRequest();
  private Version since;
  private long bytes;

  /** Creates an empty set; nothing is known of updates before this version. */
  TrimmedRequests(Version since) {
    this.since = since;
  }

  Version since() {
    return since;
  }

  List<KeptEntry> after(Version version) {
    return entries.after(version);
  }

  List<KeptEntry> upTo(Version version) {
    return entries.upTo(version);
  }

  List<KeptEntry> all() {
    return List.copyOf(entries);
  }

  @Nullable KeptEntry ofRequest(RequestId request) {
    return byRequest.get(request);
  }

  /** Adds an entry that the log has trimmed. */
  void add(KeptEntry entry) {
    if (entry.hasRequest() && entries.put(entry)) {
      byRequest.put(entry);
      bytes += entry.bytes();
    }
  }

  /** Adds older requests that another OSD remembers, complete after {@code start}. */
  void addOlder(Version start, List<KeptEntry> older) {
    older.forEach(this::add);
    if (since.isAfter(start)) {
      since = start;
    }
  }

  /**
   * Forgets the oldest requests if there are too many. Some slack lets one call remove many at
   * once. Returns the newest version that was forgotten; null if none was.
   */
  @Nullable Version forget(int maxEntries, long maxBytes) {
    if (entries.size() <= maxEntries + maxEntries / 16 && bytes <= maxBytes + maxBytes / 16) {
      return null;
    }
    while (entries.size() > maxEntries || bytes > maxBytes) {
      KeptEntry gone = entries.removeOldest();
      byRequest.remove(gone);
      bytes -= gone.bytes();
      since = Version.max(since, gone.version());
    }
    return since;
  }

  /** The log begins at another version; drops the requests after it. */
  void endAt(Version tail) {
    for (KeptEntry later : entries.after(tail)) {
      byRequest.remove(later);
      bytes -= later.bytes();
    }
    entries.cutAfter(tail);
    if (since.isAfter(tail)) {
      since = tail;
    }
  }

  /** Takes over the requests that another OSD remembers. */
  void replace(Version start, List<KeptEntry> others) {
    entries.clear();
    byRequest.clear();
    bytes = 0;
    since = start;
    others.forEach(this::add);
  }

  /** Cheap checks, without a look at each request. */
  void invariants(Version tail) {
    boolean older = entries.isEmpty() || !entries.getLast().isAfter(tail);
    Invariant.check(
        older && !since.isAfter(tail) && byRequest.size() <= entries.size(),
        () ->
            "%d requests are remembered since %s, the newest is %s, and the log begins after %s"
                .formatted(
                    entries.size(),
                    since,
                    entries.isEmpty() ? null : entries.getLast().version(),
                    tail));
    Invariant.check(
        entries.isEmpty() ? bytes == 0 : bytes > 0,
        () -> entries.size() + " remembered requests take " + bytes + " bytes");
  }

  /** Checks that look at every request. */
  void thoroughInvariants() {
    long sum = 0;
    int found = 0;
    for (KeptEntry entry : entries) {
      sum += entry.bytes();
      KeptEntry known = byRequest.like(entry);
      found += known == entry ? 1 : 0;
      Invariant.check(
          known != null,
          () -> "the request of " + entry.version() + " is remembered and not found");
    }
    long counted = sum;
    int requests = found;
    Invariant.check(
        counted == bytes && requests == byRequest.size(),
        () ->
            "remembered are %d requests of %d bytes, counted are %d and %d"
                .formatted(requests, counted, byRequest.size(), bytes));
  }
}
