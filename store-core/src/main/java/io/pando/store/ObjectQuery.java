package io.pando.store;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to read of one object, at one moment. Size and attributes always come back; they cost
 * nothing more.
 *
 * @param data ranges whose bytes are wanted; beyond the end the answer is shorter
 * @param maps parts of the key/value map that are wanted
 * @param allocated whether the ranges that hold data (the others are holes and read as zeros) are
 *     wanted
 * @param amended what is about to be written: bytes that share a block with it and are to stay must
 *     be sound, or the answer is that the object is damaged
 */
public record ObjectQuery(
    List<ByteRange> data, List<MapSelection> maps, boolean allocated, List<Amendment> amended) {
  /** Size and attributes alone. */
  public static final ObjectQuery STAT = new ObjectQuery(List.of(), List.of(), false);

  public ObjectQuery {
    data = List.copyOf(data);
    maps = List.copyOf(maps);
    amended = List.copyOf(amended);
  }

  public ObjectQuery(List<ByteRange> data, List<MapSelection> maps, boolean allocated) {
    this(data, maps, allocated, List.of());
  }

  /** Bytes of data and of pages that the answer may have at most. */
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
   * Bytes about to be written.
   *
   * @param offset not negative, or {@link #AT_END}
   * @param length not negative; may reach beyond the end of the object
   */
  public record Amendment(long offset, long length) {
    /** Stands for the size of the object. */
    public static final long AT_END = -1;

    /** Numbers of an object's blocks that keep bytes beside what is written. */
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

  /** Part of an ordered key/value map. */
  public sealed interface MapSelection permits Keys, Page {}

  /** The entries with these keys, as far as they are there. */
  public record Keys(List<String> keys) implements MapSelection {}

  /**
   * Entries in order.
   *
   * @param after start behind this key; null: from the beginning
   * @param prefix only keys that begin so; may be empty
   * @param maxEntries at most so many, positive
   * @param maxBytes at most so many bytes of keys and values together, but always one entry;
   *     positive
   */
  public record Page(@Nullable String after, String prefix, int maxEntries, int maxBytes)
      implements MapSelection {}
}
