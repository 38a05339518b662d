package io.pando.fs;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Place of an entry in its directory: by the hash of the name, then by the name. It is the key of
 * the entry in the object of its fragment, as text: 14 hexadecimal digits of the hash, then the
 * name, in which a percent sign and each byte that is not part of UTF-8 text appear as a percent
 * sign and two digits. Keys of objects are texts, names are bytes.
 *
 * @param hash 0 to {@link NameHash#MOST}
 * @param name the name, which has this hash
 */
public record EntryKey(long hash, EntryName name) implements Comparable<EntryKey> {
  /** Digits of the hash in a key. */
  public static final int HASH_DIGITS = NameHash.BITS / 4;

  private static final HexFormat HEX = HexFormat.of();

  public EntryKey {
    if (hash < 0 || hash > NameHash.MOST) {
      throw new IllegalArgumentException("not a hash of a name: " + Long.toHexString(hash));
    }
  }

  /** The place of a name. */
  public static EntryKey of(EntryName name, NameHash hash) {
    return new EntryKey(name.hash(hash), name);
  }

  /** Parses the form of {@link #text}; throws {@link IllegalArgumentException} for others. */
  public static EntryKey parse(String text) {
    if (text.length() <= HASH_DIGITS) {
      throw new IllegalArgumentException("not the key of an entry: " + text);
    }
    EntryKey parsed =
        new EntryKey(
            HexFormat.fromHexDigitsToLong(text, 0, HASH_DIGITS),
            EntryName.of(unescape(text.substring(HASH_DIGITS))));
    if (!parsed.text().equals(text)) {
      throw new IllegalArgumentException("not the only form of the key of an entry: " + text);
    }
    return parsed;
  }

  /** The beginning of the keys of all entries with this hash. */
  public static String prefix(long hash) {
    return HEX.toHexDigits(hash, HASH_DIGITS);
  }

  /** The key in the object of the fragment. */
  public String text() {
    return prefix(hash) + escape(name.bytes());
  }

  private static String escape(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length + HASH_DIGITS);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    int at = 0;
    while (at < bytes.length) {
      int length = sequence(decoder, bytes, at);
      if (length == 0 || bytes[at] == '%') {
        text.append('%').append(HEX.toHexDigits(bytes[at]));
        at++;
      } else {
        text.append(new String(bytes, at, length, StandardCharsets.UTF_8));
        at += length;
      }
    }
    return text.toString();
  }

  /** Length of the well-formed UTF-8 sequence that begins here; 0 if none does. */
  private static int sequence(CharsetDecoder decoder, byte[] bytes, int at) {
    if (bytes[at] >= 0) {
      return 1;
    }
    int length = Integer.numberOfLeadingZeros(~(bytes[at] << 24));
    if (length < 2 || length > 4 || at + length > bytes.length) {
      return 0;
    }
    try {
      decoder.reset().decode(ByteBuffer.wrap(bytes, at, length));
      return length;
    } catch (CharacterCodingException malformed) {
      return 0;
    }
  }

  private static byte[] unescape(String text) {
    byte[] escaped = text.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[escaped.length];
    int size = 0;
    for (int at = 0; at < escaped.length; at++) {
      if (escaped[at] != '%') {
        bytes[size++] = escaped[at];
      } else if (at + 2 < escaped.length) {
        int high = HexFormat.fromHexDigit(escaped[at + 1]);
        bytes[size++] = (byte) (high << 4 | HexFormat.fromHexDigit(escaped[at + 2]));
        at += 2;
      } else {
        throw new IllegalArgumentException("a key of an entry ends in a percent sign: " + text);
      }
    }
    return Arrays.copyOf(bytes, size);
  }

  @Override
  public int compareTo(EntryKey other) {
    int byHash = Long.compare(hash, other.hash);
    return byHash != 0 ? byHash : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return text();
  }
}
