package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other files fill the disks of replicas to the last byte; it needs root on Linux. */
class FullDiskTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory = Path.of("set by JUnit");

  private static void mount(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=24m", "none", folder.toString());
    Assumptions.assumeTrue(mounted, "skipped: a file system can only be mounted by root on Linux");
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static void fill(Path folder) throws IOException {
    try (OutputStream filler = Files.newOutputStream(folder.resolve("filler"))) {
      byte[] zeros = new byte[4096];
      for (long left = folder.toFile().getUsableSpace(); left > 0; left -= zeros.length) {
        filler.write(zeros);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space");
    }
    assertThat(folder.toFile().getUsableSpace()).isZero();
  }

  private static void empty(Path folder) throws IOException {
    Files.delete(folder.resolve("filler"));
  }

  @Test
  void aReplicaWithoutSpaceStandsAsideAndCatchesUp() throws Exception {
    Path small = directory.resolve("mon1");
    mount(small);
    try (Trio trio = new Trio(directory, 200)) {
      trio.start(0, 1, 2);
      trio.apply(trio.leader(), "before");
      fill(small);
      int other = 0;
      for (int i = 0; i < 50; i++) {
        trio.apply(other, "during " + i + " " + "x".repeat(20_000));
      }
      Awaitility.await().atMost(PATIENCE).until(() -> trio.get(1).log().disk().full());
      assertThat(trio.propose(1, "refused", 5_000))
          .isInstanceOfSatisfying(
              ReplicatedLog.Outcome.Unavailable.class,
              no -> assertThat(no.reason()).contains("disk of mon.1 is full"));
      empty(small);
      Awaitility.await().atMost(PATIENCE).until(() -> !trio.get(1).log().disk().full());
      trio.apply(1, "after");
      assertThat(trio.barrier(1, 20_000)).isInstanceOf(ReplicatedLog.Barrier.Passed.class);
      assertThat(trio.barrier(0, 20_000)).isInstanceOf(ReplicatedLog.Barrier.Passed.class);
      assertThat(trio.get(1).tally().commands()).isEqualTo(trio.get(0).tally().commands());
      assertThat(trio.get(1).broken()).isEmpty();
    } finally {
      run("umount", "-l", small.toString());
    }
  }

  @Test
  void allReplicasOnOneFullDiskGoOnWhenThereIsSpaceAndStartWhileThereIsNone() throws Exception {
    Path small = directory.resolve("all");
    mount(small);
    try (Trio trio = new Trio(small, 20)) {
      trio.start(0, 1, 2);
      for (int i = 0; i < 30; i++) {
        trio.apply(0, "before " + i);
      }
      fill(small);
      Awaitility.await().atMost(PATIENCE).until(() -> trio.get(0).log().disk().full());
      ReplicatedLog.Outcome refused = trio.propose(0, "refused", 5_000);
      assertThat(refused).isInstanceOf(ReplicatedLog.Outcome.Unavailable.class);
      trio.stop(2);
      trio.start(2);
      empty(small);
      for (int i = 0; i < 3; i++) {
        int number = i;
        Awaitility.await().atMost(PATIENCE).until(() -> !trio.get(number).log().disk().full());
      }
      for (int i = 0; i < 30; i++) {
        trio.apply(i % 3, "after " + i);
      }
      for (int i = 0; i < 3; i++) {
        assertThat(trio.barrier(i, 20_000)).isInstanceOf(ReplicatedLog.Barrier.Passed.class);
        assertThat(trio.get(i).broken()).isEmpty();
      }
      assertThat(trio.get(2).tally().commands()).isEqualTo(trio.get(0).tally().commands());
    } finally {
      run("umount", "-l", small.toString());
    }
  }
}
