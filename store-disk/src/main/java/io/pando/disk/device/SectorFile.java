package io.pando.disk.device;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file or a block device past the page cache, in units as small as the device can write; the
 * class library supports only whole blocks of the file system. A write is durable when the call
 * returns ({@code O_DSYNC}). Buffers are direct and begin in memory at a multiple of the block
 * size. One thread uses it.
 */
public final class SectorFile implements DurableFile {
  private final Posix posix = new Posix();
  private final Path path;
  private final int descriptor;

  private SectorFile(Path path, int flags) throws IOException {
    this.path = path;
    this.descriptor = posix.open(path, flags);
  }

  /** Opens an existing file; null if the system or the file system does not support direct I/O. */
  public static @Nullable SectorFile open(Path path) throws IOException {
    int direct = Posix.directFlag();
    if (direct == 0) {
      return null;
    }
    SectorFile file = new SectorFile(path, Posix.O_RDWR | Posix.O_CLOEXEC | Posix.O_DSYNC | direct);
    if (file.descriptor == -Posix.EINVAL) {
      return null;
    }
    if (file.descriptor < 0) {
      throw new IOException(path + " could not be opened: error " + -file.descriptor);
    }
    return file;
  }

  /** Whether the device can write units of this size. */
  public boolean takes(int bytes) throws IOException {
    ByteBuffer piece = AlignedBuffers.blocks(1);
    long count;
    do {
      count = posix.read(descriptor, MemorySegment.ofBuffer(piece.limit(bytes)), bytes);
    } while (count == -Posix.EINTR);
    if (count < 0 && count != -Posix.EINVAL) {
      throw new IOException(path + " could not be read: error " + -count);
    }
    return count == bytes;
  }

  @Override
  public void read(long position, ByteBuffer into) throws IOException {
    long at = position;
    while (into.hasRemaining()) {
      long count = posix.read(descriptor, MemorySegment.ofBuffer(into), at);
      if (count == 0) {
        throw new EOFException(path + " ends before byte " + at);
      }
      at += advance(into, count, "read");
    }
  }

  @Override
  public void writeDurably(long position, ByteBuffer from) throws IOException {
    long at = position;
    while (from.hasRemaining()) {
      long count = posix.write(descriptor, MemorySegment.ofBuffer(from), at);
      if (Posix.isFull(count)) {
        throw new DeviceFullException("no space for " + path + " in its file system");
      }
      at += advance(from, count, "written");
    }
  }

  private int advance(ByteBuffer buffer, long count, String done) throws IOException {
    if (count < 0 && count != -Posix.EINTR) {
      throw new IOException(path + " could not be " + done + ": error " + -count);
    }
    int moved = (int) Math.max(0, count);
    buffer.position(buffer.position() + moved);
    return moved;
  }

  @Override
  public void close() throws IOException {
    int result = posix.close(descriptor);
    if (result < 0) {
      throw new IOException(path + " could not be closed: error " + -result);
    }
  }
}
