package io.pando.sim.workload;

import io.pando.bytes.Payload;
import io.pando.random.Random64;
import java.nio.ByteBuffer;

/** Contents that no two writes share, so that a read identifies the write it saw. */
final class Contents {
  private final long writer;
  private final int largestBytes;
  private long written;

  /**
   * @param writer number of the writer, unique in the history
   */
  Contents(long writer, int largestBytes) {
    this.writer = writer;
    this.largestBytes = largestBytes;
  }

  /** Draws contents: empty, small, or of any size up to the largest. */
  Payload draw(Random64 random) {
    return switch (random.nextInt(10)) {
      case 0 -> Payload.EMPTY;
      case 1, 2, 3, 4, 5 -> next(random.nextInt(64));
      default -> next(random.nextInt(largestBytes + 1));
    };
  }

  /** Contents of {@code sizeBytes} bytes. */
  Payload next(int sizeBytes) {
    written++;
    ByteBuffer bytes = ByteBuffer.allocate((sizeBytes + 15) & ~15);
    for (int i = 0; bytes.hasRemaining(); i++) {
      bytes.putInt(i).putInt((int) writer).putLong(written);
    }
    return Payload.wrap(bytes.flip().limit(sizeBytes));
  }

  /** A few bytes for an attribute or an entry; none if all contents are empty. */
  Payload small() {
    if (largestBytes == 0) {
      return Payload.EMPTY;
    }
    written++;
    return Payload.utf8(writer + "." + written);
  }

  int largestBytes() {
    return largestBytes;
  }
}
