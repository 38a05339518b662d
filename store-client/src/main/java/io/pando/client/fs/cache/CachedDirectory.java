package io.pando.client.fs.cache;

import io.pando.fs.EntryKey;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names of a directory. Up to a place in the order of entries all of them are known, and those
 * behind it one by one.
 */
final class CachedDirectory {
  /** Names with their inodes; empty for names that do not exist. */
  final NavigableMap<EntryKey, Optional<Ino>> names = new TreeMap<>();

  /** All entries up to this one are known; null if none are. */
  @Nullable EntryKey knownTo;

  /** Layout of the file that the server made last in it for this client; null if there is none. */
  @Nullable FileLayout layout;

  /** When that was. */
  Timestamp layoutSince = Timestamp.EPOCH;

  /** Whether all entries are known. */
  boolean complete;

  /** Whether all entries up to a place are known; null for a place that is no entry's. */
  boolean reaches(@Nullable EntryKey place) {
    return complete || (place != null && knownTo != null && place.compareTo(knownTo) <= 0);
  }

  /**
   * All entries behind those that are known, up to another one, are known now.
   *
   * @param last the other one; null if there was none
   * @param more whether others follow
   */
  void extend(@Nullable EntryKey last, boolean more) {
    complete |= !more;
    EntryKey before = knownTo;
    if (last != null && (before == null || before.compareTo(last) < 0)) {
      knownTo = last;
    }
  }

  /** Whether it is known which name has this place, if any. */
  boolean isKnown(EntryKey key) {
    return reaches(key) || names.containsKey(key);
  }
}
