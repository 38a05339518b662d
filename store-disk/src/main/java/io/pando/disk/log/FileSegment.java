package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.DirectFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A segment in a file, written through the page cache in whole pages. */
final class FileSegment implements LogSegment {
  private final DirectFile file;
  private final long bytes;

  private FileSegment(DirectFile file, long bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /** Opens an existing file of sufficient length. */
  static FileSegment open(Path path, long bytes) throws IOException {
    return new FileSegment(DirectFile.open(path, false), bytes);
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public int unitBytes() {
    return BLOCK_BYTES;
  }

  @Override
  public String accessMode() {
    return "page cache";
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
