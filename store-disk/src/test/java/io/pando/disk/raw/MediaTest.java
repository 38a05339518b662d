package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.OpenFiles;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DataIo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The range of a file that a store gets, and the files that stay open. */
class MediaTest {
  @TempDir Path folder = Path.of("set by JUnit");

  private Path path = Path.of("set below");

  @BeforeEach
  void make() throws IOException {
    path = folder.resolve("data");
    byte[] bytes = new byte[8 * BLOCK_BYTES];
    for (int block = 0; block < 8; block++) {
      bytes[block * BLOCK_BYTES] = (byte) block;
    }
    Files.write(path, bytes);
  }

  private static int first(BlockDevice device) throws IOException {
    ByteBuffer block = AlignedBuffers.blocks(1);
    device.read(0, block);
    return block.get(0);
  }

  @Test
  void aStoreGetsItsPartOfAFile() throws IOException {
    try (BlockDevice whole = Media.FILES.device(path, 0, 8, RawStoreConfig.DEFAULT)) {
      assertThat(whole.blocks()).isEqualTo(8);
      assertThat(first(whole)).isZero();
    }
    try (BlockDevice part = Media.FILES.device(path, 3, 5, RawStoreConfig.DEFAULT)) {
      assertThat(part.blocks()).isEqualTo(5);
      assertThat(first(part)).isEqualTo(3);
    }
    assertThat(OpenFiles.count(path)).isZero();
  }

  /** Many systems do not allow io_uring; a store that requires it is not opened there. */
  @Test
  void nothingStaysOpenWhetherThereAreRingsOrNot() throws IOException {
    RawStoreConfig wanted = RawStoreConfig.DEFAULT.withIo(DataIo.URING);
    try (BlockDevice device = Media.FILES.device(path, 0, 8, wanted)) {
      assertThat(first(device)).isZero();
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("io_uring is required but not available");
    }
    assertThat(OpenFiles.count(path)).isZero();
  }
}
