package io.pando.fuse.files.kernel;

import io.pando.fs.Ino;

/**
 * Numbers of nodes: those of the inodes, but for the root of the mount, which is {@link #ROOT} to
 * the kernel.
 *
 * @param root the directory that is mounted
 */
public record NodeNumbers(Ino root) {
  /** The node of the mount's root. */
  public static final long ROOT = 1;

  /** The node of an inode. */
  public long node(Ino ino) {
    return ino.equals(root) ? ROOT : ino.value();
  }

  /** The inode of a node. */
  public Ino ino(long node) {
    return node == ROOT ? root : new Ino(node);
  }
}
