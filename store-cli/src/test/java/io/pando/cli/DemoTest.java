package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tour, over a folder with an empty file, one of several pieces, and strange names. Where the
 * machine allows it, the files of its last part are written through a mount.
 */
class DemoTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void theTourEndsWell() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("files/sub folder"));
    Files.writeString(folder.resolve("ünïcode 木.txt"), "text");
    Files.createFile(folder.resolve("empty"));
    byte[] large = new byte[9 << 20];
    new Random64(1).nextBytes(large);
    Files.write(folder.resolve("large"), large);
    Shell.Outcome outcome = new Shell(temp).run("demo", temp.resolve("files").toString());
    assertThat(outcome.err()).doesNotContain("pando: ");
    assertThat(outcome.out())
        .contains("3 names listed, every byte equal")
        .contains("osd: 3 osds: 2 up, 3 in")
        .contains("degraded")
        .containsPattern("Writing 50 files through (a mount at /|java.nio.file: no mount)")
        .containsPattern("mds.[01] took over. .* another client read 100 files, every byte equal")
        .contains("All is as it should be.");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void nothingToStoreIsSaid() {
    Shell.Outcome outcome = new Shell(temp).run("demo", temp.resolve("nowhere").toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("pando: ").contains("nowhere: is not a directory");
  }
}
