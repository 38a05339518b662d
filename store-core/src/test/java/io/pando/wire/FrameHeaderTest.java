package io.pando.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class FrameHeaderTest {
  /** The file was made from {@code docs/formats.md}, not by the code. */
  @Test
  void goldenBytes() throws IOException {
    StringBuilder hex = new StringBuilder();
    for (String line :
        Files.readAllLines(Path.of("src/test/resources/golden/frame-header-1.txt"))) {
      hex.append(line.substring(0, line.indexOf('#')).strip());
    }
    byte[] golden = HexFormat.of().parseHex(hex);
    FrameHeader header = FrameHeader.parse(golden);
    assertThat(header.kind()).isEqualTo(70);
    assertThat(header.messageBytes()).isEqualTo(5);
    assertThat(header.dataBytes()).isEqualTo(4096);
    assertThat(header.epoch()).isEqualTo(1234);
    assertThat(header.sequence()).isEqualTo(9);
    assertThat(header.checksums().messageCrc()).isEqualTo(0x11223344);
    assertThat(header.checksums().dataCrc()).isEqualTo(0x55667788);
    byte[] written = new byte[FrameHeader.BYTES];
    header.write(written);
    assertThat(written).isEqualTo(golden);
  }
}
