package io.pando.client.engine;

import io.pando.bytes.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayDeque;
import java.util.function.Function;

/** The bytes of an upload, read ahead in pieces. */
public final class UploadSource {
  private final ReadableByteChannel from;
  private final int pieceBytes;
  private final Function<IOException, ? extends RuntimeException> failure;
  private final ArrayDeque<Payload> pieces = new ArrayDeque<>();
  private int firstBytes = 64 << 10;
  private int bufferedBytes;
  private boolean ended;

  /**
   * @param failure makes the exception to throw if the channel fails
   */
  public UploadSource(
      ReadableByteChannel from,
      int pieceBytes,
      Function<IOException, ? extends RuntimeException> failure) {
    this.from = from;
    this.pieceBytes = pieceBytes;
    this.failure = failure;
  }

  /** Reads until that number of bytes is buffered, or the channel ends. */
  public void fill(int bytes) {
    while (!ended && bufferedBytes < bytes) {
      Payload piece = read();
      ended = piece.size() < pieceBytes;
      if (!piece.isEmpty()) {
        pieces.add(piece);
        bufferedBytes += piece.size();
      }
    }
  }

  /** Whether the channel has ended and at most that number of bytes is left. */
  public boolean isAtMost(int bytes) {
    return ended && bufferedBytes <= bytes;
  }

  /** The next piece; full, unless it is the last. */
  public Payload takePiece() {
    Payload piece = pieces.isEmpty() ? Payload.EMPTY : pieces.removeFirst();
    bufferedBytes -= piece.size();
    return piece;
  }

  /** All bytes that were read. */
  public Payload takeAll() {
    if (pieces.size() <= 1) {
      return takePiece();
    }
    ByteBuffer all = ByteBuffer.allocate(bufferedBytes);
    while (!pieces.isEmpty()) {
      takePiece().asByteBuffers().forEach(all::put);
    }
    return Payload.wrap(all.flip());
  }

  /** A full piece, or the rest at the end. */
  private Payload read() {
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
      throw failure.apply(e);
    }
    // Most objects are small: memory for a whole piece is allocated only once an object proves
    // large.
    firstBytes = pieceBytes;
    return Payload.wrap(buffer.flip());
  }
}
