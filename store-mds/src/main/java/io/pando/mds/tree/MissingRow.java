package io.pando.mds.tree;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;

/** Something that has to be in memory before a request can be executed. */
public sealed interface MissingRow {
  /** It is in an object whose name is known: {@link Tree#read}. */
  sealed interface Stored extends MissingRow {}

  /** An entry of a directory, and the head of the fragment. */
  record Entry(FragmentId fragment, EntryKey key) implements Stored {}

  /** The head of a fragment. */
  record Head(FragmentId fragment) implements Stored {}

  /** All entries of a fragment. */
  record Whole(FragmentId fragment) implements Stored {}

  /** A row of the link table, and the head of the table. */
  record Link(Ino ino) implements Stored {}

  /**
   * The entry that has an inode which is not in the link table. Reading any entry on the path to it
   * by name makes the place known; an inode that no path leads to was removed.
   */
  record PlaceOf(Ino ino) implements MissingRow {}
}
