package io.pando.mds.tree;

import io.pando.bytes.Payload;
import io.pando.fs.inode.Inode;

/** Sizes of rows in the journal, roughly: extended attributes are what may be large. */
final class RowSize {
  private static final int USUAL_BYTES = 256;

  private RowSize() {}

  static int of(Inode inode) {
    int attributes = inode.attributes().values().stream().mapToInt(Payload::size).sum();
    return USUAL_BYTES + attributes;
  }
}
