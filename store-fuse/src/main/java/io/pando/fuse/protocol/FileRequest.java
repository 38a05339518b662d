package io.pando.fuse.protocol;

import io.pando.bytes.Payload;
import java.util.OptionalLong;

/**
 * A request about an open file or directory. Its handle is the number that the file system gave
 * when it was opened, 0 if the file system does not open files. Offsets and lengths are in bytes.
 */
public sealed interface FileRequest extends FuseRequest {
  /** The open file or directory. */
  long handle();

  /**
   * Reads data.
   *
   * @param sizeBytes most bytes of the answer
   * @param lockOwner owner of locks of the process that reads
   */
  record Read(
      long node, long handle, long offset, int sizeBytes, FileFlags flags, OptionalLong lockOwner)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.READ;
    }
  }

  /** Writes data. */
  record Write(long node, long handle, long offset, Payload data, WriteMode mode)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.WRITE;
    }
  }

  /**
   * How data is written.
   *
   * @param fromCache pages are written back: the handle is a guess, the caller not the writer
   * @param dropsPrivileges the write takes away set-user-id and set-group-id
   * @param lockOwner owner of locks of the process that writes
   */
  record WriteMode(
      FileFlags flags, boolean fromCache, boolean dropsPrivileges, OptionalLong lockOwner) {}

  /** A descriptor was closed. The locks by {@code fcntl} of this owner are released. */
  record Flush(long node, long handle, long lockOwner) implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.FLUSH;
    }
  }

  /**
   * The last descriptor of an open file was closed; the handle is not used again. All locks end
   * that were taken through it: those left are of the open file itself ({@code F_OFD_SETLK}), for
   * which the kernel sends no other message.
   *
   * @param flockOwner owner whose locks by {@code flock} are released
   */
  record Release(long node, long handle, FileFlags flags, OptionalLong flockOwner)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.RELEASE;
    }
  }

  /**
   * Makes a file durable.
   *
   * @param dataOnly attributes that are not needed to read the data may be left out
   */
  record Sync(long node, long handle, boolean dataOnly) implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.FSYNC;
    }
  }

  /**
   * Lists a directory.
   *
   * @param position 0 at the beginning, or that of the entry after which the listing continues
   * @param sizeBytes most bytes of the answer
   * @param withLookup each entry comes with attributes, and counts as looked up
   */
  record ReadDirectory(long node, long handle, long position, int sizeBytes, boolean withLookup)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return withLookup ? Opcode.READDIRPLUS : Opcode.READDIR;
    }
  }

  /** The last descriptor of an open directory was closed; the handle is not used again. */
  record ReleaseDirectory(long node, long handle, FileFlags flags) implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.RELEASEDIR;
    }
  }

  /** Makes a directory durable. */
  record SyncDirectory(long node, long handle, boolean dataOnly) implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.FSYNCDIR;
    }
  }

  /**
   * Finds a lock that conflicts with one.
   *
   * @param owner of the lock
   */
  record GetLock(long node, long handle, long owner, FileLock lock, boolean isFlock)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.GETLK;
    }
  }

  /**
   * Takes or releases a lock.
   *
   * @param owner of the lock: an open file, or a process
   * @param isFlock it covers the whole file, and belongs to an open file
   * @param waits it waits until the lock is free; otherwise it fails with {@link Errno#EAGAIN}
   */
  record SetLock(long node, long handle, long owner, FileLock lock, boolean isFlock, boolean waits)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return waits ? Opcode.SETLKW : Opcode.SETLK;
    }
  }

  /**
   * Reserves or frees space.
   *
   * @param mode of {@code fallocate(2)}: {@link #KEEP_SIZE}, {@link #PUNCH_HOLE}, {@link
   *     #ZERO_RANGE}, and others; 0 reserves and extends the file
   */
  record Allocate(long node, long handle, long offset, long length, int mode)
      implements FileRequest {
    public static final int KEEP_SIZE = 1;
    public static final int PUNCH_HOLE = 2;
    public static final int ZERO_RANGE = 16;

    @Override
    public Opcode opcode() {
      return Opcode.FALLOCATE;
    }
  }

  /**
   * Finds data or a hole.
   *
   * @param whence of {@code lseek(2)}: {@link #DATA}, {@link #HOLE}
   */
  record Seek(long node, long handle, long offset, int whence) implements FileRequest {
    public static final int DATA = 3;
    public static final int HOLE = 4;

    @Override
    public Opcode opcode() {
      return Opcode.LSEEK;
    }
  }

  /** Copies a range to another file, or within one. */
  record CopyRange(long node, long handle, long offset, Target target, long length)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.COPY_FILE_RANGE;
    }
  }

  /** Where a range is copied to. */
  record Target(long node, long handle, long offset) {}

  /**
   * A command that only the file system knows.
   *
   * @param onDirectory the handle is that of a directory
   * @param data the caller's structure, as far as the command says that it is read
   * @param mostBytes most bytes of the answer's data
   */
  record Ioctl(
      long node, long handle, int command, boolean onDirectory, Payload data, int mostBytes)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.IOCTL;
    }
  }

  /**
   * Asks which events are due.
   *
   * @param pollHandle for {@link FuseNotification.WakePoll}
   * @param events of {@code poll(2)}, those that are requested
   * @param notifies a notification is due when one of them occurs
   */
  record Poll(long node, long handle, long pollHandle, int events, boolean notifies)
      implements FileRequest {
    @Override
    public Opcode opcode() {
      return Opcode.POLL;
    }
  }
}
