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
 * A file or a block device, past the page cache where the file system allows it, with two doors:
 * what goes through one is durable after a flush, what goes through the other when the call
 * returns. Positions are in bytes; past the page cache they, and buffers' lengths and addresses,
 * are multiples of what the device can write by itself. Several threads may use it.
 */
public final class DirectFile implements AutoCloseable {
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
   * Opens what is there.
   *
   * @param direct past the page cache, if that can be
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
      LOG.info("{}: its file system refuses direct I/O ({}); the page cache is used", path, e);
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

  /** Whether it is past the page cache. */
  public boolean isDirect() {
    return direct;
  }

  /** Its length in bytes. */
  public long size() throws IOException {
    return channel.size();
  }

  /**
   * Fills the buffer's remaining bytes from a position on.
   *
   * @throws EOFException if it ends before
   */
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
   * Writes the buffer's remaining bytes from a position on; {@link #flush} makes them durable.
   *
   * @throws DeviceFullException if there is no room
   */
  public void write(long position, ByteBuffer from) throws IOException {
    write(channel, position, from);
  }

  /**
   * Writes the buffer's remaining bytes from a position on, durably.
   *
   * @throws DeviceFullException if there is no room
   */
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
        throw new DeviceFullException("no room for " + path + " in its file system");
      }
      throw e;
    }
  }

  /** Makes everything written durable. */
  public void flush() throws IOException {
    channel.force(false);
  }

  /** Where it is and how it is used, for people. */
  public String describe() {
    return path + (direct ? ", direct I/O" : ", through the page cache");
  }

  @Override
  public void close() throws IOException {
    synced.close();
    channel.close();
  }
}
