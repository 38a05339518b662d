package io.pando.sim.files.check;

import io.pando.bytes.Payload;

/** The bytes of cells. */
public final class Cells {
  /** Bytes of a cell. */
  public static final int BYTES = 1_024;

  /** A cell that no write wrote. */
  static final long TORN = -1;

  private static final int STEP = 31;

  private Cells() {}

  /**
   * Bytes of some cells that a write writes.
   *
   * @param value of the write, positive
   */
  public static Payload of(long value, int cell, int count) {
    byte[] bytes = new byte[count * BYTES];
    for (int i = 0; i < count; i++) {
      for (int at = 0; at < BYTES; at++) {
        bytes[i * BYTES + at] = at < Long.BYTES ? first(value, at) : rest(value, cell + i, at);
      }
    }
    return Payload.wrap(bytes);
  }

  private static byte first(long value, int at) {
    return (byte) (value >>> (Byte.SIZE * at));
  }

  private static byte rest(long value, int cell, int at) {
    return (byte) (value * STEP + cell + at);
  }

  /**
   * Which write a cell has; 0 for zeros, and if the file ends before it.
   *
   * @param index which of the cells that were read
   * @param cell its place in the file
   */
  static long value(Payload read, int index, int cell) {
    int from = index * BYTES;
    if (from >= read.size()) {
      return 0;
    }
    if (from + BYTES > read.size()) {
      return TORN;
    }
    byte[] bytes = read.slice(from, BYTES).toByteArray();
    long value = 0;
    for (int at = Long.BYTES - 1; at >= 0; at--) {
      value = (value << Byte.SIZE) | (bytes[at] & 0xff);
    }
    for (int at = Long.BYTES; at < BYTES; at++) {
      if (bytes[at] != (value == 0 ? 0 : rest(value, cell, at))) {
        return TORN;
      }
    }
    return value;
  }
}
