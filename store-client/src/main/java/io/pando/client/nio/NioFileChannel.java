package io.pando.client.nio;

import io.pando.bytes.Payload;
import io.pando.client.PandoException;
import io.pando.client.file.PandoFile;
import io.pando.client.file.RangeLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A channel of a file. An interrupt of a thread that waits in it closes it, as {@link FileChannel}
 * says. Reads and writes move all bytes that are asked for, in pieces; the bytes of one append lie
 * together if they are one piece. Files cannot be mapped.
 */
final class NioFileChannel extends FileChannel {
  /** Most bytes of one call. */
  private static final int PIECE_BYTES = 4 << 20;

  private final PandoFile file;
  private final ChannelOptions options;
  private final ChannelLocks locks;
  private final Runnable closed;

  /** Guards the position; held while a call that moves it is under way. */
  private final ReentrantLock moving = new ReentrantLock();

  private long position;

  /**
   * A channel of an open file.
   *
   * @param closed to be run when it is closed
   */
  NioFileChannel(PandoFile file, ChannelOptions options, ChannelLocks locks, Runnable closed) {
    this.file = file;
    this.options = options;
    this.locks = locks;
    this.closed = closed;
  }

  // Calls

  /** Makes a call that may wait; an interrupt closes the channel. */
  private <T> T call(Supplier<T> blocking) throws IOException {
    requireOpen();
    boolean completed = false;
    try {
      begin();
      T result = blocking.get();
      completed = true;
      return result;
    } catch (PandoException e) {
      throw NioFailures.of(e);
    } finally {
      end(completed);
    }
  }

  private void requireOpen() throws ClosedChannelException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  private void requireReads() throws ClosedChannelException {
    requireOpen();
    if (!options.mode().reads()) {
      throw new NonReadableChannelException();
    }
  }

  private void requireWrites() throws ClosedChannelException {
    requireOpen();
    if (!options.mode().writes()) {
      throw new NonWritableChannelException();
    }
  }

  private static void requirePosition(long position) {
    if (position < 0) {
      throw new IllegalArgumentException("negative: " + position);
    }
  }

  // Data

  /** Reads until the buffer is full or the file ends; -1 if it ends before. */
  private int fill(ByteBuffer to, long from) throws IOException {
    int done = 0;
    while (to.hasRemaining()) {
      long at = from + done;
      int some = Math.min(to.remaining(), PIECE_BYTES);
      Payload bytes = call(() -> file.read(at, some));
      bytes.asByteBuffers().forEach(to::put);
      done += bytes.size();
      if (bytes.size() < some) {
        return done == 0 ? -1 : done;
      }
    }
    return done;
  }

  /** Writes all bytes; returns the offset behind them. */
  private long drain(ByteBuffer from, long to) throws IOException {
    long end = to;
    while (from.hasRemaining()) {
      int some = Math.min(from.remaining(), PIECE_BYTES);
      ByteBuffer piece = from.slice(from.position(), some);
      long at = end;
      end =
          call(() -> options.mode().appends() ? file.append(piece) : file.write(at, piece)) + some;
      from.position(from.position() + some);
    }
    switch (options.sync()) {
      case LATER -> {}
      case DATA -> force(false);
      case ALL -> force(true);
    }
    return end;
  }

  @Override
  public int read(ByteBuffer dst) throws IOException {
    requireReads();
    moving.lock();
    try {
      int count = fill(dst, position);
      position += Math.max(0, count);
      return count;
    } finally {
      moving.unlock();
    }
  }

