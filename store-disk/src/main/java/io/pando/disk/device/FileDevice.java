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
 * A file or a block device, past the page cache where the file system allows it. A file has the
 * length of the store's capacity from the beginning, but is sparse; {@link #reserve} gives it
 * space.
 */
public final class FileDevice implements BlockDevice {
  /** Blocks that one write fills with zeros. */
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
   * Opens an existing file or device.
   *
   * @param blocks size at formatting; the device may have more blocks, not fewer
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

  /** Creates a sparse file with a number of blocks. */
  public static void create(Path path, long blocks) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      if (blocks > 0) {
        file.write(ByteBuffer.allocate(1), blocks * BLOCK_BYTES - 1);
      }
      file.force(true);
    }
  }

  /** Path of the file or device. */
  public Path path() {
    return path;
  }

  /** Whether it bypasses the page cache. */
  public boolean isDirect() {
    return file.isDirect();
  }

  @Override
  public String accessMode() {
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
  public long reserveLast(long from, long to) throws IOException {
    if (!isRegular) {
      return 0;
    }
    boolean _ = claim(from, to, space().leastBytes());
    return fill(from, to);
  }

  @Override
  public long reserveClaimed(long from, long to) throws IOException {
    return isRegular ? fill(from, to) : 0;
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

  /** Gives blocks of a file real space without writing to them; {@link #fill} writes them. */
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
              "no space for %d more bytes of %s: its file system has %d, of which %d are kept free"
                  + " for metadata",
              lengthBytes, path, usable, headroom));
    }
    return FileReservation.reserve(path, from * BLOCK_BYTES, lengthBytes);
  }

  /**
   * Writes zeros to space that was only reserved. The first write of such a block changes the file
   * system's metadata. If that has to be durable at once, it costs several times the write itself.
   *
   * @return bytes written
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
   * The zeros for all devices of the process, allocated at first use. A buffer per call would stay
   * in native memory until it is garbage collected, perhaps minutes later.
   */
  private static final class Zeros {
    static final ByteBuffer BLOCKS = AlignedBuffers.blocks(FILLED_BLOCKS).asReadOnlyBuffer();

    private Zeros() {}
  }
}
