package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks and verifies their checksums; blocks that are consecutive on the device are read
 * together. A block that fails is read again, as the store's reader does.
 */
final class DeepRead {
  private static final int MOST = 256;
  private static final int ATTEMPTS = 3;

  /**
   * A block to read.
   *
   * @param bytes range of the object that is unreadable without the block
   * @param valid bytes of the block that hold the range or its compressed form; the others must be
   *     zeros
   */
  record Wanted(Subject subject, ByteRange bytes, int valid, long place, int checksum) {}

  private final BlockDevice device;
  private final Findings findings;
  private final ByteBuffer buffer;
  private final List<Wanted> run = new ArrayList<>();
  private long bytesRead;

  DeepRead(BlockDevice device, Findings findings) {
    this.device = device;
    this.findings = findings;
    this.buffer = AlignedBuffers.blocks(MOST);
  }

  long bytesRead() {
    return bytesRead;
  }

  void add(Wanted block) {
    boolean follows = !run.isEmpty() && run.getLast().place() + 1 == block.place();
    if (run.size() == MOST || (!run.isEmpty() && !follows)) {
      finish();
    }
    run.add(block);
  }

  /** Reads the remaining blocks. */
  void finish() {
    if (run.isEmpty()) {
      return;
    }
    boolean whole = readRun();
    for (int i = 0; i < run.size(); i++) {
      Wanted block = run.get(i);
      ByteBuffer bytes = whole ? buffer.slice(i * BLOCK_BYTES, BLOCK_BYTES) : null;
      if (bytes == null || checksum(bytes) != block.checksum()) {
        again(block);
      } else {
        checkTail(block, bytes);
      }
    }
    bytesRead += (long) run.size() * BLOCK_BYTES;
    run.clear();
  }

  private boolean readRun() {
    try {
      device.read(run.getFirst().place(), buffer.clear().limit(run.size() * BLOCK_BYTES));
      return true;
    } catch (IOException unreadable) {
      // Reading them one by one shows which of them failed.
      return false;
    }
  }

  private void again(Wanted block) {
    ByteBuffer bytes = buffer.slice(0, BLOCK_BYTES);
    @Nullable String what = null;
    int actual = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        device.read(block.place(), bytes.clear());
        actual = checksum(bytes.clear());
        if (actual == block.checksum()) {
          checkTail(block, bytes.clear());
          return;
        }
        what = null;
      } catch (IOException e) {
        what = "cannot be read: " + e.getMessage();
      }
    }
    if (what == null && actual == ~block.checksum()) {
      tell(StoreFault.Kind.KNOWN, block, "is marked as damaged");
    } else if (what == null) {
      tell(
          StoreFault.Kind.DATA,
          block,
          String.format("has checksum %08x where %08x was written", actual, block.checksum()));
    } else {
      tell(StoreFault.Kind.DATA, block, what);
    }
  }

  private void tell(StoreFault.Kind kind, Wanted block, String what) {
    findings.add(block.subject(), Finding.of(kind, where(block) + what));
  }

  private void checkTail(Wanted block, ByteBuffer bytes) {
    for (int i = block.valid(); i < BLOCK_BYTES; i++) {
      if (bytes.get(i) != 0) {
        findings.add(
            block.subject(),
            Finding.damage(StoreFault.Kind.BOUNDS, where(block) + "holds bytes behind its end"));
        return;
      }
    }
  }

  private static String where(Wanted block) {
    return String.format(
        "bytes %d to %d, block %d of the device, ",
        block.bytes().offset(), block.bytes().end() - 1, block.place());
  }

  private static int checksum(ByteBuffer bytes) {
    return Payload.wrap(bytes).crc32c();
  }
}
