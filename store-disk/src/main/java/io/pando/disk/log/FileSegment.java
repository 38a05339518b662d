package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.DirectFile;
import io.pando.disk.device.DurableFile;
import io.pando.disk.device.SectorFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A segment in a file. */
record FileSegment(DurableFile file, long bytes, int unitBytes, String accessMode)
    implements LogSegment {
  /** Opens an existing file of sufficient length, through the page cache; units are pages. */
  static FileSegment open(Path path, long bytes) throws IOException {
    return new FileSegment(DirectFile.open(path, false), bytes, BLOCK_BYTES, "page cache");
  }

  /**
   * Opens an existing file of sufficient length past the page cache; its unit is the smallest that
   * the device can write. Null if the page cache cannot be bypassed.
   *
   * @param leastUnitBytes lower bound of the unit
   */
  static @Nullable FileSegment direct(Path path, long bytes, int leastUnitBytes)
      throws IOException {
    SectorFile file = SectorFile.open(path);
    if (file == null) {
      return null;
    }
    boolean taken = false;
    try {
      for (int unit = leastUnitBytes; unit <= BLOCK_BYTES; unit *= 2) {
        if (file.takes(unit)) {
          taken = true;
          return new FileSegment(file, bytes, unit, "direct, units of " + unit + " bytes");
        }
      }
      return null;
    } finally {
      if (!taken) {
        file.close();
      }
    }
  }

  @Override
  public void read(long position, ByteBuffer into) throws IOException {
    file.read(position, into);
  }

  @Override
  public void writeDurably(long position, ByteBuffer from) throws IOException {
    file.writeDurably(position, from);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
