package io.pando.bench.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import io.pando.cli.TestCluster;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFileSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code pando bench files}, against a cluster with a metadata server in this process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilesCommandTest {
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(BenchMain::commands, Path.of(""));

  @BeforeAll
  void startCluster(@TempDir Path temp) throws Exception {
    ClusterConfig config = TestCluster.layOut(temp.resolve("cluster"), 1);
    cluster = TestCluster.start(config);
    cluster.createPool("names", 4);
    cluster.createPool("bytes", 4);
    shell = new Shell(BenchMain::commands, temp, "-c", config.file().toString());
    assertThat(shell.run("fs", "create", "home", "names", "bytes").err()).isEmpty();
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  @Test
  void ratesAreMeasuredAndNothingIsLeft() {
    List<String> call =
        List.of(
            "bench",
            "files",
            "home",
            "--files",
            "5",
            "-t",
            "2",
            "-b",
            "4KiB",
            "--fsync",
            "--rounds",
            "3",
            "--warm-up",
            "1");
    Shell.Outcome plain = shell.run(call.toArray(String[]::new));
    assertThat(plain.err()).isEmpty();
    assertThat(plain.out().lines().map(line -> line.split(" +", -1)[0]))
        .containsExactly("OPERATION", "create", "stat", "read", "list", "rename", "remove");
    JsonNode json =
        new JsonMapper()
            .readTree(
                shell
                    .run("bench", "files", "home", "--files", "3", "--rounds", "2", "-f", "json")
                    .out());
    assertThat(json.has("read")).as("of files without bytes").isFalse();
    JsonNode create = json.get("create");
    assertThat(create.get("least_per_second").asDouble())
        .isPositive()
        .isLessThanOrEqualTo(create.get("per_second").asDouble());
    assertThat(create.get("most_per_second").asDouble())
        .isGreaterThanOrEqualTo(create.get("per_second").asDouble());
    Cluster client = Objects.requireNonNull(cluster).client();
    try (PandoFileSystem files = client.fileSystem("home")) {
      assertThat(files.list("/")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "away,             does not exist",
    "home --files 0,   '--files'",
    "home -t 0,        '--concurrency'",
    "home -b much,     'not a size'",
    "home -b 1GiB,     '--size'",
    "home --rounds 0,  '--rounds'",
    "home --warm-up -1,'--warm-up'"
  })
  void wrongUseIsRefused(String arguments, String said) {
    Shell.Outcome result = shell.run(("bench files " + arguments).split(" +"));
    assertThat(result.status()).isNotZero();
    assertThat(result.err()).contains(said);
  }
}
