package io.pando.fuse.files.kernel;

import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fuse.protocol.NodeAttributes;

/** Inodes as {@code stat} shows them. Pure functions. */
final class InodeShapes {
  /**
   * Size of reads and writes that programs should prefer: the C library's buffers have it. Each
   * write of a program is one request.
   */
  private static final int PREFERRED_BYTES = 128 << 10;

  private static final int BLOCK_SHIFT = 9;
  private static final long BLOCK_MASK = (1 << BLOCK_SHIFT) - 1;

  private InodeShapes() {}

  static NodeAttributes attributes(Inode inode) {
    Permissions permissions = inode.permissions();
    int device = inode.content() instanceof InodeContent.Special special ? special.device() : 0;
    FileTimes times = inode.times();
    long size = size(inode);
    long blocks =
        inode.isDirectory() ? 0 : (size >>> BLOCK_SHIFT) + ((size & BLOCK_MASK) > 0 ? 1 : 0);
    return new NodeAttributes(
        inode.ino().value(),
        new NodeAttributes.Kind(inode.type().bits() | permissions.mode(), inode.links(), device),
        new NodeAttributes.Owner(permissions.owner(), permissions.group()),
        new NodeAttributes.Size(size, blocks, PREFERRED_BYTES),
        new NodeAttributes.Times(
            times.accessed().toInstant(),
            times.modified().toInstant(),
            times.changed().toInstant()),
        times.born().toInstant());
  }

  /** The size of a directory is the number of its entries. */
  private static long size(Inode inode) {
    return inode.content() instanceof InodeContent.Directory directory
        ? directory.totals().entries()
        : inode.size();
  }
}
