package io.pando.disk.metadata;

import java.nio.ByteBuffer;

/**
 * Position in the log that the metadata have reached.
 *
 * @param sequence number of the newest record included in the metadata; 0 for none
 * @param segment log segment that existed at that time; 0 for none
 * @param reservedBlocks blocks at the beginning of the device that certainly had space at that time
 */
public record Mark(long sequence, long segment, long reservedBlocks) {
  /** Position before the first record. */
  public static final Mark NONE = new Mark(0, 0, 0);

  private static final int BYTES = 3 * Long.BYTES;

  static final byte[] KEY = {0};

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(sequence)
        .putLong(segment)
        .putLong(reservedBlocks)
        .array();
  }

  static Mark of(byte[] bytes) throws MetadataException {
    if (bytes.length != BYTES) {
      throw new MetadataException("the mark of the log has " + bytes.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new Mark(in.getLong(), in.getLong(), in.getLong());
  }
}
