package io.pando.disk.raw.pipeline;

import io.pando.bytes.Payload;
import io.pando.disk.log.OperationLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Updates as records of the log: one for each, unless it is too long for one. The first byte of a
 * record says whether it begins an update, and whether it ends one. A part of an update whose end
 * is not there was never promised.
 */
final class LogRecords {
  private static final int FIRST = 1;
  private static final int LAST = 2;
  private static final int HEADER_BYTES = 1;

  private byte[] parts = {};

  /** Hands an update to the log, in as few records as it fits. */
  static void append(OperationLog log, Payload update) throws IOException {
    int most = log.maxRecordBytes() - HEADER_BYTES;
    for (int at = 0; at < update.size(); at += most) {
      int length = Math.min(most, update.size() - at);
      int flags = (at == 0 ? FIRST : 0) | (at + length == update.size() ? LAST : 0);
      if (!log.hasRoomFor(HEADER_BYTES + length)) {
        log.flush();
      }
      log.append(List.of(Payload.wrap(new byte[] {(byte) flags}), update.slice(at, length)));
    }
  }

  /** Whether the log surely has space for an update behind others that it has not got yet. */
  static boolean haveSpace(OperationLog log, Payload update, long bytesBefore, int countBefore)
      throws IOException {
    int count = Math.ceilDiv(update.size(), log.maxRecordBytes() - HEADER_BYTES);
    long bytes = update.size() + (long) count * HEADER_BYTES;
    return log.hasSpaceFor(bytesBefore + bytes, countBefore + count);
  }

  /** Takes the next record that is read; returns the update that it ends, if it does. */
  @Nullable Payload take(ByteBuffer record) {
    int flags = record.get(record.position());
    ByteBuffer body =
        record.slice(record.position() + HEADER_BYTES, record.remaining() - HEADER_BYTES);
    if (flags == (FIRST | LAST)) {
      return Payload.copyOf(body);
    }
    int before = (flags & FIRST) == 0 ? parts.length : 0;
    byte[] longer = new byte[before + body.remaining()];
    System.arraycopy(parts, 0, longer, 0, before);
    body.get(longer, before, body.remaining());
    parts = longer;
    return (flags & LAST) == 0 ? null : Payload.wrap(parts);
  }
}
