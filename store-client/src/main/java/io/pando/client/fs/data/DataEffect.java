package io.pando.client.fs.data;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.request.FsError;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import java.util.List;

/** Effects of {@link FileData}. */
public sealed interface DataEffect {
  /**
   * Executes a vector on an object. Calls may be executed in any order; none depends on another
   * that is not answered.
   *
   * @param call number of the call, for {@link DataInput.Answered}
   * @param ino the file of the object
   */
  record Call(long call, Ino ino, PoolId pool, String object, List<ObjectOp> ops)
      implements DataEffect {
    public Call {
      ops = List.copyOf(ops);
    }
  }

  /** The bytes of a read; fewer than asked for at the end of the file. */
  record Bytes(long token, Payload bytes) implements DataEffect {}

  /** A request is done. */
  record Done(long token) implements DataEffect {}

  /** A request failed. */
  record Failed(long token, FsError error) implements DataEffect {}

  /**
   * A write was not begun, and is not known any more: the session lost capabilities while it
   * waited. Without {@link io.pando.fs.Capability#BUFFER} it may need a lock, which is the caller's
   * matter.
   */
  record Returned(long token) implements DataEffect {}

  /**
   * Answer to a {@link DataInput.Seek}.
   *
   * @param offset -1 if there is no data, or the file ends before the offset
   */
  record Found(long token, long offset) implements DataEffect {}

  /** A write waits until {@link DataInput.Granted} allows data up to an offset. */
  record AskWritable(Ino ino, long to) implements DataEffect {}
}
