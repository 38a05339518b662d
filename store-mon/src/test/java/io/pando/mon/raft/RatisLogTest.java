package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers on loopback; every wait is bounded. */
class RatisLogTest {
  @TempDir Path directory;

  private static List<String> done(List<String> commands) {
    return commands.stream().map(command -> command + "@time").toList();
  }

  @Test
  void survivesTheLossOfTheLeaderAndARestartOfAll() throws Exception {
    List<String> commands = new ArrayList<>();
    try (Trio trio = new Trio(directory, 1_000)) {
      trio.start(0, 1, 2);
      int leader = trio.leader();
      for (int i = 0; i < 6; i++) {
        commands.add("a" + i);
        trio.apply(i % 3, "a" + i);
      }
      for (int i = 0; i < 3; i++) {
        assertThat(trio.barrier(i, 20_000)).isInstanceOf(ReplicatedLog.Barrier.Passed.class);
        assertThat(trio.get(i).tally().commands()).isEqualTo(done(commands));
      }
      trio.stop(leader);
      int other = (leader + 1) % 3;
      commands.add("b");
      trio.apply(other, "b");
      assertThat(trio.leader()).isNotEqualTo(leader);
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> trio.get(other).log().view().quorum().size() == 2);
      trio.stop((leader + 2) % 3);
      assertThat(trio.propose(other, "never", 500))
          .isInstanceOfSatisfying(
              ReplicatedLog.Outcome.Unavailable.class,
              outcome -> assertThat(outcome.reason()).contains("more than half of mon.0"));
      assertThat(trio.barrier(other, 300)).isInstanceOf(ReplicatedLog.Barrier.Unavailable.class);
    }
    try (Trio trio = new Trio(directory, 1_000)) {
      trio.start(0, 1, 2);
      trio.apply(0, "c");
      assertThat(trio.barrier(1, 20_000)).isInstanceOf(ReplicatedLog.Barrier.Passed.class);
      List<String> found = trio.get(1).tally().commands();
      // A command that was answered with Unavailable may still have been applied.
      assertThat(found.stream().filter(command -> !command.startsWith("never")).toList())
          .isEqualTo(done(List.of("a0", "a1", "a2", "a3", "a4", "a5", "b", "c")));
    }
  }

  @Test
  void replicaThatLostItsDiskGetsASnapshot() throws Exception {
    try (Trio trio = new Trio(directory, 5)) {
      trio.start(0, 1, 2);
      int away = (trio.leader() + 1) % 3;
      trio.apply(0, "first");
      trio.stop(away);
      remove(trio.directory(away));
      int there = (away + 1) % 3;
      // Long enough for several segments of the log, so that the first ones are gone.
      for (int i = 0; i < 12; i++) {
        trio.apply(there, "x" + i + " ".repeat(1_000_000));
      }
      trio.start(away);
      assertThat(trio.barrier(away, 30_000)).isInstanceOf(ReplicatedLog.Barrier.Passed.class);
      assertThat(trio.get(away).tally().commands())
          .isEqualTo(trio.get(there).tally().commands())
          .hasSize(13);
      assertThat(trio.get(away).tally().restored()).isPositive();
    }
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void machineThatFailsIsReported() throws Exception {
    try (Trio trio = new Trio(directory, 1_000)) {
      trio.start(0, 1, 2);
      trio.leader();
      trio.propose(0, "poison", 10_000);
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> !trio.get(0).broken().isEmpty());
    }
  }
}
