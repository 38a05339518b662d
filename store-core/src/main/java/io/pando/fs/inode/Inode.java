package io.pando.fs.inode;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import java.util.SortedMap;

/**
 * An inode. It is stored in the directory entry that names it; one with several names, in the link
 * table (paper 003, 4.2.1; the link table is ours).
 *
 * @param ino its number
 * @param permissions who may do what with it
 * @param times when it was changed
 * @param links number of names; 0 for a file that was removed and is still open, 1 for a directory
 * @param content what depends on its type
 * @param attributes extended attributes by name, in the order of the names; not copied, and never
 *     changed
 */
public record Inode(
    Ino ino,
    Permissions permissions,
    FileTimes times,
    int links,
    InodeContent content,
    SortedMap<String, Payload> attributes) {
  public Inode {
    if (links < 0) {
      throw new IllegalArgumentException("an inode with %d links".formatted(links));
    }
  }

  /** The type of the file. */
  public FileType type() {
    return content.type();
  }

  public boolean isDirectory() {
    return content instanceof InodeContent.Directory;
  }

  /** Bytes of a regular file; length of the target of a link; 0 for others. */
  public long size() {
    return switch (content) {
      case InodeContent.File file -> file.size();
      case InodeContent.Symlink link -> link.target().size();
      case InodeContent.Directory _, InodeContent.Special _ -> 0;
    };
  }

  public Inode withPermissions(Permissions changed) {
    return new Inode(ino, changed, times, links, content, attributes);
  }

  public Inode withTimes(FileTimes changed) {
    return new Inode(ino, permissions, changed, links, content, attributes);
  }

  public Inode withLinks(int changed) {
    return new Inode(ino, permissions, times, changed, content, attributes);
  }

  public Inode withContent(InodeContent changed) {
    return new Inode(ino, permissions, times, links, changed, attributes);
  }

  public Inode withAttributes(SortedMap<String, Payload> changed) {
    return new Inode(ino, permissions, times, links, content, changed);
  }
}
