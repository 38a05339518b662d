package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TornTailTest {
  private static final int FILE_BYTES = 64 << 10;

  @TempDir Path directory;

  /** Two entries of some bytes, none of them zero, and zeros behind; where each entry begins. */
  private record Segment(ByteBuffer buffer, int first, int second) {
    byte[] bytes() {
      byte[] copy = new byte[FILE_BYTES];
      buffer.get(0, copy);
      return copy;
    }
  }

  private static Segment segment(int firstLength, int secondLength) {
    ByteBuffer bytes = ByteBuffer.allocate(FILE_BYTES);
    bytes.put("RaftLog1".getBytes(StandardCharsets.US_ASCII));
    int first = bytes.position();
    entry(bytes, firstLength);
    int second = bytes.position();
    entry(bytes, secondLength);
    return new Segment(bytes, first, second);
  }

  private static void entry(ByteBuffer bytes, int length) {
    int start = bytes.position();
    int left = length;
    while (left > 0x7f) {
      bytes.put((byte) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    bytes.put((byte) left);
    for (int i = 0; i < length; i++) {
      bytes.put((byte) (1 + i % 255));
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.duplicate().position(start).limit(bytes.position()));
    bytes.putInt((int) checksum.getValue());
  }

  /** What is left of a segment after mending. */
  private byte[] mended(byte[] bytes) throws IOException {
    Path file = directory.resolve("log_inprogress_0");
    Files.write(file, bytes);
    TornTail.mend(directory);
    return Files.readAllBytes(file);
  }

  @Test
  void wholeSegmentIsLeftAlone() throws Exception {
    byte[] bytes = segment(100, 9_000).bytes();
    assertThat(mended(bytes)).isEqualTo(bytes);
    assertThat(mended(new byte[0])).isEmpty();
    assertThat(mended(Arrays.copyOf(bytes, 5))).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1_024, 4_096, 8_192})
  void entryThatWasWrittenUpToASectorIsCutOff(int boundary) throws Exception {
    Segment segment = segment(300, 9_000);
    byte[] bytes = segment.bytes();
    Arrays.fill(bytes, boundary, bytes.length, (byte) 0);
    assertThat(mended(bytes)).hasSize(segment.second());
  }

  @Test
  void entryThatLacksASectorInTheMiddleIsCutOff() throws Exception {
    Segment segment = segment(300, 9_000);
    byte[] bytes = segment.bytes();
    Arrays.fill(bytes, 1_024, 1_536, (byte) 0);
    assertThat(mended(bytes)).hasSize(segment.second());
    byte[] lacksItsBeginning = segment(503, 9_000).bytes();
    int second = segment(503, 9_000).second();
    assertThat(second % 512).isLessThan(20);
    Arrays.fill(lacksItsBeginning, second, 1_024, (byte) 0);
    assertThat(mended(lacksItsBeginning)).hasSize(second);
  }

  @Test
  void damageIsLeftForRatisToRefuse() throws Exception {
    Random64 random = new Random64(3);
    Segment segment = segment(3_000, 3_000);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = segment.bytes();
      int at = segment.first() + random.nextInt(segment.second() - segment.first());
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      byte[] mended = mended(bytes);
      // A wrong length may reach into the zeros behind the entries, which looks half written.
      if (at > segment.first() + 1) {
        assertThat(mended).as("bit at %s", at).isEqualTo(bytes);
      }
    }
  }
}
