package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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
        .contains("listens on port " + there + ", so --port 1234 makes no sense");
    Shell.Outcome wrong = shell.run("up", "--data", temp + "/new", "--port", "70000");
    assertThat(wrong.err()).contains("--port must be 0 to 65535");
  }

  @Test
  void simulatesSeeds() {
    Shell shell = new Shell(temp);
    Shell.Outcome outcome =
        shell.run("sim", "--seeds", "1..2", "--profile", "calm", "--jobs", "2", "-f", "json");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("\"seeds\" : 2").contains("\"violations\" : 0");
    assertThat(shell.run("sim", "--seed", "1", "--profile", "calm", "--trace", "20").out())
        .contains("seed 1: ")
        .contains("again: pando sim --seed 1 --profile calm");
    Shell.Outcome wrong = shell.run("sim", "--seeds", "5..1");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("such as 1..500");
  }

  @Test
  void soaksProfiles() {
    Shell shell = new Shell(temp);
    List<String> soak =
        List.of("soak", "--seeds", "1..2", "--profiles", "calm,quick", "--fresh-from", "9001");
    Shell.Outcome outcome = run(shell, soak, "--minutes", "0.0001", "--jobs", "1");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out().lines())
        .anyMatch(line -> line.matches("calm +kept +1\\.\\.2 +0 +.*"))
        .anyMatch(line -> line.matches("quick +kept +1\\.\\.2 +0 +.*"))
        .anyMatch(line -> line.matches("calm +fresh +9001\\.\\.9001 +0 +.*"))
        .last()
        .asString()
        .matches("soak of commit .+: 0 violations in 6 seeds");
    Shell.Outcome kept = run(shell, soak, "--minutes", "0", "-f", "json");
    assertThat(kept.out()).contains("\"seeds\" : 4").contains("\"fresh\" : false");
    assertThat(shell.run("soak", "--seeds", "5..1").err()).contains("such as 1..200");
    assertThat(shell.run("soak", "--minutes", "-1").err()).contains("--minutes must be 0 to");
    assertThat(shell.run("soak", "--profiles", "wild").status()).isEqualTo(2);
  }

  @Test
  void tellsNothingOfErrorsThatASimulationMakes() {
    LoggerContext logs = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = logs.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> told = new ListAppender<>();
    told.start();
    root.addAppender(told);
    try {
      // An OSD of this seed cannot write its disk.
      assertThat(new Shell(temp).run("sim", "--seed", "5", "--profile", "disk").status()).isZero();
    } finally {
      root.detachAppender(told);
    }
    assertThat(List.copyOf(told.list))
        .noneMatch(event -> event.getFormattedMessage().contains("simulated: "));
  }

  @Test
  void writesTheTraceOfASeed() throws Exception {
    Shell shell = new Shell(temp);
    Path all = temp.resolve("all");
    Path notable = temp.resolve("notable");
    List<String> seed = List.of("sim", "--seed", "1", "--profile", "calm", "--trace-file");
    assertThat(run(shell, seed, all.toString(), "--trace-all").status()).isZero();
    Shell.Outcome shown = run(shell, seed, notable.toString(), "--trace", "5");
    List<String> lines = Files.readAllLines(notable);
    assertThat(Files.readString(all)).contains("Heartbeat[").contains("Beacon[");
    assertThat(String.join("", lines)).contains("Reply[").doesNotContain("Heartbeat[", "Beacon[");
    assertThat(Files.readAllLines(all)).containsSubsequence(lines);
    assertThat(shown.out()).contains(lines.getLast());
    assertThat(shell.run("sim", "--seeds", "1..2", "--trace-file", all.toString()).err())
        .contains("give --seed");
    assertThat(run(shell, seed, temp.toString()).err()).contains("cannot write");
  }

  private static Shell.Outcome run(Shell shell, List<String> line, String... more) {
    return shell.run(Stream.concat(line.stream(), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void huntsPlantedBugs() {
    Shell shell = new Shell(temp);
    Shell.Outcome outcome =
        shell.run("sim", "--mutants", "clean-too-early", "--seeds", "27..27", "-f", "json");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("\"planted\" : 1").contains("\"noticed\" : 1");
    Shell.Outcome wrong = shell.run("sim", "--mutants", "nothing");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("there is no mutant 'nothing'").contains("clean-too-early");
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
