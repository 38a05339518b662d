package io.pando.client;

import io.pando.fs.request.FsError;

/**
 * Failure of an operation on a cluster. Each kind has its own class; the message names the pool,
 * the object and the remedy. Unchecked, because few callers can handle a failure where they make
 * the call; catch the kinds that you expect:
 *
 * {@snippet :
 * try {
 *   pool.read("greeting");
 * } catch (PandoException.NotFound e) {
 *   pool.writeFull("greeting", "hello".getBytes(UTF_8));
 * }
 * }
 *
 * <p>A future fails with the same exceptions.
 */
public abstract sealed class PandoException extends RuntimeException {
  private final boolean mayHaveHappened;

  private PandoException(String message) {
    this(message, false);
  }

  private PandoException(String message, boolean mayHaveHappened) {
    super(message);
    this.mayHaveHappened = mayHaveHappened;
  }

  private PandoException(String message, Throwable cause) {
    super(message, cause);
    this.mayHaveHappened = false;
  }

  /**
   * Whether the failed update may have taken effect, or may still do so: its outcome is not known.
   * If false, it changed nothing and will not. Only {@link Timeout}, {@link Interrupted}, {@link
   * Fenced}, {@link NoPool}, {@link Closed}, and {@link OnFile} with {@code EIO} can have an
   * unknown outcome. Meaningless for operations that only read.
   */
  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }

  /** The object does not exist. */
  public static final class NotFound extends PandoException {
    NotFound(String message) {
      super(message);
    }
  }

  /** The object has no such attribute. */
  public static final class NoAttribute extends PandoException {
    NoAttribute(String message) {
      super(message);
    }
  }

  /** The pool does not exist, or was removed. */
  public static final class NoPool extends PandoException {
    NoPool(String message) {
      super(message);
    }

    NoPool(String message, boolean mayHaveHappened) {
      super(message, mayHaveHappened);
    }
  }

  /** The object exists already. */
  public static final class AlreadyExists extends PandoException {
    AlreadyExists(String message) {
      super(message);
    }
  }

  /** A comparison did not hold. Nothing was changed. */
  public static final class ConditionFailed extends PandoException {
    ConditionFailed(String message) {
      super(message);
    }
  }

  /** The object has another version than the one asserted. Nothing was changed. */
  public static final class VersionMismatch extends PandoException {
    VersionMismatch(String message) {
      super(message);
    }
  }

  /** The cluster is full, or the pool has reached its quota. Nothing was changed. */
  public static final class NoSpace extends PandoException {
    NoSpace(String message) {
      super(message);
    }
  }

  /** Larger than a limit that the message names. Nothing was changed. */
  public static final class TooLarge extends PandoException {
    TooLarge(String message) {
      super(message);
    }
  }

  /**
   * An upload of the object was interrupted or is in progress: the object holds only a part of its
   * bytes.
   */
  public static final class Incomplete extends PandoException {
    Incomplete(String message) {
      super(message);
    }
  }

  /** No replica has a good copy of the bytes to read. */
  public static final class Damaged extends PandoException {
    Damaged(String message) {
      super(message);
    }
  }

  /** There was no answer in time. For an update see {@link #mayHaveHappened}. */
  public static final class Timeout extends PandoException {
    Timeout(String message, boolean mayHaveHappened) {
      super(message, mayHaveHappened);
    }
  }

  /** The cluster cannot be reached, or its monitors cannot agree. */
  public static final class Unavailable extends PandoException {
    Unavailable(String message) {
      super(message);
    }
  }

  /** More operations are pending than {@link ClientConfig} allows. This one was not sent. */
  public static final class Overloaded extends PandoException {
    Overloaded(String message) {
      super(message);
    }
  }

  /** The monitors refused a change. */
  public static final class Rejected extends PandoException {
    Rejected(String message) {
      super(message);
    }
  }

  /** An argument of the request is invalid. */
  public static final class InvalidArgument extends PandoException {
    InvalidArgument(String message) {
      super(message);
    }
  }

  /**
   * The pool does not support the operation: objects of an erasure-coded pool have no key/value map
   * ({@link Pool#supportsEntries}). Nothing was changed.
   */
  public static final class NotSupported extends PandoException {
    NotSupported(String message) {
      super(message);
    }
  }

  /**
   * This session is fenced: an operator, or a service of the cluster, has ended it for good, and no
   * OSD executes its operations any more. Close the {@link Cluster}, connect again, and read what
   * you need before you write: others may have changed it. For an update see {@link
   * #mayHaveHappened}.
   */
  public static final class Fenced extends PandoException {
    Fenced(String message, boolean mayHaveHappened) {
      super(message, mayHaveHappened);
    }
  }

  /** The stream that the bytes were read from or written to failed. */
  public static final class StreamFailed extends PandoException {
    StreamFailed(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The thread was interrupted while it waited; its interrupt flag is set again. */
  public static final class Interrupted extends PandoException {
    Interrupted(String message, boolean mayHaveHappened) {
      super(message, mayHaveHappened);
    }
  }

  /** The cluster handle was closed. For a pending update see {@link #mayHaveHappened}. */
  public static final class Closed extends PandoException {
    Closed(String message, boolean mayHaveHappened) {
      super(message, mayHaveHappened);
    }
  }

  /** Why a call on a file system failed. */
  record FileReason(String message, FsError error, String path) {}

  /**
   * A call on a file system failed with an error of POSIX. The frequent errors have classes of
   * their own; {@link #error} has the name and the number of all.
   *
   * <p>{@code EIO} after the session of the client ended: an update may have taken effect.
   */
  public static sealed class OnFile extends PandoException {
    private final FsError error;
    private final String path;

    OnFile(FileReason reason) {
      super(reason.message() + " (" + reason.error() + ")", reason.error() == FsError.EIO);
      this.error = reason.error();
      this.path = reason.path();
    }

    /** The error, as {@code errno} has it. */
    public FsError error() {
      return error;
    }

    /** The file, as the caller named it. */
    public String path() {
      return path;
    }
  }

  /** A file, or a directory above it, does not exist, or was removed ({@code ENOENT, ESTALE}). */
  public static final class NoFile extends OnFile {
    NoFile(FileReason reason) {
      super(reason);
    }
  }

  /** A file exists already ({@code EEXIST}). */
  public static final class FileExists extends OnFile {
    FileExists(FileReason reason) {
      super(reason);
    }
  }

  /** The caller has no permission ({@code EACCES, EPERM}). */
  public static final class AccessDenied extends OnFile {
    AccessDenied(FileReason reason) {
      super(reason);
    }
  }

  /** A part of the path is not a directory ({@code ENOTDIR}). */
  public static final class NotDirectory extends OnFile {
    NotDirectory(FileReason reason) {
      super(reason);
    }
  }

  /** The file is a directory ({@code EISDIR}). */
  public static final class IsDirectory extends OnFile {
    IsDirectory(FileReason reason) {
      super(reason);
    }
  }

  /** The directory has entries ({@code ENOTEMPTY}). */
  public static final class DirectoryNotEmpty extends OnFile {
    DirectoryNotEmpty(FileReason reason) {
      super(reason);
    }
  }

  /** The path leads through more than 40 symbolic links ({@code ELOOP}). */
  public static final class LinkLoop extends OnFile {
    LinkLoop(FileReason reason) {
      super(reason);
    }
  }
}
