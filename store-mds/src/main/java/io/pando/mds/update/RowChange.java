package io.pando.mds.update;

import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import java.util.List;

/**
 * One change of a row (paper 003, B.2.2). It says what the row is afterwards, so replaying it twice
 * changes nothing. The version is that of the table after the update.
 */
public sealed interface RowChange {
  /** A change of a fragment of a directory. */
  sealed interface InDirectory extends RowChange {
    FragmentId fragment();

    long version();
  }

  /** A change of the link table. */
  sealed interface InLinks extends RowChange {
    Ino ino();

    long version();
  }

  /** A change of the session table. */
  sealed interface InSessions extends RowChange {
    long version();
  }

  /** A name stands for this now. */
  record PutEntry(FragmentId fragment, long version, EntryName name, DirEntry entry)
      implements InDirectory {}

  /** A name is gone. */
  record RemoveEntry(FragmentId fragment, long version, EntryName name) implements InDirectory {}

  /** The totals of the fragment. */
  record PutTotals(FragmentId fragment, long version, FragmentTotals totals)
      implements InDirectory {}

  /**
   * An entry that did not change, an ancestor of one that did: so that the place of the change in
   * the hierarchy is known after a failure (paper 003, 4.4.1).
   */
  record MentionEntry(FragmentId fragment, long version, EntryName name, DirEntry entry)
      implements InDirectory {}

  /**
   * A fragment is gone with all its rows, and so is its object: the directory was removed, and no
   * directory gets its number again. What the journal has of it before counts for nothing.
   */
  record RemoveFragment(FragmentId fragment, long version) implements InDirectory {}

  /** An inode of several names is this now. */
  record PutInode(long version, Inode inode) implements InLinks {
    @Override
    public Ino ino() {
      return inode.ino();
    }
  }

  /** An inode of several names is gone. */
  record RemoveInode(long version, Ino ino) implements InLinks {}

  /** A session, or an answer to one of its requests, is this now. */
  record PutSessionRow(long version, SessionKey key, SessionRow row) implements InSessions {}

  /**
   * Rows of a session are gone.
   *
   * @param requests numbers as in {@link SessionKey#request}
   */
  record RemoveSessionRows(long version, long session, List<Long> requests) implements InSessions {
    public RemoveSessionRows {
      requests = List.copyOf(requests);
    }
  }

  /**
   * Inode numbers were given to sessions.
   *
   * @param next the first number that no session was given
   */
  record PutNumbers(long version, Ino next) implements InSessions {}
}
