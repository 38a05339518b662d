package io.pando.osd.pg.log;

import io.pando.id.Version;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Entries in the order of their versions, each version once. It is a ring buffer: adding an entry
 * at the end or removing one at the beginning moves no other entry. A group keeps thousands of
 * entries, so the memory for each matters: here it is one reference.
 */
final class EntryRow extends AbstractList<KeptEntry> implements RandomAccess {
  private @Nullable KeptEntry[] ring = new KeptEntry[16];
  private int first;
  private int size;

  @Override
  public int size() {
    return size;
  }

  @Override
  public KeptEntry get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("entry " + index + " of " + size);
    }
    return at(index);
  }

  private KeptEntry at(int index) {
    KeptEntry entry = ring[slot(index)];
    if (entry == null) {
      throw new IllegalStateException("no entry " + index + " of " + size);
    }
    return entry;
  }

  private int slot(int index) {
    return (first + index) & (ring.length - 1);
  }

  /** Inserts an entry in the order of versions; false if there is an entry of that version. */
  boolean put(KeptEntry entry) {
    int place = size;
    if (size > 0 && !entry.isAfter(at(size - 1).version())) {
      place = behind(entry.version());
      if (place > 0 && at(place - 1).hasVersionOf(entry)) {
        return false;
      }
    }
    grow();
    for (int i = size; i > place; i--) {
      ring[slot(i)] = ring[slot(i - 1)];
    }
    ring[slot(place)] = entry;
    size++;
    return true;
  }

  private void grow() {
    if (size == ring.length) {
      @Nullable KeptEntry[] larger = new KeptEntry[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = at(i);
      }
      ring = larger;
      first = 0;
    }
  }

  /** Removes the oldest entry; the row must not be empty. */
  KeptEntry removeOldest() {
    KeptEntry oldest = getFirst();
    ring[first] = null;
    first = (first + 1) & (ring.length - 1);
    size--;
    return oldest;
  }

  void cutAfter(Version version) {
    int kept = behind(version);
    while (size > kept) {
      size--;
      ring[slot(size)] = null;
    }
  }

  @Override
  public void clear() {
    cutAfter(Version.ZERO);
    while (!isEmpty()) {
      removeOldest();
    }
  }

  /** Whether there is an entry of this version. */
  boolean has(Version version) {
    int place = behind(version);
    return place > 0 && at(place - 1).hasVersion(version);
  }

  /** The newest entry that is not after this version; null if all are. */
  @Nullable KeptEntry newestUpTo(Version version) {
    int place = behind(version);
    return place == 0 ? null : at(place - 1);
  }

  /** The entries after this version, oldest first. */
  List<KeptEntry> after(Version version) {
    return List.copyOf(subList(behind(version), size));
  }

  /** The entries up to this version, oldest first. */
  List<KeptEntry> upTo(Version version) {
    return List.copyOf(subList(0, behind(version)));
  }

  /** Number of entries that are not after this version. */
  private int behind(Version version) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).isAfter(version)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
