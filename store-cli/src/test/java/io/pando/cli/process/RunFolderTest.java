package io.pando.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.pando.cli.daemon.DaemonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that was killed can be started again at once, and one that runs cannot. */
class RunFolderTest {
  private static final String UP = RunFolder.UP;

  @TempDir private Path temp = Path.of("");
  private RunFolder folder = new RunFolder(temp);

  /** A process that never asks how its child ended. */
  private final Process parent;

  private final long child;

  RunFolderTest() throws IOException {
    List<String> line = List.of("sh", "-c", "sleep 600 & echo $!; exec sleep 600");
    parent = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.US_ASCII));
    child = Long.parseLong(out.readLine());
    // As long as it is a shell still, it asks.
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> parent.info().command().filter(name -> name.endsWith("sleep")).isPresent());
  }

  @BeforeEach
  void open() {
    folder = new RunFolder(temp.resolve("run"));
  }

  @AfterEach
  void endAll() {
    ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
    parent.destroyForcibly();
  }

  private void note(String text) throws IOException {
    Files.createDirectories(folder.folder());
    Files.writeString(folder.folder().resolve(UP + ".pid"), text + "\n");
  }

  private static long startTicks(long pid) {
    return ProcStat.read(Path.of("/proc"), pid).orElseThrow().startTicks();
  }

  @Test
  void whatRunsIsFoundAndKeepsOthersAway() throws Exception {
    note(child + " " + startTicks(child));
    assertThat(folder.running(UP).orElseThrow().pid()).isEqualTo(child);
    assertThat(folder.all()).containsOnlyKeys(UP);
    assertThatThrownBy(() -> folder.claim(UP))
        .isInstanceOf(DaemonException.class)
        .hasMessageContaining("up is already running, as process " + child);
  }

  @Test
  void whatWasKilledAndNobodyAskedForDoesNotRun() throws Exception {
    note(child + " " + startTicks(child));
    RunningProcess killed = folder.running(UP).orElseThrow();
    killed.kill();
    assertThat(folder.running(UP)).as("killed a moment ago").isEmpty();
    folder.claim(UP);
    assertThat(folder.running(UP)).contains(RunningProcess.current());

    assertThat(killed.condition()).isEqualTo(RunningProcess.Condition.GONE);
    assertThat(ProcessHandle.of(child)).as("its number is not free yet").isPresent();
  }

  @Test
  void whoGotTheNumberLaterIsNotMeant() throws Exception {
    note(child + " " + (startTicks(child) - 1));
    assertThat(folder.running(UP)).isEmpty();
    assertThat(folder.all()).isEmpty();
    folder.claim(UP);
    assertThat(folder.running(UP)).contains(RunningProcess.current());
  }

  @Test
  void ofAnOlderVersionsNoteOnlyJvmsCount() throws Exception {
    note(String.valueOf(child));
    assertThat(folder.running(UP)).isEmpty();
    note(String.valueOf(ProcessHandle.current().pid()));
    assertThat(folder.running(UP)).isPresent();
    note("nonsense");
    assertThat(folder.running(UP)).isEmpty();
  }

  @Test
  void whoEndsIsWaitedForWithPatience() throws Exception {
    RunningProcess process = new RunningProcess(child, startTicks(child));
    assertThat(process.awaitEnd(Duration.ZERO)).isFalse();
    process.stop();
    assertThat(process.awaitEnd(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void aProgramsNameMayHaveBracketsAndBlanks() {
    String rest = " 0 -1 4194308 99 0 0 0 0 0 0 0 20 0 1 0 3351383 3133440 381";
    assertThat(ProcStat.parse("12 (a) Z (b) S 1 2 3" + rest))
        .isEqualTo(new ProcStat('S', 4194308, 3351383))
        .matches(ProcStat::isExiting)
        .matches(stat -> !stat.isZombie());
  }
}
