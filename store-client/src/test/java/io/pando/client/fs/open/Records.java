package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Records that programs append to files: number, length, and bytes that depend on both. */
final class Records {
  private static final int HEAD_BYTES = 8;

  private Records() {}

  /** A record of some bytes, at least {@value #HEAD_BYTES}. */
  static byte[] of(int number, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = valueOf(number, length, i);
    }
    return bytes;
  }

  private static byte valueOf(int number, int length, int index) {
    return switch (index / 4) {
      case 0 -> (byte) (number >>> (index % 4 * 8));
      case 1 -> (byte) (length >>> (index % 4 * 8));
      default -> (byte) (number * 31 + index * 7 + 1);
    };
  }

  /** Numbers of the records of a file, which consists of whole ones. */
  static List<Integer> parse(byte[] bytes) {
    List<Integer> numbers = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int start = at;
      assertThat(bytes.length - at).as("bytes of a record at %d", at).isGreaterThan(HEAD_BYTES);
      int number = intAt(bytes, at);
      int length = intAt(bytes, at + 4);
      assertThat(length)
          .as("length of record %d at %d", number, start)
          .isBetween(HEAD_BYTES, bytes.length - at);
      for (int i = 0; i < length; i++) {
        byte expected = valueOf(number, length, i);
        int index = i;
        assertThat(bytes[at + i])
            .as(() -> "byte %d of record %d at %d".formatted(index, number, start))
            .isEqualTo(expected);
      }
      numbers.add(number);
      at += length;
    }
    return numbers;
  }

  private static int intAt(byte[] bytes, int at) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value |= (bytes[at + i] & 0xff) << (i * 8);
    }
    return value;
  }
}
