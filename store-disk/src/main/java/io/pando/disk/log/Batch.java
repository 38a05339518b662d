package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Records that were written together. A batch begins at a unit of the segment, and the next batch
 * begins at another unit: bytes that were flushed are never written again.
 *
 * <pre>
 *   magic 4 | CRC32C of all that follows 4 | bytes of the batch 4 | records 4 | salt 8 | first 8
 *   then each record: its length 4, its bytes
 * </pre>
 *
 * @param bytes length, including this header
 * @param first sequence number of the first record
 */
record Batch(int bytes, int records, long salt, long first) {
  static final int HEADER_BYTES = 32;
  static final int RECORD_BYTES = 4;

  private static final int MAGIC = 0x50414c42;
  private static final int CRC_AT = 4;
  private static final int CHECKED_FROM = 8;

  /** Size of the batch in bytes, rounded up to whole units. */
  int paddedBytes(int unitBytes) {
    return padded(bytes, unitBytes);
  }

  /** A number of bytes, rounded up to whole units. */
  static int padded(int bytes, int unitBytes) {
    return (bytes + unitBytes - 1) / unitBytes * unitBytes;
  }

  /** An aligned buffer for a batch of {@code bytes} bytes. */
  static ByteBuffer buffer(int bytes) {
    return AlignedBuffers.blocks(padded(bytes, BLOCK_BYTES) / BLOCK_BYTES);
  }

  /** Sequence number of the next batch's first record. */
  long next() {
    return first + records;
  }

  /** Writes the header into a buffer that holds the records behind it. */
  void seal(ByteBuffer batch) {
    batch.putInt(0, MAGIC).putInt(8, bytes).putInt(12, records);
    batch.putLong(16, salt).putLong(24, first);
    batch.putInt(CRC_AT, checksum(batch, bytes));
  }

  /**
   * Decodes the header that a unit may begin with; null if there is none that fits. {@link
   * #isWhole} says whether the batch is complete.
   *
   * @param mostBytes space that the batch can have at most
   */
  static @Nullable Batch of(ByteBuffer unit, long mostBytes) {
    Batch batch = new Batch(unit.getInt(8), unit.getInt(12), unit.getLong(16), unit.getLong(24));
    boolean sane =
        unit.getInt(0) == MAGIC
            && batch.bytes >= HEADER_BYTES
            && batch.bytes <= mostBytes
            && batch.records > 0
            && batch.records <= (batch.bytes - HEADER_BYTES) / RECORD_BYTES;
    return sane ? batch : null;
  }

  /** Whether a buffer that begins with the batch holds all of it, with the right checksum. */
  boolean isWhole(ByteBuffer batch) {
    return batch.getInt(CRC_AT) == checksum(batch, bytes);
  }

  /** The records in a buffer that holds the whole batch, as views of it. */
  List<ByteBuffer> records(ByteBuffer batch) {
    List<ByteBuffer> views = new ArrayList<>(records);
    int at = HEADER_BYTES;
    for (int i = 0; i < records; i++) {
      int length = batch.getInt(at);
      views.add(batch.slice(at + RECORD_BYTES, length));
      at += RECORD_BYTES + length;
    }
    return views;
  }

  private static int checksum(ByteBuffer batch, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(batch.duplicate().clear().position(CHECKED_FROM).limit(bytes));
    return (int) crc.getValue();
  }
}
