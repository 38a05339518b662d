package io.pando.mds.tree;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;

/** Where an inode is stored. Each inode has exactly one place. */
public sealed interface Place {
  /**
   * In the entry that is its only name, or in that of the stray directory.
   *
   * @param key the place of the name in the fragment
   */
  record InEntry(FragmentId fragment, EntryKey key) implements Place {}

  /** In the link table: it has or had several names, or belongs to the file system itself. */
  record InLinks() implements Place {}
}
