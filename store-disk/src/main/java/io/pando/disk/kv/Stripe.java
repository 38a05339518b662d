package io.pando.disk.kv;

import io.pando.bytes.Payload;
import io.pando.format.DamagedRecordException;
import java.util.Arrays;

/**
 * A part of an object in memory: bytes from its beginning on, zeros behind them. As a value in
 * RocksDB a byte stands before them: {@value #SOUND}, or {@value #DAMAGED} if bytes of it were lost
 * while it was changed.
 */
final class Stripe {
  static final byte SOUND = 0;
  static final byte DAMAGED = 1;

  private byte[] value;
  private int length;

  private Stripe(byte[] value, int length) {
    this.value = value;
    this.length = length;
  }

  /** All zeros. */
  static Stripe empty() {
    return new Stripe(new byte[] {SOUND}, 0);
  }

  /** One that could not be read: what is written to it does not make it sound. */
  static Stripe damaged() {
    return new Stripe(new byte[] {DAMAGED}, 0);
  }

  /** One that is stored; the array is the stripe's from now on. */
  static Stripe of(byte[] value) throws DamagedRecordException {
    if (value.length == 0 || value[0] < SOUND || value[0] > DAMAGED) {
      throw new DamagedRecordException("not a stripe: " + value.length + " bytes");
    }
    return new Stripe(value, value.length - 1);
  }

  boolean isDamaged() {
    return value[0] == DAMAGED;
  }

  /** Copies bytes out; those that are not there stay as they are in the target. */
  void get(int from, byte[] into, int at, int count) {
    int there = Math.min(count, length - from);
    if (there > 0) {
      System.arraycopy(value, 1 + from, into, at, there);
    }
  }

  void put(int from, Payload data) {
    grow(from + data.size());
    data.copyTo(value, 1 + from);
  }

  void zero(int from, int to) {
    if (to >= length) {
      truncate(from);
    } else {
      Arrays.fill(value, 1 + from, 1 + to, (byte) 0);
    }
  }

  void truncate(int newLength) {
    if (newLength < length) {
      Arrays.fill(value, 1 + newLength, 1 + length, (byte) 0);
      length = newLength;
    }
  }

  private void grow(int newLength) {
    if (newLength > length) {
      if (value.length < 1 + newLength) {
        value = Arrays.copyOf(value, Math.max(1 + newLength, 2 * value.length));
      }
      length = newLength;
    }
  }

  /** As it is stored. */
  byte[] toBytes() {
    return value.length == 1 + length ? value : Arrays.copyOf(value, 1 + length);
  }
}
