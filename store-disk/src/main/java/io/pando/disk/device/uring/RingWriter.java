package io.pando.disk.device.uring;

import io.pando.check.Invariant;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.PlainWriter;
import io.pando.disk.device.Posix;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes through a ring, as many writes at once as it has entries. A single write uses the plain
 * call, which is faster for it. The rest of a partial write is submitted again.
 *
 * <p>Flushes go through the device: a flush as a ring entry behind the writes is not faster, and
 * occupies a thread of the kernel.
 */
final class RingWriter extends PlainWriter {
  /** Rounds without any progress before the drain fails. */
  private static final int PATIENCE = 16;

  private final int file;
  private final Submissions ring;
  private int failure;
  private boolean progress;

  /**
   * A writer for a device.
   *
   * @param file descriptor of the same file
   */
  RingWriter(BlockDevice device, int file, Submissions ring) {
    super(device);
    this.file = file;
    this.ring = ring;
  }

  @Override
  public void add(long block, ByteBuffer from) {
    Invariant.check(from.isDirect(), "the kernel reads memory that does not move");
    super.add(block, from);
  }

  @Override
  protected void writeAll() throws IOException {
    if (parts.size() == 1) {
      super.writeAll();
      return;
    }
    for (int from = 0; from < parts.size(); from += ring.capacity()) {
      write(from, Math.min(parts.size(), from + ring.capacity()));
    }
  }

  /** Writes the parts {@code from} to {@code to}, exclusive. */
  private void write(int from, int to) throws IOException {
    failure = 0;
    int patience = PATIENCE;
    while (prepare(from, to)) {
      progress = false;
      ring.run(this::onResult);
      patience = progress ? PATIENCE : patience - 1;
      DeviceFullException full = full();
      if (full != null) {
        throw full;
      }
      if (failure != 0 || patience == 0) {
        throw new IOException(
            device.describe() + ": a write failed with error " + (failure == 0 ? "0" : -failure));
      }
    }
  }

  /** Prepares the unwritten parts; returns whether there are any. */
  private boolean prepare(int from, int to) {
    boolean any = false;
    for (int i = from; i < to; i++) {
      Part part = parts.get(i);
      ByteBuffer bytes = part.bytes();
      if (bytes.hasRemaining()) {
        long address = MemorySegment.ofBuffer(bytes).address();
        ring.write(i, file, part.offset(), address, bytes.remaining());
        any = true;
      }
    }
    return any;
  }

  private void onResult(int token, int result) {
    if (result > 0) {
      ByteBuffer bytes = parts.get(token).bytes();
      bytes.position(bytes.position() + result);
      progress = true;
    } else if (result != -Posix.EINTR && result != -Kernel.EAGAIN && result != 0) {
      boolean worse = failure == 0 || Posix.isFull(failure);
      failure = worse ? result : failure;
    }
  }

  private @Nullable DeviceFullException full() {
    return Posix.isFull(failure)
        ? new DeviceFullException("no space for " + device.describe() + " in its file system")
        : null;
  }
}
