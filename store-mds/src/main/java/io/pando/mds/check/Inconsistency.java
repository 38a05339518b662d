package io.pando.mds.check;

import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.FragmentTotals;

/**
 * Something that a check found to be wrong.
 *
 * <p>Places of names are paths from the root, as far as the directories above are known.
 */
public sealed interface Inconsistency {
  /** The kind as one word, such as {@code links}. */
  String kind();

  /** What is wrong: the same in each check that finds it, and unique in its kind. */
  String subject();

  /** What is wrong, where, and what follows, as a sentence without a full stop. */
  String sentence();

  /**
   * The journal cannot be read to its end.
   *
   * @param object name of the object
   * @param offset where in the object
   * @param what as a clause
   */
  record DamagedJournal(String object, long offset, String what) implements Inconsistency {
    @Override
    public String kind() {
      return "journal";
    }

    @Override
    public String subject() {
      return object;
    }

    @Override
    public String sentence() {
      return ("%s at byte %d %s; no metadata server can take the rank, and nothing else was"
              + " checked, since the changes behind are not known")
          .formatted(object, offset, what);
    }
  }

  /** A row or a whole object cannot be read. */
  record Unreadable(String object, String row, String why) implements Inconsistency {
    @Override
    public String kind() {
      return "unreadable";
    }

    @Override
    public String subject() {
      return row.isEmpty() ? object : object + " " + row;
    }

    @Override
    public String sentence() {
      return "%s cannot be read: %s; what it says is not checked".formatted(subject(), why);
    }
  }

  /** A row of an object is newer than its newest change in the journal. */
  record AheadOfJournal(String object, String row, long version, long journaled)
      implements Inconsistency {
    @Override
    public String kind() {
      return "ahead";
    }

    @Override
    public String subject() {
      return object + " " + row;
    }

    @Override
    public String sentence() {
      return ("row %s of %s has version %d, and its newest change in the journal version %d; a"
              + " metadata server that starts undoes a change")
          .formatted(row, object, version, journaled);
    }
  }

  /** An object belongs to nothing. */
  record WithoutOwner(String object, String why) implements Inconsistency {
    @Override
    public String kind() {
      return "owner";
    }

    @Override
    public String subject() {
      return object;
    }

    @Override
    public String sentence() {
      return "object %s %s; it takes space, and nothing will remove it".formatted(object, why);
    }
  }

  /** An object of a file has data where the file has none. */
  record BeyondEnd(String object, String where, long bytes, long expected)
      implements Inconsistency {
    @Override
    public String kind() {
      return "beyond";
    }

    @Override
    public String subject() {
      return object;
    }

    @Override
    public String sentence() {
      return ("object %s of %s has %d bytes, and the file has at most %d of them; if the file"
              + " grows, they show instead of zeros")
          .formatted(object, where, bytes, expected);
    }
  }

  /** A key of an entry is not that of its name, or is in another fragment. */
  record Misplaced(FragmentId fragment, String key) implements Inconsistency {
    @Override
    public String kind() {
      return "place";
    }

    @Override
    public String subject() {
      return fragment + " " + key;
    }

    @Override
    public String sentence() {
      return "the entry %s in fragment %s belongs elsewhere; lookups do not find it"
          .formatted(key, fragment);
    }
  }

  /** Two places have the same inode. */
  record Twice(Ino ino, String first, String second) implements Inconsistency {
    @Override
    public String kind() {
      return "twice";
    }

    @Override
    public String subject() {
      return ino.toString();
    }

    @Override
    public String sentence() {
      return "inode %s is stored at %s and at %s; changes of one do not show in the other"
          .formatted(ino, first, second);
    }
  }

  /** A name stands for an inode that the link table lacks, or has with another type. */
  record Dangling(String where, Ino ino, String what) implements Inconsistency {
    @Override
    public String kind() {
      return "dangling";
    }

    @Override
    public String subject() {
      return ino.toString();
    }

    @Override
    public String sentence() {
      return "%s refers to inode %s, which %s; the name cannot be used".formatted(where, ino, what);
    }
  }

  /** The number of links of an inode is not that of its names. */
  record WrongLinks(Ino ino, String where, long stored, long names) implements Inconsistency {
    @Override
    public String kind() {
      return "links";
    }

    @Override
    public String subject() {
      return ino.toString();
    }

    @Override
    public String sentence() {
      return "inode %s (%s) says that it has %d links, and has %d names; %s"
          .formatted(
              ino,
              where,
              stored,
              names,
              stored > names
                  ? "it stays when its last name is removed"
                  : "it is removed while it has names");
    }
  }

  /** The totals of a fragment are not those of its entries. */
  record WrongTotals(
      FragmentId fragment, String where, FragmentTotals stored, FragmentTotals counted)
      implements Inconsistency {
    @Override
    public String kind() {
      return "totals";
    }

    @Override
    public String subject() {
      return fragment.toString();
    }

    @Override
    public String sentence() {
      return ("fragment %s of %s says %s, and its entries are %s; quotas and attributes of the"
              + " directories above are wrong")
          .formatted(fragment, where, text(stored), text(counted));
    }
  }

  /** The inode of a directory has other totals than its fragments, and the journal not why. */
  record StaleTotals(Ino directory, String where, FragmentTotals stored, FragmentTotals sum)
      implements Inconsistency {
    @Override
    public String kind() {
      return "stale";
    }

    @Override
    public String subject() {
      return directory.toString();
    }

    @Override
    public String sentence() {
      return ("the inode of directory %s (%s) says %s, its fragments say %s, and the journal has"
              + " no change on its way; quotas and attributes of the directories above are wrong")
          .formatted(where, directory, text(stored), text(sum));
    }
  }

  /** Totals of a directory for people. */
  private static String text(FragmentTotals totals) {
    return ("%d files and %d directories, in total %d files, %d directories and %d bytes,"
            + " modified at %s")
        .formatted(
            totals.files(),
            totals.directories(),
            totals.subtree().files(),
            totals.subtree().directories(),
            totals.subtree().bytes(),
            totals.modified());
  }

  /** A directory is not below the root. */
  record Unreachable(Ino directory, String why) implements Inconsistency {
    @Override
    public String kind() {
      return "unreachable";
    }

    @Override
    public String subject() {
      return directory.toString();
    }

    @Override
    public String sentence() {
      return "directory %s %s; no path leads to it".formatted(directory, why);
    }
  }

  /** No object says where an inode is, or one says something else. */
  record WrongPointer(Ino ino, String where, String object, String said) implements Inconsistency {
    @Override
    public String kind() {
      return "pointer";
    }

    @Override
    public String subject() {
      return ino.toString();
    }

    @Override
    public String sentence() {
      return ("inode %s is %s, and object %s %s; clients that know only its number do not find it"
              + " after a fail-over")
          .formatted(ino, where, object, said);
    }
  }

  /** An inode has a number or settings that it cannot have. */
  record WrongInode(Ino ino, String where, String what) implements Inconsistency {
    @Override
    public String kind() {
      return "inode";
    }

    @Override
    public String subject() {
      return ino + " " + what;
    }

    @Override
    public String sentence() {
      return "inode %s (%s) %s".formatted(ino, where, what);
    }
  }

  /** A row of the session table contradicts another one. */
  record WrongSession(String session, String what) implements Inconsistency {
    @Override
    public String kind() {
      return "session";
    }

    @Override
    public String subject() {
      return session + " " + what;
    }

    @Override
    public String sentence() {
      return "session %s %s".formatted(session, what);
    }
  }
}
