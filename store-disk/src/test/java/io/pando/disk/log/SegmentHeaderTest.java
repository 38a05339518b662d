package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.GoldenBytes;
import io.pando.disk.StoreIdentity;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SegmentHeaderTest {
  private static final SegmentHeader HEADER =
      new SegmentHeader(
          new StoreIdentity(
              ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1),
          7,
          0x1234567890abcdefL,
          1001,
          512);

  private static ByteBuffer written() {
    ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    HEADER.put(block);
    return block;
  }

  /** A header of another format version, with {@code length} bytes. */
  private static ByteBuffer ofVersion(int version, int length) {
    ByteBuffer block = written();
    block.putInt(8, version);
    CRC32C crc = new CRC32C();
    crc.update(block.duplicate().clear().position(8).limit(length));
    return block.putInt(4, (int) crc.getValue());
  }

  @Test
  void isReadAsItWasWritten() throws SegmentHeader.UnknownVersionException {
    assertThat(SegmentHeader.of(written())).isEqualTo(HEADER);
  }

  @Test
  void aFlippedBitIsNoticed() throws SegmentHeader.UnknownVersionException {
    for (int bit = 0; bit < 64 * 8; bit++) {
      ByteBuffer block = written();
      block.put(bit / 8, (byte) (block.get(bit / 8) ^ 1 << bit % 8));
      assertThat(SegmentHeader.of(block)).isNull();
    }
  }

  @Test
  void aSegmentThatDoesNotSayItsUnitsHasBlocks() throws SegmentHeader.UnknownVersionException {
    SegmentHeader old = SegmentHeader.of(ofVersion(1, 60));
    assertThat(old)
        .isEqualTo(new SegmentHeader(HEADER.store(), 7, HEADER.salt(), 1001, BLOCK_BYTES));
  }

  @Test
  void aNewerFormatIsRefused() {
    assertThatThrownBy(() -> SegmentHeader.of(ofVersion(3, 64)))
        .isInstanceOf(SegmentHeader.UnknownVersionException.class)
        .hasMessageContaining("version 3");
  }

  @Test
  void goldenBytesOfVersion2() throws IOException, SegmentHeader.UnknownVersionException {
    ByteBuffer golden = GoldenBytes.padded("segment-2", BLOCK_BYTES);
    assertThat(SegmentHeader.of(golden)).isEqualTo(HEADER);
    assertThat(written()).isEqualTo(golden.clear());
  }

  /** It is only read: segments are written in version 2. */
  @Test
  void goldenBytesOfVersion1() throws IOException, SegmentHeader.UnknownVersionException {
    ByteBuffer golden = GoldenBytes.padded("segment-1", BLOCK_BYTES);
    assertThat(SegmentHeader.of(golden))
        .isEqualTo(new SegmentHeader(HEADER.store(), 7, HEADER.salt(), 1001, BLOCK_BYTES));
    assertThat(ofVersion(1, 60).slice(0, 60)).isEqualTo(golden.slice(0, 60));
  }
}
