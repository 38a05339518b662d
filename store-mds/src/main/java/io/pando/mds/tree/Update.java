package io.pando.mds.tree;

import io.pando.fs.Ino;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * The changes that a request makes, for {@link Tree#begin}. It is valid until another update is
 * ordered.
 *
 * @param edits changes of rows, each row once
 * @param changed inodes that change, and directories whose names do; not copied
 * @param strays inodes that lose their last name; not copied
 */
public record Update(List<RowEdit> edits, SortedSet<Ino> changed, SortedSet<Ino> strays) {
  /** Changes nothing. */
  public static final Update NONE =
      new Update(List.of(), Collections.emptySortedSet(), Collections.emptySortedSet());

  public Update {
    edits = List.copyOf(edits);
  }

  public boolean isEmpty() {
    return edits.isEmpty();
  }
}
