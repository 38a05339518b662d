package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that need no cluster. */
class OfflineTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void crushTestPrintsWhatCrushtoolPrints() throws IOException {
    Path vectors = repository().resolve("store-core/src/test/resources/crush");
    Shell.Outcome outcome =
        new Shell(temp)
            .run(
                "crush",
                "test",
                "-i",
                vectors.resolve("alg_straw.txt").toString(),
                "--rule",
                "1",
                "--num-rep",
                "3",
                "--min-x",
                "0",
                "--max-x",
                "255",
                "--show-mappings");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines())
        .containsExactlyElementsOf(mappings(vectors.resolve("alg_straw.r1.n3.map.gz")));
  }

  @Test
  void badMapIsNamedWithLineAndColumn() throws IOException {
    Path map = Files.writeString(temp.resolve("bad.txt"), "device 0 osd.0\ntype x osd\n");
    Shell.Outcome outcome = new Shell(temp).run("crush", "compile", map.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("pando: " + map + ": line 2, column 6");
  }

  @Test
  void helpAndVersion() {
    Shell shell = new Shell(temp);
    assertThat(shell.run("--version").out()).startsWith("pando ");
    assertThat(shell.run("--help").out()).contains("status").contains("demo");
    assertThat(shell.run("help", "pool", "create").out()).contains("--min-size");
    assertThat(shell.run("osd", "tree", "--help").status()).isZero();
    assertThat(shell.run().status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "help nosuch",
        "help pool nosuch",
        "nosuch --help",
        "pool nosuch --help",
        "help -x"
      })
  void helpOnWhatIsNoCommandFails(String line) {
    Shell.Outcome outcome = new Shell(temp).run(line.split(" "));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("pando: ").containsAnyOf("nosuch", "-x");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void aClusterKeepsItsPortsAndHasAnOddNumberOfMonitors() throws Exception {
    Shell shell = new Shell(temp);
    Path data = temp.resolve("data");
    Shell.Outcome even = shell.run("up", "--data", data.toString(), "--mons", "2");
    assertThat(even.status()).isEqualTo(2);
    assertThat(even.err()).contains("--mons must be an odd number, is 2");
    assertThat(data).doesNotExist();
    Path file = NewCluster.write(data, 1, 1, 0);
    int there = ClusterConfig.read(file).monitors().getFirst().port();
    Shell.Outcome other = shell.run("up", "--data", data.toString(), "--port", "1234");
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err())
        .contains("listens on port " + there + ", so --port 1234 does not match");
    Shell.Outcome wrong = shell.run("up", "--data", temp + "/new", "--port", "70000");
    assertThat(wrong.err()).contains("--port must be 0 to 65535");
  }

  /** Whatever follows the word; the program without them has no options of theirs. */
  @ParameterizedTest
  @ValueSource(strings = {"bench", "bench write -t 1 p", "torture", "sim --seeds 1..2", "soak"})
  void whatIsNotIncludedIsNamedWithItsPlace(String line) {
    Shell.Outcome outcome = new Shell(temp).run(line.split(" "));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith("pando: pando ")
        .contains(" is not included")
        .contains("pando-bench");
    assertThat(new Shell(temp).run("--help").out()).doesNotContain("torture", "soak");
  }

  @Test
  void completionKnowsTheCommands() {
    Shell shell = new Shell(temp);
    assertThat(shell.run("completion", "bash").out()).contains("complete -F").contains("reweight");
    assertThat(shell.run("completion", "zsh").out()).contains("bashcompinit");
  }

  @Test
  void withoutAClusterItSaysHowToGetOne() {
    Shell.Outcome outcome = new Shell(temp).run("status");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("pando up");
  }

  @Test
  void nobodyAtTheMonitorsIsSaid() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("pando.yaml"),
            """
            cluster: 6a0e5e0a-5d0e-4a4e-9b0f-5b7e1e3f0c11
            monitors: [{id: 0, host: 127.0.0.1, port: 1, raft_port: 2}]
            osds: [{id: 0}]
            client: {timeout_seconds: 1}
            """);
    Shell.Outcome outcome = new Shell(temp).run("status", "-c", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("pando: ").contains("127.0.0.1").doesNotContain("\tat ");
  }

  private static List<String> mappings(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> line.startsWith("CRUSH")).toList();
    }
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("store-core/pom.xml"))) {
      folder = java.util.Objects.requireNonNull(folder.getParent());
    }
    return folder;
  }
}
