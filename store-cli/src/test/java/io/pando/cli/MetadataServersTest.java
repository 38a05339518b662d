package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.file.FileEntry;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.cluster.Change;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.cluster.release.Release;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsRequest.RenameMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Metadata servers that are processes: one has the rank, another takes it. One test from beginning
 * to end, since starting the processes is what takes the time.
 */
class MetadataServersTest {
  private static final String FILES = "photos";

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void rankIsTakenOver() throws Exception {
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0", "--mons", "1", "--mds", "2");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    assertThat(shell.run("up", "--data", data.toString(), "--mds", "3").err())
        .contains("has 2 of them, so --mds 3 does not match");
    try (Cluster client = CommandContext.connect(config)) {
      client.admin().change(new Change.CreatePool("names", 4, 3, 2, null));
      client.admin().change(new Change.CreatePool("bytes", 4, 3, 2, null));
      assertThat(shell.run("fs", "create", FILES, "names", "bytes").err()).isEmpty();
      MdsInfo first = awaitActive(client, Optional.empty());
      assertThat(shell.run("fs", "status", FILES).out())
          .contains("active", first.node().toString());

      showsServers(shell);

      PandoFileSystem files = client.fileSystem(FILES);
      files.mkdirs("/a/b");
      PandoFile log = files.create("/a/b/log", 0644, OpenMode.READ_WRITE);
      log.write(0, bytes("before"));
      log.sync();
      assertThat(shell.run("fs", "clients", FILES).out()).contains("java", "open");
      assertThat(shell.run("fs", "journal", FILES).out()).contains("durable");
      assertThat(shell.run("fs", "requests", FILES).out()).contains("WAITS FOR");
      assertThat(shell.run("fs", "evict", FILES, "17").err()).contains("no session");

      Daemons.kill(config, first.node().toString());
      log.write(6, bytes(" and after"));
      log.close();
      MdsInfo second = awaitActive(client, Optional.of(first.incarnation()));
      try (PandoFileSystem other = client.fileSystem(FILES);
          PandoFile read = other.open("/a/b/log", OpenMode.READ)) {
        assertThat(read.read(0, 100).toUtf8()).isEqualTo("before and after");
        assertThat(other.stat("/a/b/log").sizeBytes()).isEqualTo(16);
      }
      assertThat(second.node()).isNotEqualTo(first.node());
      assertThat(client.admin().map().fences().contains(first.incarnation().number())).isTrue();

      startAgain(config, first.node().toString());
      Progress.await("standby", () -> client.admin().map().files().standbys().size(), 1);
      assertThat(shell.run("mds", "fail", second.node().toString()).err()).isEmpty();
      MdsInfo third = awaitActive(client, Optional.of(second.incarnation()));
      assertThat(third.node()).isEqualTo(first.node());
      Progress.await("second life", () -> client.admin().map().files().standbys().size(), 1);
      files.rename("/a/b/log", "/a/log", RenameMode.NO_REPLACE);
      assertThat(files.list("/a").stream().map(FileEntry::name))
          .containsExactlyInAnyOrder("b", "log");
      quotas(shell);
      files.close();
      assertThat(shell.run("fs", "fsck", FILES).out())
          .contains("file system 'photos': 4 directories, 1 files", "no problems");
      client.pool("bytes").write("leaf", 0, bytes("no file"));
      Shell.Outcome found = shell.run("fs", "fsck", FILES);
      assertThat(found.status()).isEqualTo(1);
      assertThat(found.out()).contains("owner: object leaf is no object of a file", "1 problem");
      assertThat(shell.run("fs", "fsck", "nothing").err()).contains("does not exist");
    }
    assertThat(shell.run("mds").err()).contains("--id N to run a metadata server");
    assertThat(shell.run("mds", "--id", "7").err()).contains("there are [0, 1]");
    assertThat(shell.run("down").status()).isZero();
  }

  private static void showsServers(Shell shell) {
    assertThat(shell.run("status").out())
        .contains("mds: 2 daemons: 1 on standby", "fs:  photos: rank 0 is active");
    assertThat(shell.run("status", "-f", "json").out()).contains("\"num_standby_mds\" : 1");
    assertThat(shell.run("versions").out())
        .containsPattern("mds\\.0 +" + Release.current().label() + " +up")
        .containsPattern("mds\\.1 +" + Release.current().label() + " +up");
  }

  private static void quotas(Shell shell) {
    assertThat(shell.run("fs", "quota", FILES, "/a", "--bytes", "1M", "--files", "2").out())
        .contains("1.0 MiB", "16 B");
    assertThat(shell.run("fs", "quota", FILES, "/a", "-f", "json").out())
        .contains("\"limit\" : 1048576");
    assertThat(shell.run("fs", "quota", FILES, "/a", "--clear").out()).contains("none");
    assertThat(shell.run("fs", "quota", FILES, "/a/log").err()).contains("is no directory");
    assertThat(shell.run("fs", "quota", FILES, "/a", "--bytes", "x").err()).contains("not 'x'");
    assertThat(shell.run("fs", "quota", FILES, "/a", "--clear", "--files", "1").err())
        .contains("omit --bytes and --files");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void startAgain(ClusterConfig config, String name) throws Exception {
    new DaemonProcesses(config).start(name, DaemonProcesses::present);
  }

  /** Waits until the rank is active, and its holder is another one than before. */
  private static MdsInfo awaitActive(Cluster client, Optional<MdsIncarnation> before) {
    Progress.await("active", () -> isActive(rank(client), before), 1);
    MdsIncarnation holder = Objects.requireNonNull(rank(client).holder(), "an active rank");
    return Objects.requireNonNull(client.admin().map().files().daemons().get(holder));
  }

  private static long isActive(Rank rank, Optional<MdsIncarnation> before) {
    boolean taken = rank.holder() != null && !Optional.ofNullable(rank.holder()).equals(before);
    return taken && rank.state() == RankState.ACTIVE ? 1 : 0;
  }

  private static Rank rank(Cluster client) {
    return List.copyOf(client.admin().map().files().named(FILES).orElseThrow().ranks().values())
        .getFirst();
  }
}
