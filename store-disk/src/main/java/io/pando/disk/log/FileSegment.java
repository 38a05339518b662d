package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.DirectFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A segment in a file. */
final class FileSegment implements LogSegment {
  private final DirectFile file;
  private final long bytes;
  private final int unitBytes;

  private FileSegment(DirectFile file, long bytes, int unitBytes) {
    this.file = file;
    this.bytes = bytes;
    this.unitBytes = unitBytes;
  }

  /**
   * Opens a file that is there.
   *
   * @param bytes that it must have
   * @param direct past the page cache, if the file system allows it
   * @param leastUnitBytes its units are not smaller
   */
  static FileSegment open(Path path, long bytes, boolean direct, int leastUnitBytes)
      throws IOException {
    DirectFile file = DirectFile.open(path, direct);
    long size = file.size();
    if (size < bytes) {
      file.close();
      throw new IOException(path + ": " + size + " bytes long, but must be " + bytes);
    }
    return new FileSegment(file, bytes, Math.max(leastUnitBytes, unit(file)));
  }

  /**
   * What the device takes by itself. The page cache writes whole pages, however little of them
   * changes; past it, a device refuses what it cannot take.
   */
  private static int unit(DirectFile file) {
    if (!file.isDirect()) {
      return BLOCK_BYTES;
    }
    for (int unit = LEAST_UNIT_BYTES; unit < BLOCK_BYTES; unit *= 2) {
      if (takes(file, unit)) {
        return unit;
      }
    }
    return BLOCK_BYTES;
  }

  private static boolean takes(DirectFile file, int unitBytes) {
    ByteBuffer one = AlignedBuffers.blocks(1);
    try {
      file.read(unitBytes, one.limit(unitBytes));
      return true;
    } catch (IOException refused) {
      return false;
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
