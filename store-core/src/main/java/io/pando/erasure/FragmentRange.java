package io.pando.erasure;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A range of bytes of the fragment at a position. */
public record FragmentRange(int position, ByteRange range) {
  /** Joins ranges that overlap or touch; ordered by offset. */
  public static List<ByteRange> joined(List<ByteRange> ranges) {
    List<ByteRange> joined = new ArrayList<>();
    List<ByteRange> sorted =
        ranges.stream()
            .filter(range -> range.length() > 0)
            .sorted(Comparator.comparingLong(ByteRange::offset))
            .toList();
    for (ByteRange range : sorted) {
      ByteRange last = joined.isEmpty() ? null : joined.getLast();
      if (last != null && range.offset() <= last.end()) {
        long end = Math.max(last.end(), range.end());
        joined.set(joined.size() - 1, new ByteRange(last.offset(), end - last.offset()));
      } else {
        joined.add(range);
      }
    }
    return joined;
  }
}
