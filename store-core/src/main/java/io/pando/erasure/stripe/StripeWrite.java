package io.pando.erasure.stripe;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * What a write does to one stripe, or to successive stripes that it fills. Its parity is computed
 * in the way that reads fewer fragments:
 *
 * <ul>
 *   <li>{@link Method#ENCODE}: from the new data, and from the data of the same rows that the write
 *       leaves as they are. A stripe that is written as a whole, or that ends with the written
 *       data, needs no reading;
 *   <li>{@link Method#DELTA}: from the old parity and the difference between the old and the new
 *       data.
 * </ul>
 *
 * @param rows bytes of the parity fragments that change; of data fragments, the bytes at the same
 *     offsets belong to the same rows
 * @param written the new data, as parts of data fragments
 * @param reads old data to be read, as parts of data fragments; bytes behind the end of the old
 *     object are zeros and are left out
 * @param oldParity the part of {@code rows} in which parity fragments have bytes that are needed;
 *     empty with {@link Method#ENCODE}
 */
public record StripeWrite(
    Method method,
    ByteRange rows,
    List<DataRange> written,
    List<DataRange> reads,
    ByteRange oldParity) {
  /** How the parity is computed. */
  public enum Method {
    ENCODE,
    DELTA
  }

  public StripeWrite {
    written = List.copyOf(written);
    reads = List.copyOf(reads);
  }

  /**
   * Divides a write of bytes at a range of an object. Writing zeros behind the end of the object
   * changes no parity, so a gap between the old end and the range needs nothing.
   *
   * @param parities number of parity fragments
   * @param oldBytes size of the object before the write
   * @param range the bytes that are written, at least one
   */
  public static List<StripeWrite> of(
      StripeLayout layout, int parities, long oldBytes, ByteRange range) {
    long stripeBytes = layout.stripeBytes();
    long firstWhole = Math.ceilDiv(range.offset(), stripeBytes) * stripeBytes;
    long endOfWhole = range.end() / stripeBytes * stripeBytes;
    List<StripeWrite> writes = new ArrayList<>();
    if (firstWhole < endOfWhole) {
      Planner planner = new Planner(layout, parities, oldBytes);
      planner.partial(range.offset(), firstWhole, writes);
      planner.whole(firstWhole, endOfWhole, writes);
      planner.partial(endOfWhole, range.end(), writes);
    } else {
      Planner planner = new Planner(layout, parities, oldBytes);
      long middle = Math.clamp(firstWhole, range.offset(), range.end());
      planner.partial(range.offset(), middle, writes);
      planner.partial(middle, range.end(), writes);
    }
    return List.copyOf(writes);
  }

  /** Plans the stripes of one write, from offsets in the object. */
  private record Planner(StripeLayout layout, int parities, long oldBytes) {
    void whole(long from, long to, List<StripeWrite> into) {
      ByteRange range = new ByteRange(from, to - from);
      List<DataRange> written = layout.fragmentRanges(range);
      ByteRange rows = written.getFirst().range();
      into.add(new StripeWrite(Method.ENCODE, rows, written, List.of(), none(rows)));
    }

    /** A part of one stripe; nothing if it is empty. */
    void partial(long from, long to, List<StripeWrite> into) {
      if (from == to) {
        return;
      }
      List<DataRange> written = layout.fragmentRanges(new ByteRange(from, to - from));
      ByteRange rows = hull(written);
      List<DataRange> others = unchanged(rows, written);
      List<DataRange> replaced = new ArrayList<>();
      for (DataRange part : written) {
        addIfAny(replaced, part.index(), part.range().offset(), oldEnd(part.index(), part.range()));
      }
      long parityEnd = Math.min(rows.end(), layout.parityBytes(oldBytes));
      ByteRange oldParity = new ByteRange(rows.offset(), Math.max(0, parityEnd - rows.offset()));
      int touchedByDelta = replaced.size() + (oldParity.length() > 0 ? parities : 0);
      long touchedByEncoding = others.stream().mapToInt(DataRange::index).distinct().count();
      if (touchedByDelta < touchedByEncoding) {
        into.add(new StripeWrite(Method.DELTA, rows, written, replaced, oldParity));
      } else {
        into.add(new StripeWrite(Method.ENCODE, rows, written, others, none(rows)));
      }
    }

    /** The old data in some rows that the write leaves as they are. */
    private List<DataRange> unchanged(ByteRange rows, List<DataRange> written) {
      List<DataRange> parts = new ArrayList<>();
      for (int index = 0; index < layout.k(); index++) {
        long end = oldEnd(index, rows);
        long from = rows.offset();
        for (DataRange part : written) {
          if (part.index() == index) {
            addIfAny(parts, index, from, Math.min(end, part.range().offset()));
            from = part.range().end();
          }
        }
        addIfAny(parts, index, from, end);
      }
      return parts;
    }

    /** Where the old bytes of a data fragment end, within a range of it. */
    private long oldEnd(int index, ByteRange range) {
      return Math.min(range.end(), layout.fragmentBytes(index, oldBytes));
    }

    private static void addIfAny(List<DataRange> parts, int index, long from, long to) {
      if (from < to) {
        parts.add(new DataRange(index, new ByteRange(from, to - from)));
      }
    }

    private static ByteRange hull(List<DataRange> parts) {
      long from = parts.stream().mapToLong(part -> part.range().offset()).min().orElseThrow();
      long to = parts.stream().mapToLong(part -> part.range().end()).max().orElseThrow();
      return new ByteRange(from, to - from);
    }

    private static ByteRange none(ByteRange rows) {
      return new ByteRange(rows.offset(), 0);
    }
  }
}
