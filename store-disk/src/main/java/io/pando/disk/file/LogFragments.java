package io.pando.disk.file;

import io.pando.bytes.Payload;
import io.pando.proto.FormatException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides a transaction that is longer than the log's longest record into parts. Each part is a
 * record of the log.
 *
 * <pre>
 *   1 byte    0; a whole transaction begins with its format's version instead, from 1
 *   4 bytes   number of the part, from 0
 *   4 bytes   number of parts
 *   rest      the next bytes of the transaction
 * </pre>
 *
 * The transaction is in the log once its last part is. If a crash cut off the last parts, replay
 * ignores the parts before them: the next record is a whole transaction, or part 0 of another
 * transaction.
 */
final class LogFragments {
  private static final byte PART = 0;

  /** Bytes that a record takes beside the part of the transaction in it, at most. */
  static final int HEADER_BYTES = 1 + 2 * Integer.BYTES;

  /** Parts of a transaction whose last part is still to come. */
  private final List<Payload> gathered = new ArrayList<>();

  /**
   * Divides a transaction into records.
   *
   * @param maxRecordBytes length of the longest record that the log takes
   */
  static List<Payload> of(Payload transaction, int maxRecordBytes) {
    if (transaction.size() <= maxRecordBytes) {
      return List.of(transaction);
    }
    int most = maxRecordBytes - HEADER_BYTES;
    int count = Math.ceilDiv(transaction.size(), most);
    List<Payload> parts = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      int from = number * most;
      int length = Math.min(most, transaction.size() - from);
      ByteBuffer part = ByteBuffer.allocate(HEADER_BYTES + length);
      part.put(PART).putInt(number).putInt(count);
      part.put(transaction.slice(from, length).asByteBuffer());
      parts.add(Payload.wrap(part.flip()));
    }
    return parts;
  }

  /** Maximum number of records for a transaction of at most {@code bytes} bytes. */
  static int most(long bytes, int maxRecordBytes) {
    return Math.toIntExact(Math.ceilDiv(bytes, (long) maxRecordBytes - HEADER_BYTES));
  }

  /**
   * Takes the next record.
   *
   * @param body the record; not kept
   * @return the transaction that this record completes; null if another part must follow
   * @throws FormatException if the record is a part that does not follow the previous one
   */
  @Nullable Payload take(ByteBuffer body) {
    if (!body.hasRemaining() || body.get(body.position()) != PART) {
      gathered.clear();
      return Payload.copyOf(body);
    }
    ByteBuffer part = body.duplicate();
    if (part.remaining() <= HEADER_BYTES) {
      throw new FormatException("too short for a part of a transaction");
    }
    part.get();
    int at = part.getInt();
    int count = part.getInt();
    if (at == 0) {
      gathered.clear();
    }
    if (at != gathered.size() || at >= count) {
      throw new FormatException(
          "expected part %d of a transaction, found %d of %d"
              .formatted(gathered.size(), at, count));
    }
    gathered.add(Payload.copyOf(part));
    return gathered.size() == count ? joined() : null;
  }

  private Payload joined() {
    int size = gathered.stream().mapToInt(Payload::size).sum();
    ByteBuffer whole = ByteBuffer.allocate(size);
    gathered.forEach(part -> whole.put(part.asByteBuffer()));
    gathered.clear();
    return Payload.wrap(whole.flip());
  }
}
