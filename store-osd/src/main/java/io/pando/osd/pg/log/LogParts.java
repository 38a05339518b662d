package io.pando.osd.pg.log;

import io.pando.group.LogEntry;
import io.pando.id.Version;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries on their way from one OSD to another, in parts that fit into messages: cut by the sender,
 * put together by the receiver. Streams keep the order; one that broke is made up for by sending
 * all parts again, which begins anew here.
 */
public final class LogParts {
  /** Estimated bytes of a part; one entry alone may be larger. */
  private static final Limit PART_BYTES =
      Limit.of("activation: bytes of log in one part", 1, 1 << 20);

  /** Entries that follow one another, complete after {@code since}. */
  public record Part(Version since, List<LogEntry> entries, boolean more) {}

  private final List<LogEntry> entries = new ArrayList<>();
  private Version since = Version.ZERO;

  /** Cuts entries that are complete after {@code since}; there is always a part. */
  public static List<Part> cut(Version since, List<LogEntry> entries) {
    List<Part> parts = new ArrayList<>();
    List<LogEntry> part = new ArrayList<>();
    Version start = since;
    long bytes = 0;
    for (LogEntry entry : entries) {
      if (!part.isEmpty() && bytes + GroupLog.sizeOf(entry) > PART_BYTES.longValue()) {
        parts.add(new Part(start, List.copyOf(part), true));
        start = part.getLast().version();
        part.clear();
        bytes = 0;
      }
      part.add(entry);
      bytes += GroupLog.sizeOf(entry);
    }
    parts.add(new Part(start, List.copyOf(part), false));
    return parts;
  }

  /** Nothing has come yet. */
  public void clear() {
    entries.clear();
    since = Version.ZERO;
  }

  /** Takes the next part, or the first one of another attempt. */
  public void add(Version partSince, List<LogEntry> part) {
    if (entries.isEmpty() || !entries.getLast().version().equals(partSince)) {
      entries.clear();
      since = partSince;
    }
    entries.addAll(part);
  }

  /** What has come is complete after this version. */
  public Version since() {
    return since;
  }

  /** What has come, oldest first. */
  public List<LogEntry> entries() {
    return List.copyOf(entries);
  }
}
