package io.pando.client.fs.cache;

import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import org.jspecify.annotations.Nullable;

/** An inode as an answer showed it. */
final class CachedInode {
  Inode inode;

  /** Capabilities that the client has had since it knows the inode in this form. */
  CapabilitySet ground;

  /** Whether only what says who may do what is known; the rest has changed. */
  boolean onlyAccess;

  /** {@link InodeCache}'s count of changes of unknown inodes at that time. */
  long generation;

  @Nullable Ino directory;
  @Nullable EntryName name;

  CachedInode(Inode inode, CapabilitySet ground, long generation) {
    this.inode = inode;
    this.ground = ground;
    this.generation = generation;
  }
}
