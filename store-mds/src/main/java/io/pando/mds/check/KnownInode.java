package io.pando.mds.check;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.inode.InodeContent;
import org.jspecify.annotations.Nullable;

/** An inode that was read, as far as it is compared with others. */
final class KnownInode {
  /** The fragment with its entry; null if it is in the link table. */
  final @Nullable FragmentId fragment;

  /** Its entry; null if it is in the link table. */
  final @Nullable EntryKey key;

  final int links;
  final InodeContent content;

  /** Whether its first object was looked at. */
  boolean isSeen;

  KnownInode(
      @Nullable FragmentId fragment, @Nullable EntryKey key, int links, InodeContent content) {
    this.fragment = fragment;
    this.key = key;
    this.links = links;
    this.content = content;
  }
}
