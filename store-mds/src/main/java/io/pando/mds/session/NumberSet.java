package io.pando.mds.session;

import io.pando.check.Invariant;
import io.pando.fs.Ino;
import io.pando.fs.session.InoRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Inode numbers, as ranges. */
final class NumberSet {
  /** Number of the ranges by their first number. */
  private final NavigableMap<Long, Long> ends = new TreeMap<>();

  private long size;

  /** How many numbers. */
  long size() {
    return size;
  }

  boolean contains(Ino ino) {
    Map.Entry<Long, Long> range = ends.floorEntry(ino.value());
    return range != null && ino.value() < range.getValue();
  }

  /** Adds numbers that are not in the set. */
  void add(InoRange range) {
    Map.Entry<Long, Long> before = ends.lowerEntry(range.end());
    Invariant.check(
        before == null || before.getValue() <= range.first().value(),
        () -> "inode numbers from %s are given twice".formatted(range.first()));
    ends.put(range.first().value(), range.end());
    size += range.count();
  }

  /** Removes a number; false if it is not in the set. */
  boolean remove(Ino ino) {
    if (!contains(ino)) {
      return false;
    }
    Map.Entry<Long, Long> range =
        Invariant.present(ends.floorEntry(ino.value()), () -> "a number of no range");
    ends.remove(range.getKey());
    put(range.getKey(), ino.value());
    put(ino.value() + 1, range.getValue());
    size--;
    return true;
  }

  private void put(long first, long end) {
    if (first < end) {
      ends.put(first, end);
    }
  }

  /** The lowest numbers. */
  List<Ino> lowest(int most) {
    List<Ino> lowest = new ArrayList<>();
    for (Map.Entry<Long, Long> range : ends.entrySet()) {
      for (long each = range.getKey(); each < range.getValue() && lowest.size() < most; each++) {
        lowest.add(new Ino(each));
      }
    }
    return lowest;
  }

  List<InoRange> ranges() {
    List<InoRange> ranges = new ArrayList<>();
    ends.forEach(
        (first, end) -> ranges.add(new InoRange(new Ino(first), Math.toIntExact(end - first))));
    return ranges;
  }
}
