package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.GoldenBytes;
import io.pando.disk.StoreException;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DeviceLabelTest {
  private static final DeviceLabel LABEL =
      new DeviceLabel(
          ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(5), 2, 262_144);

  @Test
  void goldenBytes() throws IOException, StoreException {
    ByteBuffer golden = GoldenBytes.padded("device-label-1", BLOCK_BYTES);
    assertThat(DeviceLabel.of(golden)).isEqualTo(LABEL);
    ByteBuffer written = ByteBuffer.allocate(BLOCK_BYTES);
    LABEL.put(written);
    assertThat(written).isEqualTo(golden.clear());
  }

  @Test
  void aFlippedBitIsNoticed() throws IOException, StoreException {
    for (int bit = 0; bit < 48 * 8; bit++) {
      ByteBuffer block = GoldenBytes.padded("device-label-1", BLOCK_BYTES);
      block.put(bit / 8, (byte) (block.get(bit / 8) ^ 1 << bit % 8));
      assertThat(DeviceLabel.of(block)).isNull();
    }
  }
}
