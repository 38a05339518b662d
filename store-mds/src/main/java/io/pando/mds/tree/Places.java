package io.pando.mds.tree;

import io.pando.collect.TableByNumber;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import org.jspecify.annotations.Nullable;

/**
 * Places of the inodes that are in memory. It follows the rows: an update may put an inode at its
 * new place before or after it removes it from the old one.
 */
final class Places {
  private static final Place LINKS = new Place.InLinks();

  private final TableByNumber<Place> places = new TableByNumber<>();

  /** Where an inode in memory is; null for others. */
  @Nullable Place of(Ino ino) {
    return places.get(ino.value());
  }

  /** An entry changed; returns whether a directory has another place than before. */
  boolean onEntry(
      FragmentId fragment, EntryKey key, @Nullable DirEntry before, @Nullable DirEntry after) {
    Place here = new Place.InEntry(fragment, key);
    boolean moved = false;
    if (after instanceof DirEntry.Primary it) {
      Place old = places.put(it.ino().value(), here);
      moved = it.inode().isDirectory() && old != null && !old.equals(here);
    }
    boolean leaves = before != null && (after == null || !after.ino().equals(before.ino()));
    if (before instanceof DirEntry.Primary it && (leaves || after instanceof DirEntry.Remote)) {
      remove(it.ino(), here);
      // Another inode takes the place: the directory gets its own in this update.
      moved |= it.inode().isDirectory() && after != null;
    }
    return moved;
  }

  private void remove(Ino ino, Place from) {
    if (from.equals(places.get(ino.value()))) {
      places.remove(ino.value());
    }
  }

  void onInode(Ino ino, @Nullable Inode after) {
    if (after == null) {
      remove(ino, LINKS);
    } else {
      places.put(ino.value(), LINKS);
    }
  }
}
