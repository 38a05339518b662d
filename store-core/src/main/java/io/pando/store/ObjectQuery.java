package io.pando.store;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query of one object at one moment. Size and attributes are always returned, at no extra cost.
 *
 * @param data ranges of bytes to read; if the object ends earlier, the answer is shorter
 * @param maps parts of the key/value map to read
 * @param allocated whether to return the ranges that hold data; the others are holes and read as
 *     zeros
 * @param amended writes that are about to follow: existing bytes that share a block with them and
 *     stay must be readable, otherwise the answer is that the object is damaged
 */
public record ObjectQuery(
    List<ByteRange> data, List<MapSelection> maps, boolean allocated, List<Amendment> amended) {
  /** Only size and attributes. */
  public static final ObjectQuery STAT = new ObjectQuery(List.of(), List.of(), false);

  public ObjectQuery {
    data = List.copyOf(data);
    maps = List.copyOf(maps);
    amended = List.copyOf(amended);
  }

  public ObjectQuery(List<ByteRange> data, List<MapSelection> maps, boolean allocated) {
    this(data, maps, allocated, List.of());
  }

  /** Maximum size of the answer's data and pages in bytes. */
  public long mostBytes() {
    long most = 0;
    for (ByteRange range : data) {
      most += range.length();
    }
    for (MapSelection map : maps) {
      most += map instanceof Page page ? page.maxBytes() : 0;
    }
    return most;
  }

  /**
   * A write that is about to follow.
   *
   * @param offset not negative, or {@link #AT_END}
   * @param length not negative; may reach beyond the end of the object
   */
  public record Amendment(long offset, long length) {
    /** Offset that means the end of the object. */
    public static final long AT_END = -1;

    /** Numbers of the object's blocks that keep some bytes beside the written ones. */
    public List<Long> keptBlocks(long objectBytes, int blockBytes) {
      List<Long> kept = new ArrayList<>();
      long from = offset == AT_END ? objectBytes : offset;
      long end = from + length;
      long first = from / blockBytes;
      long last = end / blockBytes;
      if (from % blockBytes != 0 && first * blockBytes < objectBytes) {
        kept.add(first);
      }
      if (end % blockBytes != 0 && end < objectBytes && !kept.contains(last)) {
        kept.add(last);
      }
      return kept;
    }
  }

  /** A part of an ordered key/value map. */
  public sealed interface MapSelection permits Keys, Page {}

  /** The entries with these keys, as far as they exist. */
  public record Keys(List<String> keys) implements MapSelection {}

  /**
   * Entries in order.
   *
   * @param after key behind which the page starts; null to start at the beginning
   * @param prefix prefix of the keys; may be empty
   * @param maxEntries maximum number of entries, positive
   * @param maxBytes maximum size of keys and values together, positive; at least one entry is
   *     returned
   */
  public record Page(@Nullable String after, String prefix, int maxEntries, int maxBytes)
      implements MapSelection {}
}
