package io.pando.disk.device;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
 * A file or a block device, past the page cache where the file system allows it. It is open twice:
 * writes through one channel are durable after a flush, writes through the other when the call
 * returns. Positions are in bytes. Past the page cache, positions and the lengths and addresses of
 * buffers are multiples of the smallest unit that the device can write. Several threads may use it.
 */
public final class DirectFile implements DurableFile {
  private static final Logger LOG = LoggerFactory.getLogger(DirectFile.class);

  private final Path path;
  private final FileChannel channel;
  private final FileChannel synced;
  private final boolean direct;

  private DirectFile(Path path, FileChannel channel, FileChannel synced, boolean direct) {
    this.path = path;
    this.channel = channel;
    this.synced = synced;
    this.direct = direct;
  }

  /**
   * Opens an existing file or device.
   *
   * @param direct whether to bypass the page cache, if possible
   */
  public static DirectFile open(Path path, boolean direct) throws IOException {
    boolean isDirect = direct;
    FileChannel channel;
    try {
      channel = direct ? openDirect(path) : openPlain(path);
    } catch (FileSystemException | UnsupportedOperationException e) {
      if (!direct || !Files.isReadable(path) || !Files.isWritable(path)) {
        throw e;
      }
      LOG.info(
          "{}: its file system does not support direct I/O ({}); the page cache is used", path, e);
      isDirect = false;
      channel = openPlain(path);
    }
    return new DirectFile(path, channel, openSynced(path, isDirect), isDirect);
  }

  private static FileChannel openDirect(Path path) throws IOException {
    return FileChannel.open(
        path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, directOption()));
  }

  /**
   * The option for direct I/O. The JDK exports it, but it is not standard. The compiler is
   * restricted to the standard API, so the name is looked up at run time.
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
      throw new UnsupportedOperationException("this JVM does not support direct I/O", e);
    }
    throw new UnsupportedOperationException("this JVM does not support direct I/O");
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

  /** Whether it bypasses the page cache. */
  public boolean isDirect() {
    return direct;
  }

  /** Its length in bytes. */
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void read(long position, ByteBuffer into) throws IOException {
    long at = position;
    while (into.hasRemaining()) {
      int count = channel.read(into, at);
      if (count < 0) {
        throw new EOFException(path + " ends before byte " + at);
      }
      at += count;
    }
  }

  /**
   * Writes the buffer's remaining bytes, starting at a position; {@link #flush} makes them durable.
   *
   * @throws DeviceFullException if there is no space
   */
  public void write(long position, ByteBuffer from) throws IOException {
    write(channel, position, from);
  }

  @Override
  public void writeDurably(long position, ByteBuffer from) throws IOException {
    write(synced, position, from);
  }

  private void write(FileChannel to, long position, ByteBuffer from) throws IOException {
    long at = position;
    try {
      while (from.hasRemaining()) {
        at += to.write(from, at);
      }
    } catch (IOException e) {
      if (DeviceFullException.isCause(e)) {
        throw new DeviceFullException("no space for " + path + " in its file system");
      }
      throw e;
    }
  }

  /** Makes everything written durable. */
  public void flush() throws IOException {
    channel.force(false);
  }

  /** Path and mode of access, for people. */
  public String describe() {
    return path + (direct ? ", direct I/O" : ", through the page cache");
  }

  @Override
  public void close() throws IOException {
    synced.close();
    channel.close();
  }
}
