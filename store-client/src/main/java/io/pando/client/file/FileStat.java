package io.pando.client.file;

import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import java.time.Instant;

/**
 * Attributes of a file, as {@code stat(2)} has them.
 *
 * @param ino number of the inode, unique in the file system and never used twice
 * @param type of which type it is
 * @param permissions permission bits, owner and group
 * @param times access, modification, change, birth
 * @param links number of names; of a directory two, and one for each directory in it
 * @param sizeBytes bytes of a regular file, or of the target of a symbolic link; 0 for others
 */
public record FileStat(
    Ino ino, FileType type, Permissions permissions, FileTimes times, long links, long sizeBytes) {
  /** Links of a directory without directories in it: its name, and its entry ".". */
  private static final int LINKS_OF_DIRECTORY = 2;

  /** The attributes of an inode. */
  public static FileStat of(Inode inode) {
    return new FileStat(
        inode.ino(), inode.type(), inode.permissions(), inode.times(), links(inode), inode.size());
  }

  private static long links(Inode inode) {
    return inode.content() instanceof InodeContent.Directory directory && inode.links() > 0
        ? LINKS_OF_DIRECTORY + directory.totals().directories()
        : inode.links();
  }

  public boolean isRegularFile() {
    return type == FileType.REGULAR;
  }

  public boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  public boolean isSymbolicLink() {
    return type == FileType.SYMLINK;
  }

  /** When data of the file, or the entries of the directory, changed last. */
  public Instant modified() {
    return times.modified().toInstant();
  }

  /** When the data was read last, as with the mount option {@code relatime}. */
  public Instant accessed() {
    return times.accessed().toInstant();
  }

  /** When anything of the file changed last. */
  public Instant changed() {
    return times.changed().toInstant();
  }

  /** When the file was created. */
  public Instant born() {
    return times.born().toInstant();
  }
}
