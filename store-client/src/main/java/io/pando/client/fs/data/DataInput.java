package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.request.FsError;
import io.pando.op.OpOutcome;

/**
 * Inputs of {@link FileData}. A token is the caller's, not used by another request that is not
 * answered; each request is answered once by an effect with its token. A file must be known, since
 * {@link Opened}, when another input names it.
 */
public sealed interface DataInput {
  /** A request that is answered. */
  sealed interface Request extends DataInput {
    long token();

    Ino ino();
  }

  /**
   * A file becomes known, with the capabilities of the session.
   *
   * @param size bytes of the file, by the server
   * @param writableTo data may be written up to this offset
   */
  record Opened(Ino ino, FileLayout layout, long size, CapabilitySet held, long writableTo)
      implements DataInput {}

  /** The session has these capabilities from now on, with none fewer than before. */
  record Granted(Ino ino, CapabilitySet held, long writableTo) implements DataInput {}

  /**
   * The session keeps only these capabilities. Answered by {@link DataEffect.Done} when what the
   * others allowed has ended: dirty bytes are written, cached ones dropped, and reads that began
   * under a cache answered. Writes that wait are returned. Then the caller gives the others up.
   */
  record Revoked(long token, Ino ino, CapabilitySet left) implements Request {}

  /** The server says that the file has another size: others wrote or truncated it. */
  record Resized(Ino ino, long size) implements DataInput {}

  /** Reads a range, as far as the file has it: {@link DataEffect.Bytes}. */
  record Read(long token, Ino ino, ByteRange range) implements Request {}

  /**
   * Writes bytes. Answered by {@link DataEffect.Done}, with {@link io.pando.fs.Capability#BUFFER}
   * or {@link io.pando.fs.Capability#LAZY} before they are sent, else when they are durable; or by
   * {@link DataEffect.Returned}.
   */
  record Write(long token, Ino ino, long offset, Payload bytes) implements Request {}

  /** Makes a range read as zeros, as far as the file has it, and frees its space; as a write. */
  record Zero(long token, Ino ino, ByteRange range) implements Request {}

  /**
   * Drops cached and dirty bytes from {@code size} on. Answered by {@link DataEffect.Done} when no
   * write of these bytes is under way any more: then the server may cut the objects.
   */
  record Truncate(long token, Ino ino, long size) implements Request {}

  /**
   * Writes the dirty bytes of a range: {@link DataEffect.Done} when they are durable, or failed,
   * which the next {@link Sync} says. Of a lazy file this is {@code lazyio_propagate}.
   */
  record Flush(long token, Ino ino, ByteRange range) implements Request {}

  /**
   * Writes all dirty bytes: {@link DataEffect.Done}, or {@link DataEffect.Failed} if bytes were
   * lost since the last answer to such a request.
   */
  record Sync(long token, Ino ino) implements Request {}

  /** As {@link Sync}; and the file is not known any more when the request is answered. */
  record Closed(long token, Ino ino) implements Request {}

  /**
   * Finds the next data, or the next hole, at an offset or after it: {@link DataEffect.Found}.
   * Zeros that an object holds count as data.
   */
  record Seek(long token, Ino ino, long offset, boolean data) implements Request {}

  /** Drops cached bytes that are not dirty. Of a lazy file: {@code lazyio_synchronize}. */
  record Invalidated(Ino ino, ByteRange range) implements DataInput {}

  /** A call was answered. */
  record Answered(long call, OpOutcome outcome) implements DataInput {}

  /**
   * A call got no answer: its outcome is unknown. It takes no effect after a later call about the
   * same object.
   */
  record Unanswered(long call, FsError error) implements DataInput {}

  /**
   * The session has ended, since it is fenced or its lease is over. Dirty bytes are dropped, and
   * every request fails, until the file is opened in another session.
   */
  record SessionEnded() implements DataInput {}

  /** Time has passed; see {@link FileData#dueNanos}. */
  record Ticked() implements DataInput {}
}
