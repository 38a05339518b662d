package io.pando.fs;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Name of a directory entry: 1 to {@value #MOST_BYTES} bytes without zero and slash, and neither
 * "." nor "..". POSIX does not say in which charset; names of Java programs are in UTF-8. The
 * natural order is that of the bytes, unsigned. Immutable.
 */
public final class EntryName implements Comparable<EntryName> {
  /** Longest name, in bytes: that of Linux. */
  public static final int MOST_BYTES = 255;

  private final byte[] bytes;

  private EntryName(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A name of these bytes, which are copied. Throws {@link IllegalArgumentException} with what is
   * wrong with them.
   */
  public static EntryName of(byte[] bytes) {
    return checked(bytes.clone());
  }

  /** A name in UTF-8. Throws {@link IllegalArgumentException} as {@link #of(byte[])} does. */
  public static EntryName of(String name) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return checked(bytes);
    } catch (CharacterCodingException malformed) {
      throw new IllegalArgumentException("a name has half of a surrogate pair", malformed);
    }
  }

  private static EntryName checked(byte[] bytes) {
    String problem = problem(bytes);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    return new EntryName(bytes);
  }

  /** What is wrong with the bytes as a name, as text for people; empty if they are one. */
  public static String problem(byte[] bytes) {
    if (bytes.length == 0) {
      return "a name is empty";
    }
    if (bytes.length > MOST_BYTES) {
      return "a name has " + bytes.length + " bytes, more than " + MOST_BYTES;
    }
    for (byte each : bytes) {
      if (each == 0 || each == '/') {
        return "a name contains " + (each == 0 ? "a zero byte" : "a slash");
      }
    }
    boolean dots = bytes[0] == '.' && (bytes.length == 1 || (bytes.length == 2 && bytes[1] == '.'));
    return dots ? "'.' and '..' are no names of entries" : "";
  }

  /** The bytes; a copy. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Number of bytes. */
  public int size() {
    return bytes.length;
  }

  /** The hash by which an entry finds its place in the directory. */
  public long hash(NameHash hash) {
    return hash.of(bytes);
  }

  /** Whether the bytes are well-formed UTF-8, so that {@link #toString} loses nothing. */
  public boolean isText() {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Override
  public int compareTo(EntryName other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EntryName that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The name as text for people: bytes that are not UTF-8 are replaced. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
