package io.pando.bytes;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import java.nio.ByteBuffer;
import java.util.List;

/** Puts payloads together, see {@link Payload#join}. */
final class PayloadJoin {
  private PayloadJoin() {}

  /** Whether all parts but the last have one size, a multiple of the block size. */
  static boolean hasEqualPieces(List<Payload> parts) {
    if (parts.isEmpty() || parts.getFirst().size() % BLOCK_BYTES != 0) {
      return false;
    }
    int pieceBytes = parts.getFirst().size();
    for (Payload part : parts.subList(0, parts.size() - 1)) {
      if (part.size() != pieceBytes) {
        return false;
      }
    }
    int last = parts.getLast().size();
    return last > 0 && last <= pieceBytes;
  }

  /** A payload of the parts' memory; only a part that is not in one piece is copied. */
  static Payload share(List<Payload> parts) {
    int pieceBytes = parts.getFirst().size();
    int size = Math.toIntExact((parts.size() - 1L) * pieceBytes + parts.getLast().size());
    ByteBuffer[] buffers = new ByteBuffer[parts.size()];
    int[] checksums = new int[size / BLOCK_BYTES];
    int all = 0;
    for (int i = 0; i < buffers.length; i++) {
      Payload part = parts.get(i);
      buffers[i] = part.inOnePiece();
      int[] ofPart = part.blockChecksums();
      int whole = part.size() / BLOCK_BYTES;
      System.arraycopy(ofPart, 0, checksums, i * (pieceBytes / BLOCK_BYTES), whole);
      for (int block = 0; block < whole; block++) {
        all = PayloadAssembler.WHOLE_BLOCK.join(all, ofPart[block]);
      }
      if (whole < ofPart.length) {
        all = ChecksumJoin.join(all, ofPart[whole], part.size() % BLOCK_BYTES);
      }
    }
    return Payload.of(new PayloadPieces(buffers, pieceBytes, checksums), size, all);
  }

  static Payload copy(List<Payload> parts) {
    long size = 0;
    for (Payload part : parts) {
      size += part.size();
    }
    if (size == 0) {
      return Payload.EMPTY;
    }
    PayloadAssembler all = new PayloadAssembler(Math.toIntExact(size));
    for (Payload part : parts) {
      for (ByteBuffer bytes : part.asByteBuffers()) {
        while (bytes.hasRemaining()) {
          byte[] into = all.array();
          int count = Math.min(bytes.remaining(), all.room());
          bytes.get(into, all.position(), count);
          all.filled(count);
        }
      }
    }
    return all.payload();
  }
}
