package io.pando.disk.raw.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.metadata.Family;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsideFileTest {
  @TempDir Path directory = Path.of("set by JUnit");

  @Test
  void aLineForEachRecordBehindThoseThatWereThere() throws IOException {
    Path path = directory.resolve("aside");
    AsideFile closed;
    try (AsideFile aside = new AsideFile(path)) {
      aside.add(Family.OBJECT, new byte[] {1, -1}, new byte[] {16}, "its  record\n\tis  lost");
      aside.flush();
      assertThat(Files.readString(path)).isEqualTo("object\t01ff\t10\tits record is lost\n");
      closed = aside;
    }
    assertThatThrownBy(() -> closed.add(Family.MAP, new byte[0], new byte[0], "late"))
        .isInstanceOf(ClosedChannelException.class);
    try (AsideFile aside = new AsideFile(path)) {
      aside.add(Family.BLOCKS, new byte[] {7}, new byte[0], "why: ä");
      aside.add(Family.MAP, new byte[0], new byte[] {8}, "");
    }
    assertThat(Files.readString(path))
        .isEqualTo("object\t01ff\t10\tits record is lost\nblocks\t07\t\twhy: ä\nmap\t\t08\t\n");
  }
}
