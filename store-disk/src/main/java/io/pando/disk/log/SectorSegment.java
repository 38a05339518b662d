package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.SectorFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A segment in a file past the page cache; its unit is the smallest that the device can write. */
final class SectorSegment implements LogSegment {
  private final SectorFile file;
  private final long bytes;
  private final int unitBytes;

  private SectorSegment(SectorFile file, long bytes, int unitBytes) {
    this.file = file;
    this.bytes = bytes;
    this.unitBytes = unitBytes;
  }

  /**
   * Opens an existing file of sufficient length; null if the page cache cannot be bypassed.
   *
   * @param leastUnitBytes lower bound of the unit
   */
  static @Nullable SectorSegment open(Path path, long bytes, int leastUnitBytes)
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
          return new SectorSegment(file, bytes, unit);
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
  public long bytes() {
    return bytes;
  }

  @Override
  public int unitBytes() {
    return unitBytes;
  }

  @Override
  public String accessMode() {
    return "direct, units of " + unitBytes + " bytes";
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
