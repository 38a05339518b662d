package io.pando.disk.raw.pipeline.log;

import io.pando.bytes.Payload;
import io.pando.disk.log.OperationLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes updates as records of the log: one record for each update, unless it is too long. The
 * first byte of a record says whether it begins an update, and whether it ends one. A part of an
 * update without its end was never acknowledged.
 */
final class LogRecords {
  private static final int FIRST = 1;
  private static final int LAST = 2;
  private static final int HEADER_BYTES = 1;

  private byte[] parts = {};

  /** Appends an update to the log, in as few records as possible. */
  static void append(OperationLog log, Payload update) throws IOException {
    int most = log.maxRecordBytes() - HEADER_BYTES;
    for (int at = 0; at < update.size(); at += most) {
      int length = Math.min(most, update.size() - at);
      int flags = (at == 0 ? FIRST : 0) | (at + length == update.size() ? LAST : 0);
      if (!log.fits(HEADER_BYTES + length)) {
        log.flush();
      }
      log.append(List.of(Payload.wrap(new byte[] {(byte) flags}), update.slice(at, length)));
    }
  }

  /** Whether the log certainly has space for an update, behind others that are not appended yet. */
  static boolean haveSpace(OperationLog log, Payload update, long bytesBefore, int countBefore)
      throws IOException {
    int count = Math.ceilDiv(update.size(), log.maxRecordBytes() - HEADER_BYTES);
    long bytes = update.size() + (long) count * HEADER_BYTES;
    return log.hasSpaceFor(bytesBefore + bytes, countBefore + count);
  }

  /** Takes the next record; returns the update that it completes, if any. */
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
