package io.pando.client.fs.cache;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;

/** What a change changes, and a cache knows. */
public sealed interface CachedSubject {
  /** Everything of an inode. */
  record OfInode(Ino ino) implements CachedSubject {}

  /** Times and counts of a directory, which change with its entries; not who may do what. */
  record OfEntries(Ino directory) implements CachedSubject {}

  /** The list of names in a directory: a change of any of them is one of this. */
  record OfListing(Ino directory) implements CachedSubject {}

  /** The capability to know names in a directory. */
  record OfNames(Ino directory) implements CachedSubject {}

  /** One name in a directory. */
  record OfName(Ino directory, EntryName name) implements CachedSubject {}

  /**
   * Links and times of some inode that is not a directory, or of a directory without what says who
   * may do what with it: a name was removed or moved, and the cache does not know of which inode.
   */
  record OfSome() implements CachedSubject {}
}
