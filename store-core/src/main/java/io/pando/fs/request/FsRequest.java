package io.pando.fs.request;

import io.pando.bytes.Payload;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileType;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client. A change that is repeated under its number has the same result as before:
 * new inodes have numbers that the client chose.
 *
 * <p>The server checks that the caller may do it: search and write permission of the directories
 * that it names, the sticky bit, ownership. Search permission of the directories above them is a
 * matter of the lookups before.
 */
public sealed interface FsRequest {
  /** Changes nothing. */
  sealed interface Query extends FsRequest {}

  /** Changes names or inodes. */
  sealed interface Change extends FsRequest {}

  // Queries

  /** The inode of a name: {@link FsAnswer.Found}. */
  record Lookup(Ino directory, EntryName name) implements Query {}

  /** An inode by its number: {@link FsAnswer.Found}. */
  record GetInode(Ino ino) implements Query {}

  /** The directory that has a directory: {@link FsAnswer.Found}; the root is in itself. */
  record GetParent(Ino directory) implements Query {}

  /**
   * Entries of a directory in the order of their keys: {@link FsAnswer.Listing}. A position stays
   * true while entries come and go, and while the directory is split.
   *
   * @param afterHash only entries behind this hash and the name; -1 for all
   * @param afterName only entries of {@code afterHash} behind this name; null for none of them
   * @param most most entries, 1 to {@value #MOST_ENTRIES}
   */
  record ListDirectory(Ino directory, long afterHash, @Nullable EntryName afterName, int most)
      implements Query {
    /** Most entries of an answer. */
    public static final int MOST_ENTRIES = 10_000;
  }

  // Changes

  /**
   * Makes a file of any type: {@link FsAnswer.Found} with the new inode, or {@link FsError#EEXIST}.
   *
   * @param ino number of the new inode, one of those that the session was given
   * @param mode permission bits before the mask
   * @param mask bits that new files do not get (umask), unless the directory has a default access
   *     control list
   * @param content what depends on the type
   */
  record Make(Ino directory, EntryName name, Ino ino, int mode, int mask, NewContent content)
      implements Change {}

  /** Gives a file, which is no directory, one more name: {@link FsAnswer.Found}. */
  record Link(Ino ino, Ino directory, EntryName name) implements Change {}

  /**
   * Removes a name: {@link FsAnswer.Done}.
   *
   * @param ofDirectory whether the name must be of a directory, which must be empty; otherwise it
   *     must not be one
   */
  record Remove(Ino directory, EntryName name, boolean ofDirectory) implements Change {}

  /** Moves a name: {@link FsAnswer.Done}. */
  record Rename(Ino from, EntryName name, Ino to, EntryName newName, RenameMode mode)
      implements Change {}

  /** Changes attributes: {@link FsAnswer.Found}. */
  record SetAttributes(Ino ino, InodeChange change) implements Change {}

  /**
   * Sets an extended attribute: {@link FsAnswer.Found}. Names that begin with {@code pando.} are
   * settings of the file system, such as quotas and layouts.
   *
   * @param value at most {@value #MOST_XATTR_BYTES} bytes
   */
  record SetXattr(Ino ino, String name, Payload value, XattrMode mode) implements Change {
    /** Longest value: that of Linux. */
    public static final int MOST_XATTR_BYTES = 65_536;

    /** Longest name in bytes: that of Linux. */
    public static final int MOST_XATTR_NAME_BYTES = 255;
  }

  /** Removes an extended attribute: {@link FsAnswer.Found}, or {@link FsError#ENODATA}. */
  record RemoveXattr(Ino ino, String name) implements Change {}

  // Parts

  /** What a new inode has that depends on its type. */
  sealed interface NewContent {
    /** A regular file; its layout is that of the directory. */
    record NewFile() implements NewContent {}

    /**
     * A regular file that the client writes at once: the answer grants the capabilities for that,
     * unless a quota limits the directory.
     *
     * @param layout where the client puts bytes before it has the answer; then the request fails if
     *     a quota has no room for the range. Null if the client waits for the answer, and the
     *     layout is that of the directory
     * @param range offset up to which the client writes without telling the size, 1 to {@value
     *     #MOST_RANGE}
     */
    record NewWritten(@Nullable FileLayout layout, long range) implements NewContent {
      /** Most bytes of {@link #range}. */
      public static final long MOST_RANGE = 64L << 20;
    }

    /** A directory. */
    record NewDirectory() implements NewContent {}

    /**
     * A symbolic link.
     *
     * @param target 1 to {@value io.pando.fs.inode.InodeContent.Symlink#MOST_TARGET_BYTES} bytes
     */
    record NewSymlink(Payload target) implements NewContent {}

    /** A device, FIFO or socket. */
    record NewSpecial(FileType type, int device) implements NewContent {}
  }

  /** What happens to the name to which another is moved. */
  enum RenameMode {
    /** It is replaced, if it is of the same kind. */
    REPLACE,
    /** It must not exist. */
    NO_REPLACE,
    /** It takes the other's place. */
    EXCHANGE
  }

  /** Whether an extended attribute must exist before. */
  enum XattrMode {
    EITHER,
    CREATE,
    REPLACE
  }
}
