package io.pando.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import io.pando.cli.TestCluster;
import io.pando.cli.config.ClusterConfig;
import java.nio.file.Path;
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

/** {@code pando bench}, against a cluster in this process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BenchCommandsTest {
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(BenchMain::commands, Path.of(""));

  @BeforeAll
  void startCluster(@TempDir Path temp) throws Exception {
    ClusterConfig config = TestCluster.layOut(temp.resolve("cluster"));
    cluster = TestCluster.start(config);
    cluster.createPool("rbd", 8);
    shell = new Shell(BenchMain::commands, temp, "-c", config.file().toString());
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  @Test
  void benchmarksMeasure() {
    String written = succeed("bench", "write", "-b", "4KiB", "-t", "4", "-s", "1", "-f", "json");
    assertThat(written).contains("\"ops_per_second\"").contains("\"p99.9\"");
    assertThat(succeed("bench", "read", "-b", "4KiB", "-t", "4", "-s", "1"))
        .contains("operations")
        .contains("latency ms");
    JsonNode image =
        new JsonMapper()
            .readTree(
                succeed(
                    "bench",
                    "write",
                    "--image",
                    "8MiB",
                    "--warm-up",
                    "1",
                    "-s",
                    "1",
                    "-f",
                    "json"));
    assertThat(image.at("/size_bytes").asInt()).isEqualTo(4096);
    assertThat(image.at("/osds").size()).isEqualTo(3);
    assertThat(image.at("/written_per_client_byte/data").asDouble()).isBetween(2.5, 3.5);
    assertThat(
            succeed(
                "bench",
                "write",
                "--pattern",
                "overwrite",
                "--objects",
                "3",
                "-b",
                "4096",
                "-t",
                "2",
                "-s",
                "1",
                "--explain"))
        .contains("primary, from arrival to answer")
        .contains("processor time, ms per operation")
        .contains("OSDs' account");
    assertThat(succeed("ls")).isEmpty();
  }

  /** What is typed, the exit status, and what the complaint has to say. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          bench write -b 1PiB         | 2 | --size must be 1 to
          bench write -t 0            | 2 | --concurrency must be
          bench write --pattern random| 2 | --pattern random and --image SIZE go together
          bench write --image 8MiB -b 3000 | 2 | must divide the 4 MiB
          bench read --objects 0      | 2 | --objects must be
          bench metadata walk --files 1 | 2 | --files must be
          bench metadata build --jobs 0 | 2 | --jobs must be
          bench waf --image 1MiB      | 2 | --image must be 4 MiB to 1 TiB
          bench waf --store paper     | 2 | 'paper'
          bench waf --set frob=1      | 1 | osd.frob: unknown key
          bench waf --erasure 4       | 2 | --erasure must be k and m such as 4+2
          """)
  void wrongInputIsNamed(String line, int status, String complaint) {
    Shell.Outcome outcome = shell.run(line.strip().split(" +"));
    assertThat(outcome.err()).contains(complaint).startsWith("pando: ");
    assertThat(outcome.err()).doesNotContain("\tat ").doesNotContain("internal error");
    assertThat(outcome.status()).isEqualTo(status);
  }

  private String succeed(String... arguments) {
    Shell.Outcome outcome = shell.run(arguments);
    assertThat(outcome.err()).doesNotContain("pando: ");
    assertThat(outcome.status()).isZero();
    return outcome.out();
  }
}
