package io.pando.mds.tree;

import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;

/** A change of a row that was decided and has no version yet. */
public sealed interface RowEdit {
  /** A change in a fragment of a directory. */
  sealed interface InDirectory extends RowEdit {
    FragmentId fragment();
  }

  /** The fragment of a directory that is made by this update, so that it has no rows. */
  record Create(FragmentId fragment) implements InDirectory {}

  record PutEntry(FragmentId fragment, EntryName name, DirEntry entry) implements InDirectory {}

  record RemoveEntry(FragmentId fragment, EntryName name) implements InDirectory {}

  record PutTotals(FragmentId fragment, FragmentTotals totals) implements InDirectory {}

  /** A fragment of a directory that was removed, and whose object was. */
  record RemoveFragment(FragmentId fragment) implements RowEdit {}

  record PutInode(Inode inode) implements RowEdit {}

  record RemoveInode(Ino ino) implements RowEdit {}
}
