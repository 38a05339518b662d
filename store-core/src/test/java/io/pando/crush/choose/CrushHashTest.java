package io.pando.crush.choose;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.crush.CrushVectors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Compares the hashes, and the JDK's CRC32C, with those of Ceph's libraries. */
class CrushHashTest {
  @Test
  void hashesWords() {
    List<String> lines = CrushVectors.lines("crush_hash32.txt");
    assertThat(lines).hasSizeGreaterThanOrEqualTo(600);
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("1") || words[0].equals("5")) {
        continue; // mapping hashes two to four words
      }
      int[] a =
          Arrays.stream(words, 1, words.length - 2).mapToInt(Integer::parseUnsignedInt).toArray();
      assertThat(a).hasSize(Integer.parseInt(words[0]));
      int hash =
          switch (a.length) {
            case 2 -> CrushHash.hash32(a[0], a[1]);
            case 3 -> CrushHash.hash32(a[0], a[1], a[2]);
            default -> CrushHash.hash32(a[0], a[1], a[2], a[3]);
          };
      assertThat(hash).as(line).isEqualTo(Integer.parseUnsignedInt(words[words.length - 1]));
    }
  }

  @Test
  void drawsAreTheLowBitsOfTheHashOfThreeWords() {
    int[] items = new int[100];
    Arrays.setAll(items, i -> (i - 50) * 77);
    int[] draws = new int[items.length];
    CrushHash.draws(4711, items, 3, draws);
    for (int i = 0; i < items.length; i++) {
      assertThat(draws[i]).isEqualTo(CrushHash.hash32(4711, items[i], 3) & 0xffff);
    }
  }

  @Test
  void hashesStrings() {
    List<String> lines = CrushVectors.lines("str_hash.txt");
    assertThat(lines).hasSizeGreaterThanOrEqualTo(400);
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      byte[] name = bytes(words[0]);
      assertThat(name).hasSize(Integer.parseInt(words[1]));
      assertThat(CrushHash.stringHash(name)).as(line).isEqualTo(Integer.parseUnsignedInt(words[2]));
    }
  }

  /**
   * Ceph's checksum is the JDK's without the inversions at the start and at the end. It continues
   * from any initial value; a prefix brings the JDK's to that value.
   */
  @Test
  void checksumsAgree() {
    List<String> lines = CrushVectors.lines("crc32c.txt");
    assertThat(lines).hasSizeGreaterThanOrEqualTo(21);
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      CRC32C crc = new CRC32C();
      crc.update(prefixFor(Integer.parseUnsignedInt(words[0])));
      crc.update(bytes(words[1]));
      assertThat(~(int) crc.getValue()).as(line).isEqualTo(Integer.parseUnsignedInt(words[2]));
    }
  }

  /** Four bytes after which the register is {@code state}: the 32 shifts reversed. */
  private static byte[] prefixFor(int state) {
    int polynomial = 0x82f63b78;
    int register = state;
    for (int i = 0; i < Integer.SIZE; i++) {
      register = register < 0 ? ((register ^ polynomial) << 1) | 1 : register << 1;
    }
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(~register).array();
  }

  private static byte[] bytes(String hex) {
    return hex.equals("-") ? new byte[0] : HexFormat.of().parseHex(hex);
  }
}
