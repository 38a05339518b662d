package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file or a block device, past the page cache where the file system allows it. A file is as long
 * as the store's capacity from the beginning, but sparse; space comes with {@link #reserve}.
 */
public final class FileDevice implements BlockDevice {
  private static final Logger LOG = LoggerFactory.getLogger(FileDevice.class);

  /**
   * So much stays free in a file system that data share with metadata, which cannot tell beforehand
   * and without which nothing can be removed.
   */
  private static final long HEADROOM_BYTES = 256L << 20;

  /** So much is filled with zeros by one write. */
  private static final int FILLED_BLOCKS = (1 << 20) / BLOCK_BYTES;

  private static final String FULL = "No space left on device";

  private final Path path;
  private final FileChannel channel;

  /** Another door to the same file: what goes through it is durable when the call returns. */
  private final FileChannel synced;

  private final boolean direct;
  private final long blocks;

  private FileDevice(
      Path path, FileChannel channel, FileChannel synced, boolean direct, long blocks) {
    this.path = path;
    this.channel = channel;
    this.synced = synced;
    this.direct = direct;
    this.blocks = blocks;
  }

  /**
   * Opens what is there.
   *
   * @param blocks size that the store was formatted with; more may be there, not less
   */
  public static FileDevice open(Path path, long blocks, boolean direct) throws IOException {
    boolean isDirect = direct;
    FileChannel channel;
    try {
      channel = direct ? openDirect(path) : openPlain(path);
    } catch (FileSystemException | UnsupportedOperationException e) {
      if (!direct || !Files.isReadable(path) || !Files.isWritable(path)) {
        throw e;
      }
      LOG.info("{}: its file system refuses direct I/O ({}); the page cache is used", path, e);
      isDirect = false;
      channel = openPlain(path);
    }
    if (channel.size() < blocks * BLOCK_BYTES) {
      long size = channel.size();
      channel.close();
      throw new EOFException(
          path + ": " + size + " bytes long, but must be " + blocks * BLOCK_BYTES);
    }
    return new FileDevice(path, channel, openSynced(path, isDirect), isDirect, blocks);
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

  private static FileChannel openDirect(Path path) throws IOException {
    return FileChannel.open(
        path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, directOption()));
  }

  /**
   * The option for direct I/O. It is exported by the JDK but belongs to no standard, so the
   * compiler, which is asked for the standard alone, must not see its name.
   */
  private static OpenOption directOption() {
    try {
      Object[] options = Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants();
      for (Object option : options) {
        if (option instanceof OpenOption direct && option.toString().equals("DIRECT")) {
          return direct;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new UnsupportedOperationException("this Java knows no direct I/O", e);
    }
    throw new UnsupportedOperationException("this Java knows no direct I/O");
  }

  private static FileChannel openSynced(Path path, boolean direct) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.WRITE);
    options.add(StandardOpenOption.DSYNC);
    if (direct) {
      options.add(directOption());
    }
    return FileChannel.open(path, options);
  }

  private static FileChannel openPlain(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @Override
  public long blocks() {
    return blocks;
  }

  @Override
  public void reserve(long from, long to) throws IOException {
    if (!Files.isRegularFile(path)) {
      return;
    }
    FileStore fileSystem = Files.getFileStore(path);
    long lengthBytes = (to - from) * BLOCK_BYTES;
    long headroom = Math.min(HEADROOM_BYTES, fileSystem.getTotalSpace() / 10);
    long usable = fileSystem.getUsableSpace();
    if (usable - lengthBytes < headroom) {
      throw new DeviceFullException(
          String.format(
              "no room for %d more bytes of %s: its file system has %d, of which %d are kept free"
                  + " for metadata",
              lengthBytes, path, usable, headroom));
    }
    FileReservation.reserve(path, from * BLOCK_BYTES, lengthBytes);
    fill(from, to);
  }

  /**
   * Writes to space that was only reserved. A file system notes for every such block when it is
   * written first, which costs several times the write, if that is to be durable at once.
   */
  private void fill(long from, long to) throws IOException {
    ByteBuffer zeros = AlignedBuffers.blocks((int) Math.min(FILLED_BLOCKS, to - from));
    for (long block = from; block < to; block += FILLED_BLOCKS) {
      int count = (int) Math.min(FILLED_BLOCKS, to - block);
      write(block, zeros.clear().limit(count * BLOCK_BYTES));
    }
    flush();
  }

  @Override
  public void read(long block, ByteBuffer into) throws IOException {
    long at = block * BLOCK_BYTES;
    while (into.hasRemaining()) {
      int count = channel.read(into, at);
      if (count < 0) {
        throw new EOFException(path + " ends before byte " + at);
      }
      at += count;
    }
  }

  @Override
  public void write(long block, ByteBuffer from) throws IOException {
    write(channel, block, from);
  }

  @Override
  public void writeDurably(long block, ByteBuffer from) throws IOException {
    write(synced, block, from);
  }

  private void write(FileChannel to, long block, ByteBuffer from) throws IOException {
    long at = block * BLOCK_BYTES;
    try {
      while (from.hasRemaining()) {
        at += to.write(from, at);
      }
    } catch (IOException e) {
      String message = e.getMessage();
      if (message != null && message.contains(FULL)) {
        throw new DeviceFullException("no room for " + path + " in its file system");
      }
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    channel.force(false);
  }

  @Override
  public String describe() {
    return path + (direct ? ", direct I/O" : ", through the page cache");
  }

  @Override
  public void close() throws IOException {
    synced.close();
    channel.close();
  }
}
