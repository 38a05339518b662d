package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.id.OsdId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of processes of which some do not start: their disks are damaged or gone, or the OSD
 * was purged. One test from beginning to end, since starting seven processes is what takes the
 * time.
 */
class StartInPartTest {
  private static final String SURE = "--yes-i-really-mean-it";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void startsWhatCanBeStartedAndSaysWhatDidNot() throws Exception {
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    try (Cluster client = CommandContext.connect(config)) {
      assertThat(shell.run("pool", "create", "p", "4").status()).isZero();
      Progress.awaitClean(client, 3);
      client.pool("p").writeFull("o", PutLoop.content("o"));
    }
    assertThat(shell.run("down").status()).isZero();

    damageMetadata(config.osdNumbered(0).data());
    delete(config.osdNumbered(1).data());
    String up = "up --processes --detach --data " + data;
    Shell.Outcome part = shell.run(up.split(" "));
    assertThat(part.status()).isEqualTo(1);
    assertThat(part.out()).contains("is up in part");
    assertThat(part.err())
        .contains("osd.0 cannot start")
        .contains("pando store fsck")
        .contains("osd replace 0")
        .contains("osd.1 cannot boot yet")
        .contains("osd replace 1");
    assertThat(shell.run("status").out()).contains("2 osds down");

    // The daemon of the empty disk runs, and needs nothing but that the old data are given up.
    replace(shell, 1);
    delete(config.osdNumbered(0).data());
    replace(shell, 0);
    Daemons.startOsd(config, 0);
    try (Cluster client = CommandContext.connect(config)) {
      Progress.awaitClean(client, 3);
      assertThat(client.pool("p").read("o").toByteArray()).isEqualTo(PutLoop.content("o"));
      shell.run("down");
    }

    Daemons.up(shell, data);
    Daemons.kill(config, "osd.2");
    assertThat(shell.run("osd", "down", "2").status()).isZero();
    assertThat(shell.run("osd", "purge", "2", "--force", SURE).err()).isEmpty();
    assertThat(shell.run("down").status()).isZero();
    Shell.Outcome without = shell.run(up.split(" "));
    assertThat(without.status()).isEqualTo(1);
    assertThat(without.err()).contains("osd.2 was purged").contains("pando osd create 2");
    try (Cluster client = CommandContext.connect(config)) {
      client.admin().awaitMap(map -> map.isUp(new OsdId(0)) && map.isUp(new OsdId(1)), PATIENCE);
      assertThat(client.admin().map().osds()).doesNotContainKey(new OsdId(2));
    }
    assertThat(shell.run("down").status()).isZero();
  }

  /** It is refused until the OSDs that are up have told what they hold. */
  private static void replace(Shell shell, int osd) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(shell.run("osd", "replace", Integer.toString(osd), SURE).err()).isEmpty());
  }

  private static void damageMetadata(Path osd) throws IOException {
    List<Path> manifests;
    try (Stream<Path> files = Files.walk(osd)) {
      manifests =
          files.filter(file -> file.getFileName().toString().startsWith("MANIFEST")).toList();
    }
    assertThat(manifests).isNotEmpty();
    for (Path manifest : manifests) {
      Files.write(manifest, new byte[1_000]);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
