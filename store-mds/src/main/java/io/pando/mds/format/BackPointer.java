package io.pando.mds.format;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import java.util.List;

/**
 * Where an inode was when the journal was trimmed: an attribute of the first object of a file, and
 * of the object of the first fragment of a directory. Directories above may have been renamed
 * since.
 *
 * @param ancestors the directory with the inode, and those above, the nearest first; at least one
 */
public record BackPointer(List<Ancestor> ancestors) {
  /** Attribute of the object. */
  public static final String ATTRIBUTE = "parent";

  /** A directory, and a name in it. */
  public record Ancestor(Ino directory, EntryName name) {}

  public BackPointer {
    ancestors = List.copyOf(ancestors);
  }
}