  @Override
  public long read(ByteBuffer[] dsts, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, dsts.length);
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      boolean empty = !dsts[i].hasRemaining();
      int count = read(dsts[i]);
      if (count < 0) {
        return sum == 0 ? -1 : sum;
      }
      sum += count;
      if (!empty && dsts[i].hasRemaining()) {
        return sum;
      }
    }
    return sum;
  }

  @Override
  public int read(ByteBuffer dst, long from) throws IOException {
    requirePosition(from);
    requireReads();
    return fill(dst, from);
  }

  @Override
  public int write(ByteBuffer src) throws IOException {
    requireWrites();
    moving.lock();
    try {
      int count = src.remaining();
      position = drain(src, position);
      return count;
    } finally {
      moving.unlock();
    }
  }

  @Override
  public long write(ByteBuffer[] srcs, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, srcs.length);
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      sum += write(srcs[i]);
    }
    return sum;
  }

  @Override
  public int write(ByteBuffer src, long to) throws IOException {
    requirePosition(to);
    requireWrites();
    int count = src.remaining();
    var _ = drain(src, to);
    return count;
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
    requirePosition(from);
    requirePosition(count);
    requireReads();
    long done = 0;
    while (done < count) {
      ByteBuffer piece = ByteBuffer.allocate((int) Math.min(count - done, PIECE_BYTES));
      int some = fill(piece, from + done);
      if (some <= 0) {
        return done;
      }
      int written = target.write(piece.flip());
      done += written;
      if (written < some) {
        return done;
      }
    }
    return done;
  }

  @Override
  public long transferFrom(ReadableByteChannel src, long to, long count) throws IOException {
    requirePosition(to);
    requirePosition(count);
    requireWrites();
    if (to > size()) {
      return 0;
    }
    long done = 0;
    while (done < count) {
      ByteBuffer piece = ByteBuffer.allocate((int) Math.min(count - done, PIECE_BYTES));
      int some = src.read(piece);
      if (some <= 0) {
        return done;
      }
      var _ = drain(piece.flip(), to + done);
      done += some;
    }
    return done;
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long from, long size) {
    throw new UnsupportedOperationException("files of Pando cannot be mapped without a mount");
  }

  // Position and size

  @Override
  public long position() throws IOException {
    requireOpen();
    moving.lock();
    try {
      return position;
    } finally {
      moving.unlock();
    }
  }

  @Override
  public FileChannel position(long newPosition) throws IOException {
    requirePosition(newPosition);
    requireOpen();
    moving.lock();
    try {
      position = newPosition;
      return this;
    } finally {
      moving.unlock();
    }
  }

  @Override
  public long size() throws IOException {
    return call(file::size);
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    requirePosition(size);
    requireWrites();
    moving.lock();
    try {
      if (size < size()) {
        run(() -> file.truncate(size));
      }
      position = Math.min(position, size);
      return this;
    } finally {
      moving.unlock();
    }
  }

  private void run(Runnable blocking) throws IOException {
    var _ =
        call(() -> {
          blocking.run();
          return true;
        });
  }

  @Override
  public void force(boolean metaData) throws IOException {
    run(metaData ? file::sync : file::syncData);
  }

  // Locks

  @Override
  public FileLock lock(long from, long size, boolean shared) throws IOException {
    NioFileLock lock = enter(from, size, shared);
    return Objects.requireNonNull(
        take(lock, () -> Optional.of(file.lock(from, lock.size(), shared))));
  }

  @Override
  public @Nullable FileLock tryLock(long from, long size, boolean shared) throws IOException {
    NioFileLock lock = enter(from, size, shared);
    return take(lock, () -> file.tryLock(from, lock.size(), shared));
  }

  /** Adds a lock, which is not taken yet, to the table. A size of 0 means all that follows. */
  private NioFileLock enter(long from, long size, boolean shared) throws IOException {
    if (shared) {
      requireReads();
    } else {
      requireWrites();
    }
    long length = size == 0 ? Long.MAX_VALUE - Math.max(0, from) : size;
    NioFileLock lock =
        new NioFileLock(this, from, length, shared, released -> locks.remove(file.ino(), released));
    locks.add(file.ino(), lock);
    return lock;
  }

  private @Nullable FileLock take(NioFileLock lock, Supplier<Optional<RangeLock>> taking)
      throws IOException {
    boolean taken = false;
    try {
      Optional<RangeLock> range = call(taking);
      range.ifPresent(lock::taken);
      taken = range.isPresent();
      return taken ? lock : null;
    } finally {
      if (!taken) {
        locks.remove(file.ino(), lock);
      }
    }
  }

  @Override
  protected void implCloseChannel() throws IOException {
    try {
      file.close();
    } catch (PandoException e) {
      throw NioFailures.of(e);
    } finally {
      locks.removeAll(file.ino(), this);
      closed.run();
    }
  }
}
