package io.pando.fs.lock;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one owner has locked of one file: each byte has one mode. A new lock replaces the mode of
 * the bytes that it covers, so it may split older locks; neighbours of one mode are one part.
 *
 * <p>Invariants: parts are not empty, do not overlap, and no two of one mode touch.
 */
public final class LockRanges {
  private record End(long offset, LockMode mode) {}

  /** Parts by their first byte. */
  private final NavigableMap<Long, End> parts = new TreeMap<>();

  /** Nothing is locked. */
  public LockRanges() {}

  /**
   * Sets the mode of a range; {@link LockMode#NONE} releases it. An empty range changes nothing.
   */
  public void set(ByteRange range, LockMode mode) {
    if (range.length() == 0) {
      return;
    }
    cutAt(range.offset());
    cutAt(range.end());
    parts.subMap(range.offset(), range.end()).clear();
    if (mode != LockMode.NONE) {
      parts.put(range.offset(), new End(range.end(), mode));
      joinAt(range.end());
      joinAt(range.offset());
    }
  }

  private void cutAt(long offset) {
    Map.Entry<Long, End> before = parts.lowerEntry(offset);
    if (before != null && before.getValue().offset() > offset) {
      parts.put(before.getKey(), new End(offset, before.getValue().mode()));
      parts.put(offset, before.getValue());
    }
  }

  private void joinAt(long offset) {
    Map.Entry<Long, End> before = parts.lowerEntry(offset);
    End after = parts.get(offset);
    if (before != null
        && after != null
        && before.getValue().offset() == offset
        && before.getValue().mode() == after.mode()) {
      parts.remove(offset);
      parts.put(before.getKey(), after);
    }
  }

  /** By how much {@link #size} would change if a mode was set. */
  public int growth(ByteRange range, LockMode mode) {
    LockRanges around = new LockRanges();
    Map.Entry<Long, End> first = parts.lowerEntry(range.offset());
    long from = first == null ? range.offset() : first.getKey();
    around.parts.putAll(parts.subMap(from, true, range.end(), true));
    int before = around.size();
    around.set(range, mode);
    return around.size() - before;
  }

  /**
   * Lowers what is locked in a range to a mode, as far as it is locked in a higher one.
   *
   * @return whether it lowered something
   */
  public boolean lower(ByteRange range, LockMode most) {
    boolean lowered = false;
    for (LockPart each : partsIn(range)) {
      if (each.mode().compareTo(most) > 0) {
        set(intersection(each.range(), range), most);
        lowered = true;
      }
    }
    return lowered;
  }

  private static ByteRange intersection(ByteRange one, ByteRange other) {
    long offset = Math.max(one.offset(), other.offset());
    return new ByteRange(offset, Math.min(one.end(), other.end()) - offset);
  }

  /** The first part that another owner's lock on a range in a mode would conflict with. */
  public Optional<LockPart> conflict(ByteRange range, LockMode mode) {
    if (range.length() == 0 || mode == LockMode.NONE) {
      return Optional.empty();
    }
    Map.Entry<Long, End> at = parts.floorEntry(range.offset());
    if (at == null || at.getValue().offset() <= range.offset()) {
      at = parts.higherEntry(range.offset());
    }
    while (at != null && at.getKey() < range.end()) {
      if (mode.conflictsWith(at.getValue().mode())) {
        return Optional.of(part(at));
      }
      at = parts.higherEntry(at.getKey());
    }
    return Optional.empty();
  }

  /** Parts that have a byte of a range, in their order. */
  public List<LockPart> partsIn(ByteRange range) {
    List<LockPart> found = new ArrayList<>();
    if (range.length() == 0) {
      return found;
    }
    for (Map.Entry<Long, End> each : parts.headMap(range.end(), false).entrySet()) {
      if (each.getValue().offset() > range.offset()) {
        found.add(part(each));
      }
    }
    return found;
  }

  /** All parts, in their order. */
  public List<LockPart> parts() {
    List<LockPart> all = new ArrayList<>();
    parts.entrySet().forEach(each -> all.add(part(each)));
    return all;
  }

  private static LockPart part(Map.Entry<Long, End> entry) {
    long offset = entry.getKey();
    return new LockPart(
        new ByteRange(offset, entry.getValue().offset() - offset), entry.getValue().mode());
  }

  /** Number of parts. */
  public int size() {
    return parts.size();
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Checks the invariants; costs time in proportion to the parts. */
  public void invariants() {
    long end = -1;
    LockMode mode = LockMode.NONE;
    for (LockPart each : parts()) {
      ByteRange range = each.range();
      boolean joins = range.offset() == end && each.mode() == mode;
      Invariant.check(
          range.length() > 0 && range.offset() >= end && !joins && each.mode() != LockMode.NONE,
          () -> "locks of an owner: " + this);
      end = range.end();
      mode = each.mode();
    }
  }

  @Override
  public String toString() {
    return parts().toString();
  }
}
