package io.pando.group;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where updates of an erasure-coded object changed the bytes of its fragments: outside of these
 * ranges every fragment has the bytes that it had before, and zeros behind its old end. The ranges
 * are the same for all fragments; a fragment may end before a range.
 *
 * @param ranges of a fragment, in bytes; in order, none empty, with gaps between them
 */
public record ChangedRows(List<ByteRange> ranges) {
  /** No byte of any fragment changed. */
  public static final ChangedRows NONE = new ChangedRows(List.of());

  /** The most ranges that a log entry has. */
  public static final int MOST = 8;

  public ChangedRows {
    ranges = List.copyOf(ranges);
    long end = -1;
    for (ByteRange range : ranges) {
      if (range.length() == 0 || range.offset() <= end) {
        throw new IllegalArgumentException("not in order, or without gaps: " + ranges);
      }
      end = range.end();
    }
  }

  /** The union of some ranges, in any order. */
  public static ChangedRows of(Collection<ByteRange> some) {
    List<ByteRange> joined = new ArrayList<>();
    some.stream()
        .filter(range -> range.length() > 0)
        .sorted(Comparator.comparingLong(ByteRange::offset))
        .forEach(range -> {
          ByteRange last = joined.isEmpty() ? null : joined.getLast();
          if (last != null && range.offset() <= last.end()) {
            joined.set(joined.size() - 1, hull(last, range));
          } else {
            joined.add(range);
          }
        });
    return joined.isEmpty() ? NONE : new ChangedRows(joined);
  }

  private static ByteRange hull(ByteRange first, ByteRange other) {
    return new ByteRange(first.offset(), Math.max(first.end(), other.end()) - first.offset());
  }

  /** What changed by these updates or the other ones. */
  public ChangedRows with(ChangedRows other) {
    return of(Stream.concat(ranges.stream(), other.ranges.stream()).toList());
  }

  /**
   * The same in at most {@code most} ranges, at least one: those with the smallest gaps are joined.
   */
  public ChangedRows inAtMost(int most) {
    if (ranges.size() <= most) {
      return this;
    }
    BitSet divided = new BitSet();
    IntStream.range(1, ranges.size())
        .boxed()
        .sorted(Comparator.comparingLong(this::gapBefore).reversed())
        .limit(most - 1)
        .forEach(divided::set);
    List<ByteRange> joined = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      ByteRange range = ranges.get(i);
      if (i == 0 || divided.get(i)) {
        joined.add(range);
      } else {
        joined.set(joined.size() - 1, hull(joined.getLast(), range));
      }
    }
    return new ChangedRows(joined);
  }

  private long gapBefore(int index) {
    return ranges.get(index).offset() - ranges.get(index - 1).end();
  }

  /** Number of rows. */
  public long bytes() {
    return ranges.stream().mapToLong(ByteRange::length).sum();
  }
}
