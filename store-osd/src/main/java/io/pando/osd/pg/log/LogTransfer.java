package io.pando.osd.pg.log;

import io.pando.group.LogEntry;
import io.pando.id.Version;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries in transfer from one OSD to another, in parts that fit into messages: the sender cuts
 * them, the receiver joins them. Streams keep the order. After a stream broke, all parts are sent
 * again, and the receiver starts again with the first.
 */
public final class LogTransfer {
  /** Estimated bytes of a part; a single entry may be larger. */
  private static final Limit PART_BYTES =
      Limit.of("activation: bytes of log in one part", 1, 1 << 20);

  /** Consecutive entries, complete after {@code since}. */
  public record Part(Version since, List<LogEntry> entries, boolean more) {}

  private final List<LogEntry> entries = new ArrayList<>();
  private Version since = Version.ZERO;

  /** Cuts entries that are complete after {@code since}; there is always at least one part. */
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

  public void clear() {
    entries.clear();
    since = Version.ZERO;
  }

  /** Adds the next part, or the first part of another attempt. */
  public void add(Version partSince, List<LogEntry> part) {
    if (entries.isEmpty() || !entries.getLast().version().equals(partSince)) {
      entries.clear();
      since = partSince;
    }
    entries.addAll(part);
  }

  /** The received entries are complete after this version. */
  public Version since() {
    return since;
  }

  /** The received entries, oldest first. */
  public List<LogEntry> entries() {
    return List.copyOf(entries);
  }
}
