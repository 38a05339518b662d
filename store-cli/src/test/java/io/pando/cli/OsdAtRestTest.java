package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The collector of an OSD process looks at the heap seldom at rest, and often under load. */
class OsdAtRestTest {
  private static final long EXACT = 50_000;
  private static final int OBJECT_BYTES = 1 << 20;

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void collectorHasALateTimerUntilALoadBegins() throws Exception {
    assumeTrue(maySetSlack(), "skipped: timer slack of another process needs CAP_SYS_NICE");
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0", "--mons", "1", "--osds", "1");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    Path slack = slackOfTheDirector(RunFolder.of(config).running("osd.0").orElseThrow().pid());
    Progress.await("slack at rest", () -> read(slack) > EXACT ? 1 : 0, 1);

    assertThat(shell.run("pool", "create", "p", "1", "--size", "1").status()).isZero();
    // A client that is connected before may not know the pool at once.
    try (Cluster client = CommandContext.connect(config)) {
      Pool pool = client.pool("p");
      byte[] content = new byte[OBJECT_BYTES];
      Progress.await(
          "slack under load",
          () -> {
            for (int i = 0; i < 32; i++) {
              pool.writeFull("o" + i, content);
            }
            return read(slack) == EXACT ? 1 : 0;
          },
          1);
    }
  }

  private static boolean maySetSlack() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      Path file = Path.of("/proc", String.valueOf(other.pid()), "timerslack_ns");
      Files.writeString(file, String.valueOf(EXACT));
      return true;
    } catch (IOException refused) {
      return false;
    } finally {
      other.destroy();
    }
  }

  private static Path slackOfTheDirector(long pid) throws IOException {
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc", String.valueOf(pid), "task"))) {
      for (Path thread : threads) {
        if (Files.readString(thread.resolve("comm")).strip().equals("ZDirector")) {
          return Path.of("/proc").resolve(thread.getFileName()).resolve("timerslack_ns");
        }
      }
    }
    throw new AssertionError("no OSD with ZGC has the process number " + pid);
  }

  private static long read(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
