package io.pando.fs.inode;

import io.pando.fs.Ino;

/** What a name in a directory stands for. */
public sealed interface DirEntry {
  /** Number of the inode. */
  Ino ino();

  /** Type of the inode, which never changes. */
  FileType type();

  /**
   * The only name of an inode, which is stored with it (paper 003, B.1.1.2: a primary dentry).
   *
   * @param inode the inode
   */
  record Primary(Inode inode) implements DirEntry {
    @Override
    public Ino ino() {
      return inode.ino();
    }

    @Override
    public FileType type() {
      return inode.type();
    }
  }

  /**
   * One of several names of an inode, which is in the link table (a remote dentry).
   *
   * @param ino its number
   * @param type its type
   */
  record Remote(Ino ino, FileType type) implements DirEntry {
    public Remote {
      if (type == FileType.DIRECTORY) {
        throw new IllegalArgumentException("a directory has one name: " + ino);
      }
    }
  }
}
