package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import io.pando.fs.FileLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A call that is not answered. */
sealed interface OpenCall {
  FileContent file();

  /** A read of parts of one object. */
  final class Fill implements OpenCall {
    private final FileContent file;
    final long call;
    final List<FileLayout.Extent> extents;
    final List<PendingRead> readers = new ArrayList<>();

    /** Whether the bytes may be cached: no write since the call was made concerns them. */
    boolean keep;

    Fill(FileContent file, long call, List<FileLayout.Extent> extents, boolean keep) {
      this.file = file;
      this.call = call;
      this.extents = extents;
      this.keep = keep;
    }

    @Override
    public FileContent file() {
      return file;
    }

    static ByteRange inFile(FileLayout.Extent extent) {
      return new ByteRange(extent.fileOffset(), extent.inObject().length());
    }

    boolean overlaps(ByteRange range) {
      return extents.stream().anyMatch(extent -> Ranges.overlap(inFile(extent), range));
    }
  }

  /**
   * A write of parts of one object.
   *
   * @param oldest sequence of the oldest write in it
   * @param buffered whether the writer of a part was told that its write is done
   */
  record Flight(FileContent file, long call, List<ByteRange> ranges, long oldest, boolean buffered)
      implements OpenCall {
    boolean overlaps(ByteRange range) {
      return ranges.stream().anyMatch(it -> Ranges.overlap(it, range));
    }
  }

  /**
   * Writes of objects under way, of one file. Their ranges do not overlap, so one is found by its
   * offset: small writes make many.
   */
  final class Flights {
    private record Part(ByteRange range, Flight flight) {}

    private final Set<Long> calls = new TreeSet<>();
    private final NavigableMap<Long, Part> parts = new TreeMap<>();

    void add(Flight flight) {
      Invariant.check(calls.add(flight.call()), "a write is under way twice");
      for (ByteRange each : flight.ranges()) {
        parts.put(each.offset(), new Part(each, flight));
      }
    }

    void remove(Flight flight) {
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

  /** A question for the size of one object. */
  record Look(FileContent file, SeekSearch search, long object) implements OpenCall {}
}
