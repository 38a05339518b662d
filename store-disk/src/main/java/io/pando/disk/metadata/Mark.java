package io.pando.disk.metadata;

import java.nio.ByteBuffer;

/**
 * How far the metadata have taken the log.
 *
 * @param sequence number of the newest record that is in them; 0: none
 * @param segment of the log that was there when that record was; 0: none
 * @param reservedBlocks of the device that surely had room then, counted from its beginning
 */
public record Mark(long sequence, long segment, long reservedBlocks) {
  /** Nothing was taken. */
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
