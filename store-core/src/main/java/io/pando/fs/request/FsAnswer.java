package io.pando.fs.request;

import io.pando.fs.EntryName;
import io.pando.fs.inode.Inode;
import java.util.List;

/** The answer to a request. */
public sealed interface FsAnswer {
  /** It was done, and there is nothing to say about it. */
  record Done() implements FsAnswer {}

  /** The inode that was asked for, made or changed, as it is now. */
  record Found(Inode inode) implements FsAnswer {}

  /**
   * Entries of a directory.
   *
   * @param entries in the order of their hashes, then of their names
   * @param more whether others follow
   */
  record Listing(List<Entry> entries, boolean more) implements FsAnswer {}

  /** It was not done. */
  record Failed(FsError error) implements FsAnswer {}

  /** An entry of a directory with its inode. */
  record Entry(EntryName name, Inode inode) {}
}
