package io.pando.client;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongConsumer;

/** Stores what a channel gives, piece by piece, a window of pieces at a time. Runs once. */
final class Upload {
  static final int PIECE_BYTES = 4 << 20;
  static final int WINDOW = 4;

  private record Piece(PoolCalls.Begun<Version> begun, int sizeBytes) {}

  private final PoolCalls calls;
  private final String object;
  private final ReadableByteChannel from;
  private final LongConsumer progress;
  private final int pieceBytes;
  private final ArrayDeque<Piece> window = new ArrayDeque<>();
  private int firstBytes = 64 << 10;
  private long storedBytes;

  Upload(PoolCalls calls, String object, ReadableByteChannel from, LongConsumer progress) {
    this.calls = calls;
    this.object = object;
    this.from = from;
    this.progress = progress;
    this.pieceBytes = Math.min(PIECE_BYTES, calls.maxOperationBytes());
  }

  /** Bytes stored. */
  long run() {
    try {
      // The first piece replaces what was there, so it goes before all others.
      Payload piece = next();
      begin(new ObjectOp.WriteFull(piece), piece.size());
      awaitOldest();
      long offset = piece.size();
      while (piece.size() == pieceBytes) {
        piece = next();
        if (!piece.isEmpty()) {
          begin(new ObjectOp.Write(offset, piece), piece.size());
          offset += piece.size();
        }
        if (window.size() == WINDOW) {
          awaitOldest();
        }
      }
      while (!window.isEmpty()) {
        awaitOldest();
      }
      return storedBytes;
    } finally {
      window.forEach(piece -> piece.begun().drop());
    }
  }

  private void begin(ObjectOp write, int sizeBytes) {
    ObjectCall<Version> call =
        ObjectCall.piece(object, List.of(write), OpOutcome.Succeeded::version);
    window.add(new Piece(calls.begin(call), sizeBytes));
  }

  private void awaitOldest() {
    Piece oldest = window.removeFirst();
    oldest.begun().await();
    storedBytes += oldest.sizeBytes();
    progress.accept(storedBytes);
  }

  /** A full piece, or what is left at the end. */
  private Payload next() {
    ByteBuffer buffer = ByteBuffer.allocate(Math.min(pieceBytes, firstBytes));
    try {
      while (from.read(buffer) >= 0) {
        if (!buffer.hasRemaining()) {
          if (buffer.capacity() == pieceBytes) {
            break;
          }
          buffer = ByteBuffer.allocate(pieceBytes).put(buffer.flip());
        }
      }
    } catch (IOException e) {
      throw new PandoException.StreamFailed(
          "object '"
              + object
              + "' in pool '"
              + calls.poolName()
              + "': the stream to upload failed after "
              + storedBytes
              + " bytes were stored: "
              + e.getMessage(),
          e);
    }
    // Small objects are many: only who has shown to be large gets room for a piece at once.
    firstBytes = pieceBytes;
    return Payload.wrap(buffer.flip());
  }
}
