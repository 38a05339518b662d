package io.pando.fuse.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTableTest {
  private static final List<String> LINES =
      List.of(
          "22 27 0:21 / /proc rw,relatime - proc proc rw",
          "90 27 8:1 / /mnt/with\\040blank rw,relatime shared:1 master:2 - ext4 /dev/sda1 rw",
          "91 90 0:52 / /mnt/with\\040blank rw,nosuid - fuse.pando files rw,user_id=0",
          "not a mount");

  @Test
  void lastMountAtAPathIsFound() {
    MountTable table = MountTable.parse(LINES);
    assertThat(table.mounts()).hasSize(3);
    assertThat(table.at(Path.of("/mnt/with blank")))
        .hasValueSatisfying(mounted -> {
          assertThat(mounted.type()).isEqualTo("fuse.pando");
          assertThat(mounted.isFuse()).isTrue();
          assertThat(mounted.minor()).isEqualTo("52");
        });
    assertThat(table.at(Path.of("/proc")))
        .hasValueSatisfying(mounted -> assertThat(mounted.isFuse()).isFalse());
    assertThat(table.at(Path.of("/mnt"))).isEmpty();
  }

  @Test
  void tableOfThisSystemIsRead() throws IOException {
    assertThat(MountTable.read().at(Path.of("/"))).isPresent();
  }
}
