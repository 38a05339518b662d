package io.pando.client;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.engine.ObjectCall;
import io.pando.client.engine.PoolCalls;
import io.pando.client.engine.UploadMark;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongConsumer;

/** Fetches an object in pieces, a window of pieces at a time. Used once. */
final class Download {
  private record Head(ObjectStat stat, Payload bytes) {}

  private final PoolCalls calls;
  private final String object;
  private final WritableByteChannel to;
  private final LongConsumer progress;
  private final int pieceBytes;
  private final ArrayDeque<PoolCalls.Begun<Payload>> window = new ArrayDeque<>();
  private long fetchedBytes;

  Download(PoolCalls calls, String object, WritableByteChannel to, LongConsumer progress) {
    this.calls = calls;
    this.object = object;
    this.to = to;
    this.progress = progress;
    this.pieceBytes = Math.min(Upload.PIECE_BYTES, calls.maxOperationBytes());
  }

  /** Fetches the object; returns the number of bytes fetched. */
  long run() {
    try {
      Head head = begin();
      deliver(head.bytes());
      long sizeBytes = head.stat().sizeBytes();
      for (long offset = head.bytes().size(); offset < sizeBytes; offset += pieceBytes) {
        if (window.size() == Upload.WINDOW) {
          deliver(window.removeFirst().await());
        }
        window.add(calls.begin(piece(head.stat().version(), offset)));
      }
      while (!window.isEmpty()) {
        deliver(window.removeFirst().await());
      }
      return fetchedBytes;
    } finally {
      window.forEach(PoolCalls.Begun::drop);
    }
  }

  private Head begin() {
    try {
      return calls.get(head());
    } catch (PandoException.ConditionFailed marked) {
      throw new PandoException.Incomplete(
          "object '"
              + object
              + "' in pool '"
              + calls.poolName()
              + "' is incomplete: its upload was interrupted, or is under way. Upload it again or"
              + " remove it; to accept the part that was stored, remove its attribute "
              + Pool.UPLOAD_ATTRIBUTE);
    }
  }

  private ObjectCall<Head> head() {
    return ObjectCall.piece(
        object,
        List.of(
            UploadMark.absent(),
            new ObjectOp.Stat(),
            new ObjectOp.Read(new ByteRange(0, pieceBytes))),
        succeeded ->
            new Head(
                Handle.Results.stat(succeeded.results().get(1)),
                Handle.Results.data(succeeded.results().get(2))));
  }

  /** All pieces must be of the same version, so that they belong together. */
  private ObjectCall<Payload> piece(Version version, long offset) {
    return ObjectCall.piece(
        object,
        List.of(
            new ObjectOp.AssertVersion(version),
            new ObjectOp.Read(new ByteRange(offset, pieceBytes))),
        (OpOutcome.Succeeded succeeded) -> Handle.Results.data(succeeded.results().get(1)));
  }

  private void deliver(Payload bytes) {
    try {
      for (ByteBuffer left : bytes.asByteBuffers()) {
        while (left.hasRemaining()) {
          to.write(left);
        }
      }
    } catch (IOException e) {
      throw new PandoException.StreamFailed(
          "object '"
              + object
              + "' in pool '"
              + calls.poolName()
              + "': the output stream failed after "
              + fetchedBytes
              + " bytes: "
              + e.getMessage(),
          e);
    }
    fetchedBytes += bytes.size();
    progress.accept(fetchedBytes);
  }
}
