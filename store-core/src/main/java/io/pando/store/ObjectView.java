package io.pando.store;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * An object as an {@link ObjectQuery} saw it.
 *
 * @param size bytes
 * @param data one payload for each range asked, shorter where the object ends earlier
 * @param maps one page for each selection asked
 * @param allocated ranges that hold data, ascending; empty unless asked for
 */
public record ObjectView(
    long size,
    SortedMap<String, Payload> attributes,
    List<Payload> data,
    List<MapPage> maps,
    List<ByteRange> allocated) {
  /** Bytes of data and of entries that were read. */
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
   * @param more whether entries follow that a limit kept out
   */
  public record MapPage(SortedMap<String, Payload> entries, boolean more) {}
}
