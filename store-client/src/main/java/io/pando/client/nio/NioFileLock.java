package io.pando.client.nio;

import io.pando.client.PandoException;
import io.pando.client.file.RangeLock;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lock of a channel. It is in the table of its file system before it is taken. */
final class NioFileLock extends FileLock {
  private final Consumer<FileLock> forget;
  private volatile @Nullable RangeLock taken;

  /**
   * A lock that is not taken yet.
   *
   * @param forget removes it from the table
   */
  NioFileLock(
      FileChannel channel, long position, long size, boolean shared, Consumer<FileLock> forget) {
    super(channel, position, size, shared);
    this.forget = forget;
  }

  void taken(RangeLock lock) {
    this.taken = lock;
  }

  @Override
  public boolean isValid() {
    return taken != null && acquiredBy().isOpen();
  }

  @Override
  public void release() throws IOException {
    if (!acquiredBy().isOpen()) {
      throw new ClosedChannelException();
    }
    RangeLock lock = taken;
    taken = null;
    if (lock != null) {
      try {
        lock.close();
      } catch (PandoException e) {
        throw NioFailures.of(e);
      } finally {
        forget.accept(this);
      }
    }
  }
}
