package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas that cannot be opened say why. */
class OpeningTest {
  @TempDir Path directory;
  private final SingleThreadLoop loop = new SingleThreadLoop("opening");

  @AfterEach
  void stop() {
    loop.close();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private RaftOptions options(ClusterId cluster, int number, int port) {
    MonitorInfo self = new MonitorInfo(Trio.node(number), "127.0.0.1", 1, port);
    return new RaftOptions(
        RaftOptions.Peers.founder(cluster, self.node(), List.of(self)),
        directory,
        new RaftOptions.Elections(100, 200),
        2);
  }

  private RatisLog open(RaftOptions options) throws LogOpenException {
    return RatisLog.open(options, loop, new Tally(), failure -> {});
  }

  private static void assertProblem(
      ThrowingCallable opening, LogOpenException.Problem problem, String... words) {
    assertThatThrownBy(opening)
        .isInstanceOfSatisfying(
            LogOpenException.class,
            e -> {
              assertThat(e.problem()).as(e.toString()).isEqualTo(problem);
              assertThat(e.getMessage()).contains(words);
            });
  }

  @Test
  void directoryOfAnotherIsRefused() throws Exception {
    int port = freePort();
    open(options(Trio.CLUSTER, 0, port)).close();
    ClusterId other = new ClusterId(new UUID(5, 5));
    assertProblem(
        () -> open(options(other, 0, port)),
        LogOpenException.Problem.NOT_OURS,
        other.toString(),
        directory.toString());
    assertProblem(
        () -> open(options(Trio.CLUSTER, 1, port)),
        LogOpenException.Problem.NOT_OURS,
        "mon.0",
        "mon.1");
  }

  @Test
  void portThatIsTakenIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertProblem(
          () -> open(options(Trio.CLUSTER, 0, taken.getLocalPort())),
          LogOpenException.Problem.PORT_TAKEN,
          "127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void fileInPlaceOfTheDirectoryIsNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    MonitorInfo self = new MonitorInfo(Trio.node(0), "127.0.0.1", 1, freePort());
    RaftOptions options =
        new RaftOptions(
            RaftOptions.Peers.founder(Trio.CLUSTER, self.node(), List.of(self)),
            file,
            new RaftOptions.Elections(100, 200),
            2);
    assertProblem(() -> open(options), LogOpenException.Problem.UNUSABLE, file.toString());
  }

  @Test
  void damagedSnapshotIsNotUsed() throws Exception {
    fill();
    overwrite("snapshot.", 0, "rubbish");
    assertProblem(
        () -> open(options(Trio.CLUSTER, 0, freePort())),
        LogOpenException.Problem.DAMAGED,
        directory.toString());
  }

  @Test
  void damagedLogIsNotUsed() throws Exception {
    fill();
    overwrite("log_", 60, "rubbish");
    assertProblem(
        () -> open(options(Trio.CLUSTER, 0, freePort())),
        LogOpenException.Problem.DAMAGED,
        directory.toString());
  }

  private void fill() throws Exception {
    try (Trio.Alone alone = new Trio.Alone(options(Trio.CLUSTER, 0, freePort()))) {
      for (int i = 0; i < 5; i++) {
        alone.apply("x" + i);
      }
    }
  }

  private void overwrite(String prefix, int offset, String text) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(p -> isDamageable(p, prefix)).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        byte[] rubbish = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < rubbish.length && offset + i < bytes.length; i++) {
          bytes[offset + i] = rubbish[i];
        }
        Files.write(file, bytes);
      }
    }
  }

  private static boolean isDamageable(Path path, String prefix) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(prefix) && !name.endsWith(".md5");
  }
}
