package io.pando.fuse.device;

import java.io.IOException;

/** A mount or an unmount failed. The message is a sentence that names the cause and the way out. */
public final class MountException extends IOException {
  /** Why it failed. */
  public enum Reason {
    /** There is no FUSE in this kernel, or no device. */
    NO_DEVICE,
    /** This process may not do it. */
    NO_PERMISSION,
    /** The mount point does not exist, or is not a directory. */
    NO_DIRECTORY,
    /** A FUSE file system is mounted there. */
    ALREADY_MOUNTED,
    /** A file system is mounted there whose process is gone. */
    STALE,
    /** The program {@code fusermount3} is missing. */
    NO_FUSERMOUNT,
    /** Files are open, or a process works in the directory. */
    BUSY,
    /** Nothing is mounted there. */
    NOT_MOUNTED,
    /** The kernel's protocol is too old. */
    OLD_KERNEL,
    /** Anything else. */
    OTHER
  }

  private final Reason reason;

  /** An exception with a sentence. */
  public MountException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** An exception with a sentence and a cause. */
  public MountException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
