package io.pando.client.fs.caps;

import io.pando.fs.Ino;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers of the newest updates of inodes of which the client has nothing any more. An answer that
 * the server held back may bring a grant that was revoked meanwhile. The numbers are kept until all
 * requests are answered that were sent before.
 */
final class Retired {
  private record Entry(long told, long request) {}

  private final Map<Ino, Entry> entries = new LinkedHashMap<>();

  /**
   * Nothing of an inode is left.
   *
   * @param told number that the last update named
   * @param request number of the newest request
   */
  void add(Ino ino, long told, long request) {
    entries.remove(ino);
    entries.put(ino, new Entry(told, request));
  }

  /** All requests up to this number are answered. */
  void purge(long answeredUpTo) {
    Iterator<Entry> oldestFirst = entries.values().iterator();
    while (oldestFirst.hasNext() && oldestFirst.next().request() <= answeredUpTo) {
      oldestFirst.remove();
    }
  }

  /** The number that the last update named; 0 if it is not known. */
  long told(Ino ino) {
    Entry entry = entries.get(ino);
    return entry == null ? 0 : entry.told();
  }

  void clear() {
    entries.clear();
  }
}
