package io.pando.client.file;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An open file. It has no position: every call names one. Safe for use by any number of threads.
 *
 * <p>Calls fail with {@code EINVAL} if the file is closed, or was opened for other calls.
 *
 * <p>Writes are answered when they are in this client's memory or in the object store; others that
 * read see them at once. {@link #sync} makes them durable. After the file's session ended with data
 * that was not written, all calls fail with {@code EIO} until the file is closed.
 *
 * <p>A method {@code x} that blocks has an asynchronous form {@code xAsync}; failures are those of
 * {@link PandoFileSystem}.
 */
public interface PandoFile extends AutoCloseable {
  /** The path by which it was opened. */
  String path();

  /** Number of its inode. */
  Ino ino();

  /** Attributes as they are now. */
  FileStat stat();

  /** See {@link #stat}. */
  CompletableFuture<FileStat> statAsync();

  /** Size in bytes as it is now. */
  long size();

  /**
   * Reads bytes; fewer if the file ends earlier, none behind its end.
   *
   * @param offset 0 or more
   * @param length most bytes
   */
  Payload read(long offset, int length);

  /** See {@link #read}. */
  CompletableFuture<Payload> readAsync(long offset, int length);

  /**
   * Writes bytes; a gap before them reads as zeros. If the file is open for appending, they go to
   * its end instead. The bytes between position and limit are copied before the call returns, in
   * both forms; the position stays.
   *
   * @return the offset at which they are
   */
  long write(long offset, ByteBuffer bytes);

  /** See {@link #write}. */
  CompletableFuture<Long> writeAsync(long offset, ByteBuffer bytes);

  /**
   * Writes bytes at the end of a file that is open for appending ({@code EINVAL} otherwise), in one
   * piece, wherever other clients move the end.
   *
   * @return the offset at which they are
   */
  long append(ByteBuffer bytes);

  /** See {@link #append}. */
  CompletableFuture<Long> appendAsync(ByteBuffer bytes);

  /** Sets the size; what is added reads as zeros. */
  void truncate(long size);

  /** See {@link #truncate}. */
  CompletableFuture<@Nullable Void> truncateAsync(long size);

  /** Makes the file at least this long. */
  void extend(long size);

  /** See {@link #extend}. */
  CompletableFuture<@Nullable Void> extendAsync(long size);

  /** Makes a range read as zeros and frees its space; the file does not grow. */
  void zero(long offset, long length);

  /** See {@link #zero}. */
  CompletableFuture<@Nullable Void> zeroAsync(long offset, long length);

  /** Where data begins, from an offset on ({@code SEEK_DATA}); empty if there is none. */
  OptionalLong seekData(long offset);

  /** See {@link #seekData}. */
  CompletableFuture<OptionalLong> seekDataAsync(long offset);

  /**
   * Where a hole begins, from an offset on ({@code SEEK_HOLE}): the end of the file is one. Empty
   * behind the end.
   */
  OptionalLong seekHole(long offset);

  /** See {@link #seekHole}. */
  CompletableFuture<OptionalLong> seekHoleAsync(long offset);

  /**
   * Makes data and attributes durable.
   *
   * @throws RuntimeException with {@code EIO}, once, if data was lost since the last call
   */
  void sync();

  /** See {@link #sync}. */
  CompletableFuture<@Nullable Void> syncAsync();

  /** Makes data durable, and what is needed to read it; times may be left out. */
  void syncData();

  /** See {@link #syncData}. */
  CompletableFuture<@Nullable Void> syncDataAsync();

  // Locks

  /**
   * Locks a range; waits until it is free. Locks that this file has in the range are replaced. A
   * blocking call ends when its thread is interrupted, an asynchronous one when its future is
   * cancelled.
   *
   * @param length {@code Long.MAX_VALUE - offset} for all bytes from the offset on
   * @throws RuntimeException with {@code EDEADLK} if it would wait for itself
   */
  RangeLock lock(long offset, long length, boolean shared);

  /** See {@link #lock}. */
  CompletableFuture<RangeLock> lockAsync(long offset, long length, boolean shared);

  /** Locks a range if it is free. */
  Optional<RangeLock> tryLock(long offset, long length, boolean shared);

  /** See {@link #tryLock}. */
  CompletableFuture<Optional<RangeLock>> tryLockAsync(long offset, long length, boolean shared);

  // Files that were opened lazily

  /** Makes bytes that were written to a range visible to others ({@code lazyio_propagate}). */
  void propagate(long offset, long length);

  /** See {@link #propagate}. */
  CompletableFuture<@Nullable Void> propagateAsync(long offset, long length);

  /** Forgets bytes of a range that were read, so that reads see others' writes. */
  void synchronize(long offset, long length);

  /** See {@link #synchronize}. */
  CompletableFuture<@Nullable Void> synchronizeAsync(long offset, long length);

  /**
   * Releases its locks and closes it. Data is written later; {@link #sync} waits for that. Has no
   * effect if it is closed already.
   */
  @Override
  void close();

  /** See {@link #close}. */
  CompletableFuture<@Nullable Void> closeAsync();
}
