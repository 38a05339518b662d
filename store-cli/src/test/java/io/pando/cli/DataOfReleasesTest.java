package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.release.Release;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data directories that releases left ({@code dist/make-fixture.sh}): a monitor, and an OSD with a
 * store of each kind. This build opens them, serves what is in them, and continues with them.
 */
class DataOfReleasesTest {
  private static final List<String> STORES = List.of("raw", "kv", "file");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp);
  }

  /** Every release that has ended has such a directory: those before the one that is worked on. */
  private static Stream<String> releases() {
    return Stream.of(Release.values())
        .filter(release -> release != Release.current())
        .map(Release::label);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isOpenedServedAndContinued(String version) throws Exception {
    unpack(version);
    DaemonProcesses daemons = new DaemonProcesses(ClusterConfig.read(temp.resolve("pando.yaml")));
    daemons.start("mon.0", DaemonProcesses::present);
    for (int id = 0; id < STORES.size(); id++) {
      daemons.start(
          "osd." + id, DaemonProcesses::present, Map.of("PANDO_OSD_STORE", STORES.get(id)));
    }
    try (Cluster client = CommandContext.connect(daemons.config(), PATIENCE)) {
      DaemonProcesses.awaitUp(client, STORES.size());
      Progress.awaitClean(client, STORES.size());
      assertThat(client.admin().map().releases().required())
          .isEqualTo(Release.labelled(version).orElseThrow().number());
      Pool pool = client.pool("p");
      List<Path> files;
      try (Stream<Path> all = Files.list(temp.resolve("objects"))) {
        files = all.toList();
      }
      assertThat(files).hasSize(40);
      for (Path file : files) {
        assertThat(pool.read(file.getFileName().toString()).toByteArray())
            .isEqualTo(Files.readAllBytes(file));
      }
      assertThat(client.pool("lz").read("compressed").toByteArray())
          .isEqualTo(Files.readAllBytes(temp.resolve("objects/o31")));
      ByteBuffer more = ByteBuffer.wrap("more".getBytes(StandardCharsets.UTF_8));
      pool.append("o7", more.duplicate());
      pool.remove("o8");
      pool.writeFull("new", more.duplicate());
      daemons.stop("osd.0");
      assertThat(daemons.run("store", "fsck", temp.resolve("osd.0").toString()).status()).isZero();
      daemons.start("osd.0", DaemonProcesses::present);
      DaemonProcesses.awaitUp(client, STORES.size());
      Progress.awaitClean(client, STORES.size());
      assertThat(pool.read("o7").size()).isEqualTo(Files.size(temp.resolve("objects/o7")) + 4);
      assertThat(pool.read("new").toByteArray()).isEqualTo(more.array());
    }
  }

  private void unpack(String version) throws IOException, InterruptedException {
    String archive =
        Path.of(
                Objects.requireNonNull(
                        DataOfReleasesTest.class.getResource("/releases/" + version + ".tar.gz"))
                    .getPath())
            .toString();
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive, "-C", temp.toString()).inheritIO().start();
    assertThat(tar.waitFor()).isZero();
  }
}
