package io.pando.disk;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.store.ObjectQuery.Page;
import io.pando.store.ObjectView.MapPage;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects entries of an ordered map, offered in order, until a page is full. */
public final class MapPageBuilder {
  private final Page page;
  private final SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
  private long bytes;
  private boolean more;

  public MapPageBuilder(Page page) {
    this.page = page;
  }

  /**
   * Takes an entry if it fits.
   *
   * @param keyBytes length of the key in UTF-8
   * @return whether to go on; false once an entry did not fit the limits
   */
  public boolean offer(String key, int keyBytes, Payload value) {
    long entryBytes = (long) keyBytes + value.size();
    boolean full = entries.size() >= page.maxEntries() || bytes + entryBytes > page.maxBytes();
    if (full && !entries.isEmpty()) {
      more = true;
      return false;
    }
    entries.put(key, value);
    bytes += entryBytes;
    return true;
  }

  /** The page with the entries collected so far. */
  public MapPage build() {
    return new MapPage(Collections.unmodifiableSortedMap(entries), more);
  }
}
