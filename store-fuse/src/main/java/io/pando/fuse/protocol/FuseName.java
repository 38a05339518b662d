package io.pando.fuse.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Name of a directory entry or an extended attribute, or the target of a symbolic link: bytes
 * without zero, in no particular charset. Neither the length nor the content is checked further;
 * the kernel passes on names of up to 1024 bytes. The natural order is that of the bytes, unsigned.
 * Immutable.
 */
public final class FuseName implements Comparable<FuseName> {
  private final byte[] bytes;

  private FuseName(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A name of these bytes, which are copied. Throws {@link IllegalArgumentException} if one of them
   * is zero.
   */
  public static FuseName of(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        throw new IllegalArgumentException("a name contains a zero byte");
      }
    }
    return new FuseName(bytes.clone());
  }

  /** A name in UTF-8. Throws {@link IllegalArgumentException} if it contains a zero. */
  public static FuseName of(String name) {
    return of(name.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes; a copy. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Appends the bytes to a buffer. */
  public void putInto(ByteBuffer into) {
    into.put(bytes);
  }

  /** Number of bytes. */
  public int size() {
    return bytes.length;
  }

  @Override
  public int compareTo(FuseName other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FuseName that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The name as UTF-8, with replacement characters where it is not. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
