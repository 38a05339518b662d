package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.disk.OpenFiles;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.SectorFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments past the page cache, where the tests' file system supports it. */
class SectorSegmentTest {
  @TempDir Path folder = Path.of("set by JUnit");

  private Path path = Path.of("set below");

  @BeforeEach
  void make() throws IOException {
    path = folder.resolve("segment");
    Files.write(path, new byte[4 * BLOCK_BYTES]);
  }

  /** The device's smallest unit; 0 if the page cache cannot be bypassed. */
  private int leastOfDevice() throws IOException {
    try (@Nullable SectorFile file = SectorFile.open(path)) {
      for (int unit = 512; file != null && unit <= BLOCK_BYTES; unit *= 2) {
        if (file.takes(unit)) {
          return unit;
        }
      }
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2048, 4096})
  void itsUnitsAreTheLeastThatBothAllow(int least) throws IOException {
    int device = leastOfDevice();
    assumeTrue(device > 0);
    try (@Nullable FileSegment segment = FileSegment.direct(path, 4 * BLOCK_BYTES, least)) {
      assertThat(segment).isNotNull();
      if (segment != null) {
        assertThat(segment.unitBytes()).isEqualTo(Math.max(least, device));
        assertThat(segment.bytes()).isEqualTo(4 * BLOCK_BYTES);
        assertThat(segment.accessMode())
            .isEqualTo("direct, units of " + segment.unitBytes() + " bytes");
      }
    }
    assertThat(FileSegment.direct(path, 4 * BLOCK_BYTES, 2 * BLOCK_BYTES))
        .as("more than a block")
        .isNull();
  }

  /** As on a device that can read no unit size: the page cache is used then. */
  @Test
  void withoutAnyPieceThatCanBeReadThereIsNoSegment() throws IOException {
    Files.write(path, new byte[0]);
    assertThat(FileSegment.direct(path, 4 * BLOCK_BYTES, 512)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {BLOCK_BYTES, 2 * BLOCK_BYTES})
  void noFileStaysOpen(int least) throws IOException {
    assumeTrue(leastOfDevice() > 0);
    try (@Nullable FileSegment segment = FileSegment.direct(path, 4 * BLOCK_BYTES, least)) {
      assertThat(OpenFiles.count(path)).isEqualTo(segment == null ? 0 : 1);
    }
    assertThat(OpenFiles.count(path)).isZero();
  }

  /** No file stays open after any failure during opening. */
  @Test
  void noFileStaysOpenWhoseUnitsMakeNoSense() throws IOException {
    assumeTrue(leastOfDevice() > 0);
    assertThatThrownBy(() -> FileSegment.direct(path, 4 * BLOCK_BYTES, -512))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(OpenFiles.count(path)).isZero();
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    assumeTrue(leastOfDevice() > 0);
    try (@Nullable FileSegment segment = FileSegment.direct(path, 4 * BLOCK_BYTES, BLOCK_BYTES)) {
      assertThat(segment).isNotNull();
      if (segment != null) {
        segment.writeDurably(2 * BLOCK_BYTES, AlignedBuffers.blocks(1).put(5, (byte) 7));
        ByteBuffer read = AlignedBuffers.blocks(2);
        segment.read(BLOCK_BYTES, read);
        assertThat(read.get(BLOCK_BYTES + 5)).isEqualTo((byte) 7);
        assertThat(read.get(5)).isZero();
      }
    }
    assertThat(Files.readAllBytes(path)[2 * BLOCK_BYTES + 5]).isEqualTo((byte) 7);
  }
}
