package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file or a block device, past the page cache where the file system allows it. A file is as long
 * as the store's capacity from the beginning, but sparse; space comes with {@link #reserve}.
 */
public final class FileDevice implements BlockDevice {
  /** So much is filled with zeros by one write. */
  private static final int FILLED_BLOCKS = (1 << 20) / BLOCK_BYTES;

  private final Path path;
  private final DirectFile file;
  private final long blocks;
  private final boolean isRegular;

  private FileDevice(Path path, DirectFile file, long blocks) {
    this.path = path;
    this.file = file;
    this.blocks = blocks;
    this.isRegular = Files.isRegularFile(path);
  }

  /**
   * Opens what is there.
   *
   * @param blocks size that the store was formatted with; more may be there, not less
   */
  public static FileDevice open(Path path, long blocks, boolean direct) throws IOException {
    DirectFile file = DirectFile.open(path, direct);
    if (file.size() < blocks * BLOCK_BYTES) {
      long size = file.size();
      file.close();
      throw new EOFException(
          path + ": " + size + " bytes long, but must be " + blocks * BLOCK_BYTES);
    }
    return new FileDevice(path, file, blocks);
  }

  /** Makes a sparse file of a size. */
  public static void create(Path path, long blocks) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      if (blocks > 0) {
        file.write(ByteBuffer.allocate(1), blocks * BLOCK_BYTES - 1);
      }
      file.force(true);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Whether it is past the page cache. */
  public boolean isDirect() {
    return file.isDirect();
  }

  @Override
  public String manner() {
    return file.isDirect() ? "direct I/O" : "page cache";
  }

  @Override
  public long blocks() {
    return blocks;
  }

  @Override
  public MediumSpace space() {
    return isRegular ? MediumSpace.of(path) : MediumSpace.OWN;
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    boolean _ = claim(from, to);
    return isRegular ? fill(from, to) : 0;
  }

  @Override
  public void reserveLast(long from, long to) throws IOException {
    if (isRegular) {
      boolean _ = claim(from, to, space().leastBytes());
      long _ = fill(from, to);
    }
  }

  @Override
  public void reserveClaimed(long from, long to) throws IOException {
    if (isRegular) {
      long _ = fill(from, to);
    }
  }

  @Override
  public boolean discard(long from, long to) throws IOException {
    return isRegular
        && FileReservation.discard(path, from * BLOCK_BYTES, (to - from) * BLOCK_BYTES);
  }

  @Override
  public void eachUnreserved(long to, RangeVisitor visitor) throws IOException {
    if (isRegular) {
      FileReservation.eachHole(
          path,
          to * BLOCK_BYTES,
          (from, end) -> visitor.onRange(from / BLOCK_BYTES, Math.ceilDiv(end, BLOCK_BYTES)));
    }
  }

  /** Gives blocks of a file real space without writing to them, which {@link #fill} does. */
  @Override
  public boolean claim(long from, long to) throws IOException {
    return !isRegular || claim(from, to, space().headroomBytes());
  }

  private boolean claim(long from, long to, long headroom) throws IOException {
    long lengthBytes = (to - from) * BLOCK_BYTES;
    long usable = space().usableBytes();
    if (usable - lengthBytes < headroom) {
      throw new DeviceFullException(
          String.format(
              "no room for %d more bytes of %s: its file system has %d, of which %d are kept free"
                  + " for metadata",
              lengthBytes, path, usable, headroom));
    }
    return FileReservation.reserve(path, from * BLOCK_BYTES, lengthBytes);
  }

  /**
   * Writes to space that was only reserved. A file system notes for every such block when it is
   * written first, which costs several times the write, if that is to be durable at once.
   *
   * @return bytes that were written
   */
  public long fill(long from, long to) throws IOException {
    ByteBuffer zeros = Zeros.BLOCKS.duplicate();
    for (long block = from; block < to; block += FILLED_BLOCKS) {
      int count = (int) Math.min(FILLED_BLOCKS, to - block);
      write(block, zeros.clear().limit(count * BLOCK_BYTES));
    }
    flush();
    return (to - from) * BLOCK_BYTES;
  }

  @Override
  public void read(long block, ByteBuffer into) throws IOException {
    file.read(block * BLOCK_BYTES, into);
  }

  @Override
  public void write(long block, ByteBuffer from) throws IOException {
    file.write(block * BLOCK_BYTES, from);
  }

  @Override
  public void writeDurably(long block, ByteBuffer from) throws IOException {
    file.writeDurably(block * BLOCK_BYTES, from);
  }

  @Override
  public void flush() throws IOException {
    file.flush();
  }

  @Override
  public String describe() {
    return file.describe();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * The zeros that all devices of the process are filled with, made at the first use. A buffer for
   * each call would stay in native memory until the collector finds it, which may be minutes later.
   */
  private static final class Zeros {
    static final ByteBuffer BLOCKS = AlignedBuffers.blocks(FILLED_BLOCKS).asReadOnlyBuffer();

    private Zeros() {}
  }
}
