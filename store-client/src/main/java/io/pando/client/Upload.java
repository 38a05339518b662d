package io.pando.client;

import io.pando.bytes.Payload;
import io.pando.client.engine.ObjectCall;
import io.pando.client.engine.PoolCalls;
import io.pando.client.engine.UploadMark;
import io.pando.client.engine.UploadSource;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Stores the bytes of a channel. A single piece, or bytes that replace an object and fit into one
 * operation, are written by one operation. Longer contents are written in pieces, a window of
 * pieces at a time, under an {@link UploadMark}. Used once.
 */
final class Upload {
  static final int PIECE_BYTES = 4 << 20;
  static final int WINDOW = 4;

  /** Most attempts: the mark may appear and disappear between attempts, but not permanently. */
  private static final int MAX_TRIES = 10;

  private record Piece(PoolCalls.Begun<Version> begun, int sizeBytes) {}

  private final PoolCalls calls;
  private final String object;
  private final LongConsumer progress;
  private final UploadMark mark;
  private final int pieceBytes;
  private final UploadSource source;
  private final ArrayDeque<Piece> window = new ArrayDeque<>();
  private long storedBytes;

  Upload(PoolCalls calls, String object, ReadableByteChannel from, LongConsumer progress) {
    this.calls = calls;
    this.object = object;
    this.progress = progress;
    this.mark = new UploadMark(Payload.utf8(calls.engine().newUpload()));
    this.pieceBytes = Math.min(PIECE_BYTES, operationBytes());
    this.source = new UploadSource(from, pieceBytes, this::failure);
  }

  /** Most bytes that one operation writes together with a mark. */
  private int operationBytes() {
    return Math.max(1, calls.maxOperationBytes() - UploadMark.MAX_BYTES);
  }

  /** Stores the bytes; returns their number. */
  long run() {
    source.fill(pieceBytes + 1);
    try {
      if (source.isAtMost(pieceBytes) || (exists() && fitsOneOperation())) {
        writeAtOnce(source.takeAll());
      } else {
        writePieces();
      }
      return storedBytes;
    } catch (PandoException.ConditionFailed other) {
      throw overtaken();
    } finally {
      window.forEach(piece -> piece.begun().drop());
    }
  }

  private boolean exists() {
    try {
      calls.get(ObjectCall.query(object, new ObjectOp.Stat(), Handle.Results::stat));
      return true;
    } catch (PandoException.NotFound none) {
      return false;
    }
  }

  /**
   * Whether the bytes fit into one operation: then an object that is replaced keeps its old bytes
   * until all new ones are stored.
   */
  private boolean fitsOneOperation() {
    source.fill(operationBytes() + 1);
    return source.isAtMost(operationBytes());
  }

  private void writeAtOnce(Payload bytes) {
    boolean marked = false;
    for (int tries = 0; !writeAtOnce(bytes, marked); tries++) {
      if (tries == MAX_TRIES) {
        throw overtaken();
      }
      marked = !marked;
    }
  }

  /**
   * Writes all bytes if the object has a mark or has none, as expected. Otherwise changes nothing
   * and returns false.
   */
  private boolean writeAtOnce(Payload bytes, boolean marked) {
    ObjectOp write = new ObjectOp.WriteFull(bytes);
    try {
      begin(
          marked ? List.of(write, UploadMark.remove()) : List.of(UploadMark.absent(), write),
          bytes.size());
      awaitOldest();
      return true;
    } catch (PandoException.ConditionFailed | PandoException.NoAttribute other) {
      return false;
    }
  }

  private void writePieces() {
    // The first piece replaces the old bytes, so it must be stored before all others.
    Payload first = source.takePiece();
    begin(List.of(new ObjectOp.WriteFull(first), mark.set()), first.size());
    awaitOldest();
    long offset = first.size();
    while (true) {
      source.fill(pieceBytes + 1);
      Payload piece = source.takePiece();
      ObjectOp write = new ObjectOp.Write(offset, piece);
      if (source.isAtMost(0)) {
        // The last piece marks the upload as complete, so it must be stored after all others.
        awaitAll();
        begin(List.of(mark.isThere(), write, UploadMark.remove()), piece.size());
        awaitAll();
        return;
      }
      begin(List.of(mark.isThere(), write), piece.size());
      offset += piece.size();
      if (window.size() == WINDOW) {
        awaitOldest();
      }
    }
  }

  private void begin(List<ObjectOp> ops, int sizeBytes) {
    ObjectCall<Version> call = ObjectCall.piece(object, ops, OpOutcome.Succeeded::version);
    window.add(new Piece(calls.begin(call), sizeBytes));
  }

  private void awaitAll() {
    while (!window.isEmpty()) {
      awaitOldest();
    }
  }

  private void awaitOldest() {
    Piece oldest = window.removeFirst();
    oldest.begun().await();
    storedBytes += oldest.sizeBytes();
    progress.accept(storedBytes);
  }

  private String what() {
    return "object '" + object + "' in pool '" + calls.poolName() + "'";
  }

  private PandoException overtaken() {
    return new PandoException.Incomplete(
        what() + ": another upload of it has begun meanwhile, so this one was aborted");
  }

  private PandoException failure(IOException e) {
    return new PandoException.StreamFailed(
        what()
            + ": the input stream failed after "
            + storedBytes
            + " bytes were stored: "
            + e.getMessage(),
        e);
  }
}
