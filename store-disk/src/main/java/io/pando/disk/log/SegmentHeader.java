package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreIdentity;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * First block of a segment.
 *
 * @param store identity of the owner
 * @param number number of the segment, positive
 * @param salt random number that is part of every batch of the segment, so that neither leftovers
 *     nor bytes of a client can be mistaken for a batch
 * @param first sequence number of the segment's first record
 * @param unitBytes alignment of batches; the first batch follows this block
 */
record SegmentHeader(StoreIdentity store, long number, long salt, long first, int unitBytes) {
  private static final int MAGIC = 0x50414c53;
  private static final int VERSION = 2;

  /** Version whose units were blocks, without a field for it. */
  private static final int VERSION_OF_BLOCKS = 1;

  private static final int CHECKED_FROM = 8;
  private static final int BYTES = 64;
  private static final int BYTES_OF_BLOCKS = 60;

  /** Writes the header into a buffer of one block. */
  void put(ByteBuffer block) {
    block.clear();
    block.putInt(MAGIC).putInt(0).putInt(VERSION);
    UUID cluster = store.cluster().value();
    block.putLong(cluster.getMostSignificantBits()).putLong(cluster.getLeastSignificantBits());
    block.putInt(store.osd().value()).putInt(store.shard());
    block.putLong(number).putLong(salt).putLong(first).putInt(unitBytes);
    while (block.hasRemaining()) {
      block.put((byte) 0);
    }
    block.putInt(4, checksum(block, BYTES)).clear();
  }

  /**
   * Reads a header; null if there is none or only a part of one.
   *
   * @throws UnknownVersionException if the format's version is unknown
   */
  static @Nullable SegmentHeader of(ByteBuffer block) throws UnknownVersionException {
    block.clear();
    int version = block.getInt(CHECKED_FROM);
    int length = version == VERSION_OF_BLOCKS ? BYTES_OF_BLOCKS : BYTES;
    if (block.getInt(0) != MAGIC || block.getInt(4) != checksum(block, length)) {
      return null;
    }
    if (version != VERSION && version != VERSION_OF_BLOCKS) {
      throw new UnknownVersionException(
          "its format has version " + version + ", this program knows " + VERSION);
    }
    block.position(CHECKED_FROM + Integer.BYTES);
    ClusterId cluster = new ClusterId(new UUID(block.getLong(), block.getLong()));
    OsdId osd = new OsdId(block.getInt());
    StoreIdentity store = new StoreIdentity(cluster, osd, block.getInt());
    long number = block.getLong();
    long salt = block.getLong();
    long first = block.getLong();
    int unitBytes = version == VERSION_OF_BLOCKS ? BLOCK_BYTES : block.getInt();
    return new SegmentHeader(store, number, salt, first, unitBytes);
  }

  /** The header was written by a newer program. */
  static final class UnknownVersionException extends Exception {
    UnknownVersionException(String message) {
      super(message);
    }
  }

  private static int checksum(ByteBuffer block, int length) {
    CRC32C crc = new CRC32C();
    crc.update(block.duplicate().position(CHECKED_FROM).limit(length));
    return (int) crc.getValue();
  }
}
