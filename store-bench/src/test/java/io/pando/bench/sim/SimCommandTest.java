package io.pando.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** {@code pando sim} and {@code pando soak}, as typed. */
class SimCommandTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void simulatesSeeds() {
    Shell shell = new Shell(BenchMain::commands, temp);
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
    Shell shell = new Shell(BenchMain::commands, temp);
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
      assertThat(
              new Shell(BenchMain::commands, temp)
                  .run("sim", "--seed", "5", "--profile", "disk")
                  .status())
          .isZero();
    } finally {
      root.detachAppender(told);
    }
    assertThat(List.copyOf(told.list))
        .noneMatch(event -> event.getFormattedMessage().contains("simulated: "));
  }

  @Test
  void writesTheTraceOfASeed() throws Exception {
    Shell shell = new Shell(BenchMain::commands, temp);
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

  @Test
  void huntsPlantedBugs() {
    Shell shell = new Shell(BenchMain::commands, temp);
    Shell.Outcome outcome =
        shell.run("sim", "--mutants", "clean-too-early", "--seeds", "27..27", "-f", "json");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("\"planted\" : 1").contains("\"noticed\" : 1");
    Shell.Outcome wrong = shell.run("sim", "--mutants", "nothing");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("there is no mutant 'nothing'").contains("clean-too-early");
  }

  private static Shell.Outcome run(Shell shell, List<String> line, String... more) {
    return shell.run(Stream.concat(line.stream(), Stream.of(more)).toArray(String[]::new));
  }
}
