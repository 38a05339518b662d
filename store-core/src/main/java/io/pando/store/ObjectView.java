package io.pando.store;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The result of an {@link ObjectQuery}.
 *
 * @param size size in bytes
 * @param data one payload for each requested range, shorter if the object ends earlier
 * @param maps one page for each requested selection
 * @param allocated ranges that hold data, ascending; empty unless requested
 */
public record ObjectView(
    long size,
    SortedMap<String, Payload> attributes,
    List<Payload> data,
    List<MapPage> maps,
    List<ByteRange> allocated) {
  /** Number of bytes of data and entries that were read. */
  public long bytesRead() {
    long bytes = 0;
    for (Payload part : data) {
      bytes += part.size();
    }
    for (MapPage page : maps) {
      for (Map.Entry<String, Payload> entry : page.entries().entrySet()) {
        bytes += entry.getKey().length() + entry.getValue().size();
      }
    }
    return bytes;
  }

  /**
   * Entries of a key/value map.
   *
   * @param more whether more entries follow, which a limit excluded
   */
  public record MapPage(SortedMap<String, Payload> entries, boolean more) {}
}
