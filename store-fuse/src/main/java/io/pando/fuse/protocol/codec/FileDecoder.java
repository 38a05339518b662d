package io.pando.fuse.protocol.codec;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.Opcode;
import java.util.Optional;
import java.util.OptionalLong;

/** Decodes requests about open files and directories. */
final class FileDecoder {
  private static final int READ_LOCK_OWNER = 1 << 1;
  private static final int WRITE_FROM_CACHE = 1;
  private static final int WRITE_LOCK_OWNER = 1 << 1;
  private static final int WRITE_KILL_PRIVILEGES = 1 << 2;
  private static final int RELEASE_UNLOCKS_FLOCK = 1 << 1;
  private static final int SYNC_DATA_ONLY = 1;
  private static final int LOCK_IS_FLOCK = 1;
  private static final int IOCTL_ON_DIRECTORY = 1 << 4;
  private static final int POLL_NOTIFIES = 1;

  private FileDecoder() {}

  static FileRequest decode(Opcode opcode, long node, FieldReader in)
      throws MalformedMessageException {
    long handle = in.int64();
    return switch (opcode) {
      case READ -> read(node, handle, in);
      case WRITE -> write(node, handle, in);
      case FLUSH -> {
        in.skip(2 * Integer.BYTES);
        yield new FileRequest.Flush(node, handle, in.int64());
      }
      case RELEASE -> {
        FileFlags flags = new FileFlags(in.int32());
        boolean unlocks = (in.int32() & RELEASE_UNLOCKS_FLOCK) != 0;
        yield new FileRequest.Release(node, handle, flags, owner(unlocks, in.int64()));
      }
      case FSYNC -> new FileRequest.Sync(node, handle, (in.int32() & SYNC_DATA_ONLY) != 0);
      case FALLOCATE ->
          new FileRequest.Allocate(node, handle, in.position(), in.position(), in.int32());
      case LSEEK -> new FileRequest.Seek(node, handle, in.int64(), in.int32());
      case COPY_FILE_RANGE -> copyRange(node, handle, in);
      case IOCTL -> ioctl(node, handle, in);
      case POLL -> poll(node, handle, in);
      default -> throw Invariant.unreachable(opcode + " is not about an open file");
    };
  }

  /** {@code fuse_read_in}: handle, offset, size, flags, lock owner, flags of the file, unused. */
  private static FileRequest read(long node, long handle, FieldReader in)
      throws MalformedMessageException {
    long offset = in.position();
    int size = in.size();
    boolean hasOwner = (in.int32() & READ_LOCK_OWNER) != 0;
    OptionalLong owner = owner(hasOwner, in.int64());
    return new FileRequest.Read(node, handle, offset, size, new FileFlags(in.int32()), owner);
  }

  /** {@code fuse_write_in}: as {@code fuse_read_in}; the data follows. */
  private static FileRequest write(long node, long handle, FieldReader in)
      throws MalformedMessageException {
    long offset = in.position();
    int size = in.size();
    int flags = in.int32();
    OptionalLong owner = owner((flags & WRITE_LOCK_OWNER) != 0, in.int64());
    FileFlags fileFlags = new FileFlags(in.int32());
    in.skip(Integer.BYTES);
    Payload data = in.data(size);
    FileRequest.WriteMode mode =
        new FileRequest.WriteMode(
            fileFlags,
            (flags & WRITE_FROM_CACHE) != 0,
            (flags & WRITE_KILL_PRIVILEGES) != 0,
            owner);
    return new FileRequest.Write(node, handle, offset, data, mode);
  }

  /** {@code fuse_copy_file_range_in}: handle and offset, target node, handle and offset, length. */
  private static FileRequest copyRange(long node, long handle, FieldReader in)
      throws MalformedMessageException {
    long offset = in.position();
    FileRequest.Target target = new FileRequest.Target(in.int64(), in.int64(), in.position());
    return new FileRequest.CopyRange(node, handle, offset, target, in.position());
  }

  /** {@code fuse_ioctl_in}: handle, flags, command, pointer, sizes of input and output. */
  private static FileRequest ioctl(long node, long handle, FieldReader in)
      throws MalformedMessageException {
    boolean onDirectory = (in.int32() & IOCTL_ON_DIRECTORY) != 0;
    int command = in.int32();
    in.skip(Long.BYTES);
    int inBytes = in.size();
    int outBytes = in.size();
    return new FileRequest.Ioctl(node, handle, command, onDirectory, in.data(inBytes), outBytes);
  }

  /** {@code fuse_poll_in}: handle, handle for the notification, flags, events. */
  private static FileRequest poll(long node, long handle, FieldReader in)
      throws MalformedMessageException {
    long pollHandle = in.int64();
    boolean notifies = (in.int32() & POLL_NOTIFIES) != 0;
    return new FileRequest.Poll(node, handle, pollHandle, in.int32(), notifies);
  }

  static FileRequest directory(Opcode opcode, long node, FieldReader in)
      throws MalformedMessageException {
    long handle = in.int64();
    return switch (opcode) {
      case READDIR, READDIRPLUS -> {
        long position = in.int64();
        boolean withLookup = opcode == Opcode.READDIRPLUS;
        yield new FileRequest.ReadDirectory(node, handle, position, in.size(), withLookup);
      }
      case RELEASEDIR -> new FileRequest.ReleaseDirectory(node, handle, new FileFlags(in.int32()));
      case FSYNCDIR ->
          new FileRequest.SyncDirectory(node, handle, (in.int32() & SYNC_DATA_ONLY) != 0);
      default -> throw Invariant.unreachable(opcode + " is not about an open directory");
    };
  }

  /** {@code fuse_lk_in}: handle, owner, start, end, kind, process, flags, unused. */
  static FileRequest lock(Opcode opcode, long node, FieldReader in)
      throws MalformedMessageException {
    long handle = in.int64();
    long owner = in.int64();
    FileLock lock = lock(in.position(), in.position(), in.int32(), in.int32());
    boolean isFlock = (in.int32() & LOCK_IS_FLOCK) != 0;
    return opcode == Opcode.GETLK
        ? new FileRequest.GetLock(node, handle, owner, lock, isFlock)
        : new FileRequest.SetLock(node, handle, owner, lock, isFlock, opcode == Opcode.SETLKW);
  }

  private static FileLock lock(long start, long end, int kind, int pid)
      throws MalformedMessageException {
    Optional<FileLock.Kind> known = FileLock.Kind.of(kind);
    if (known.isEmpty() || end < start) {
      throw new MalformedMessageException(
          "not a lock: kind %d, bytes %d to %d".formatted(kind, start, end));
    }
    return new FileLock(start, end, known.get(), pid);
  }

  private static OptionalLong owner(boolean present, long owner) {
    return present ? OptionalLong.of(owner) : OptionalLong.empty();
  }
}
