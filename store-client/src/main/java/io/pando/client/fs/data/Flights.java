package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes of objects under way, of one file. Their ranges do not overlap, so one is found by its
 * offset: small writes make many.
 */
final class Flights {
  private record Part(ByteRange range, OpenCall.Flight flight) {}

  private final Set<Long> calls = new HashSet<>();
  private final NavigableMap<Long, Part> parts = new TreeMap<>();

  void add(OpenCall.Flight flight) {
    Invariant.check(calls.add(flight.call()), "a write is under way twice");
    for (ByteRange each : flight.ranges()) {
      parts.put(each.offset(), new Part(each, flight));
    }
  }

  void remove(OpenCall.Flight flight) {
    calls.remove(flight.call());
    for (ByteRange each : flight.ranges()) {
      parts.remove(each.offset());
    }
  }

  void clear() {
    calls.clear();
    parts.clear();
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Whether bytes of a range are being written. */
  boolean overlap(ByteRange range) {
    return range.length() > 0 && overlapping(range.end(), range) != null;
  }

  /** Whether bytes of a range are being written, by a write that is not newer. */
  boolean overlap(ByteRange range, long sequence) {
    if (range.length() == 0) {
      return false;
    }
    Part part = overlapping(range.end(), range);
    while (part != null) {
      if (part.flight.oldest() <= sequence) {
        return true;
      }
      part = overlapping(part.range.offset(), range);
    }
    return false;
  }

  /** The last part that begins before an offset, if it overlaps a range. */
  private @Nullable Part overlapping(long before, ByteRange range) {
    Map.Entry<Long, Part> last = parts.lowerEntry(before);
    return last != null && last.getValue().range.end() > range.offset() ? last.getValue() : null;
  }

  void checkThoroughly() {
    long end = 0;
    for (Part each : parts.values()) {
      Invariant.check(each.range.offset() >= end, "writes under way overlap");
      end = each.range.end();
    }
  }
}
