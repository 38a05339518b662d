package io.pando.mds.journal;

import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Records that were written together, by one write to one object: all of them are there, or none.
 * Numbers are little-endian.
 *
 * <pre>
 *   magic 4 | CRC32C of the 36 bytes that follow 4 | CRC32C of the records 4 | bytes of the records 4
 *   | number of records 4 | position 8 | where the batch before ended 8 | number of the first record 8
 *   then each record: its length 4, its bytes; then zeros up to a multiple of 8
 * </pre>
 *
 * The position is in the header, so that a batch at another place, as of a removed journal, counts
 * for nothing. The end of the batch before tells a free rest of an object from a lost batch.
 *
 * @param header what its header says
 * @param records the records, at least one
 */
record JournalBatch(Header header, List<Payload> records) {
  static final int HEADER_BYTES = 44;
  static final int RECORD_BYTES = 4;

  private static final int MAGIC = 0x314a4450;
  private static final int CHECKED_FROM = 8;
  private static final int CHECKED_BYTES = HEADER_BYTES - CHECKED_FROM;

  /**
   * The header of a batch.
   *
   * @param checksum CRC32C of the records
   * @param bytes of the records with their lengths
   * @param count number of records
   * @param position where the batch is in the journal
   * @param previousEnd where the batch before ended
   * @param first number of the first record
   */
  record Header(int checksum, int bytes, int count, long position, long previousEnd, long first) {
    /** Position behind the batch. */
    long end() {
      return position + padded(HEADER_BYTES + bytes);
    }

    /** Number of the first record of the next batch. */
    long next() {
      return first + count;
    }
  }

  static int padded(int bytes) {
    int rest = bytes % JournalLayout.ALIGNMENT;
    return rest == 0 ? bytes : bytes + JournalLayout.ALIGNMENT - rest;
  }

  /** Bytes that a batch of these records takes. */
  static int bytesFor(int recordBytes, int count) {
    return padded(HEADER_BYTES + recordBytes + RECORD_BYTES * count);
  }

  /** A batch for this place. */
  static JournalBatch of(List<Payload> records, long position, long previousEnd, long first) {
    CRC32C crc = new CRC32C();
    int bytes = 0;
    for (Payload each : records) {
      crc.update(lengthOf(each));
      each.addTo(crc);
      bytes += RECORD_BYTES + each.size();
    }
    return new JournalBatch(
        new Header((int) crc.getValue(), bytes, records.size(), position, previousEnd, first),
        records);
  }

  private static byte[] lengthOf(Payload each) {
    return little(ByteBuffer.allocate(RECORD_BYTES)).putInt(each.size()).array();
  }

  private static ByteBuffer little(ByteBuffer buffer) {
    return buffer.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The bytes to write. */
  Payload encode() {
    List<Payload> parts = new ArrayList<>(2 * records.size() + 2);
    parts.add(encodeHeader());
    for (Payload each : records) {
      parts.add(Payload.wrap(lengthOf(each)));
      parts.add(each);
    }
    int bytes = HEADER_BYTES + header.bytes();
    if (padded(bytes) > bytes) {
      parts.add(Payload.wrap(new byte[padded(bytes) - bytes]));
    }
    return Payload.join(parts);
  }

  private Payload encodeHeader() {
    ByteBuffer bytes = little(ByteBuffer.allocate(HEADER_BYTES));
    bytes.putInt(0, MAGIC).putInt(8, header.checksum()).putInt(12, header.bytes());
    bytes.putInt(16, header.count()).putLong(20, header.position());
    bytes.putLong(28, header.previousEnd()).putLong(36, header.first());
    bytes.putInt(4, headerChecksum(bytes));
    return Payload.wrap(bytes.array());
  }

  private static int headerChecksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(CHECKED_FROM, CHECKED_BYTES));
    return (int) crc.getValue();
  }

  /** The header of the batch that begins here; null if these bytes are not a header. */
  static @Nullable Header header(Payload object, int offset) {
    if (object.size() - offset < HEADER_BYTES) {
      return null;
    }
    ByteBuffer bytes = little(object.slice(offset, HEADER_BYTES).asByteBuffer().slice());
    if (bytes.getInt(0) != MAGIC || bytes.getInt(4) != headerChecksum(bytes)) {
      return null;
    }
    return new Header(
        bytes.getInt(8),
        bytes.getInt(12),
        bytes.getInt(16),
        bytes.getLong(20),
        bytes.getLong(28),
        bytes.getLong(36));
  }

  /** The records behind a header; null if they are not those that were written. */
  static @Nullable List<Payload> records(Header header, Payload object, int offset) {
    int from = offset + HEADER_BYTES;
    if (header.bytes() < 0 || object.size() - from < header.bytes()) {
      return null;
    }
    Payload body = object.slice(from, header.bytes());
    if (body.crc32c() != header.checksum()) {
      return null;
    }
    List<Payload> records = new ArrayList<>();
    ByteBuffer bytes = little(body.asByteBuffer().slice());
    int at = 0;
    while (body.size() - at >= RECORD_BYTES) {
      int length = bytes.getInt(at);
      if (length < 0 || length > body.size() - at - RECORD_BYTES) {
        return null;
      }
      records.add(body.slice(at + RECORD_BYTES, length));
      at += RECORD_BYTES + length;
    }
    return at == body.size() && records.size() == header.count() && at > 0 ? records : null;
  }
}
