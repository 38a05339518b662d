package io.pando.store;

import io.pando.bytes.ByteRange;
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
 */
public record ObjectQuery(List<ByteRange> data, List<MapSelection> maps, boolean allocated) {
  /** Size and attributes alone. */
  public static final ObjectQuery STAT = new ObjectQuery(List.of(), List.of(), false);

  public ObjectQuery {
    data = List.copyOf(data);
    maps = List.copyOf(maps);
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
