package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.config.ClusterConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code pando mount} with a cluster of processes, from beginning to end: the process that serves
 * the mount is the one that users have.
 */
class MountedClusterTest {
  private static final String FILES = "home";
  private static final long UNMOUNT_SECONDS = 20;

  /** What mounts need and a machine may lack, in the words of their errors. */
  private static final List<String> UNABLE =
      List.of("CAP_SYS_ADMIN", "modprobe fuse", "may not open", "package fuse3", "FUSE protocol");

  @TempDir private Path temp = Path.of("");
  private Path directory = Path.of("");
  private Path data = Path.of("");
  private Shell shell = new Shell(temp);

  @BeforeEach
  void startCluster() throws Exception {
    Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/fuse")), "there is no /dev/fuse to use");
    data = temp.resolve("data");
    directory = Files.createDirectory(temp.resolve("a place-for it"));
    shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0", "--mons", "1", "--mds", "1");
    shell = new Shell(temp, "-c", data.resolve("pando.yaml").toString());
    for (String pool : List.of("names", "bytes")) {
      assertThat(shell.run("pool", "create", pool, "4").err()).isEmpty();
    }
    assertThat(shell.run("fs", "create", FILES, "names", "bytes").err()).isEmpty();
  }

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Process unmount =
        new ProcessBuilder("umount", "--lazy", directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean _ = unmount.waitFor(UNMOUNT_SECONDS, TimeUnit.SECONDS);
    Daemons.killAll(data);
  }

  @Test
  void anEvictedMountFailsForDirtyFilesAndThenWorksAgain() throws Exception {
    Shell.Outcome mounted = shell.run("mount", FILES, directory.toString());
    if (UNABLE.stream().anyMatch(mounted.err()::contains)) {
      Assumptions.abort("no file system can be mounted here: " + mounted.err());
    }
    assertThat(mounted.err()).isEmpty();
    assertThat(mounted.out())
        .isEqualTo(
            "home is mounted at %1$s. 'pando umount %1$s' unmounts it.\n"
                .formatted(directory.toRealPath()));

    Path file = directory.resolve("file");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(channel, "durable");
      channel.force(true);
      write(channel, ", and lost");
      assertThat(shell.run("fs", "evict", FILES, session()).err()).isEmpty();
      Progress.await("a failed fsync", () -> fails(channel) ? 1 : 0, 1);
      assertThatThrownBy(() -> write(channel, "more")).hasMessageContaining("Input/output error");
    }

    assertThat(Files.readString(file)).startsWith("durable");
    Path next = Files.writeString(directory.resolve("next"), "works again");
    assertThat(Files.readString(next)).isEqualTo("works again");
    assertThat(Files.readString(log()))
        .containsPattern("the session is lost: (it is fenced \\(evicted by|an operator evicted it)")
        .doesNotContain("\tat ", "ERROR");

    Shell.Outcome unmounted = shell.run("umount", directory.toString());
    assertThat(unmounted.err()).contains("may not be durable: Input/output error");
    assertThat(unmounted.status()).isZero();
    assertThat(directory).isEmptyDirectory();
    // Another mount of the directory has the same log.
    assertThat(shell.run("mount", FILES, directory.toString()).status()).isZero();
    assertThat(directory.resolve("next")).hasContent("works again");
    assertThat(shell.run("umount", directory.toString()).err()).isEmpty();
    assertThat(Files.readString(log())).contains("the session is lost");
    assertThat(shell.run("fs", "fsck", FILES).out()).contains("no problems");
    assertThat(shell.run("down").status()).isZero();
  }

  private static void write(FileChannel channel, String text) throws IOException {
    int _ = channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean fails(FileChannel channel) {
    try {
      channel.force(true);
      write(channel, ".");
      return false;
    } catch (IOException lost) {
      return true;
    }
  }

  private String session() {
    Matcher name =
        Pattern.compile("client\\.\\d+").matcher(shell.run("fs", "clients", FILES).out());
    assertThat(name.find()).as("the mount is a client").isTrue();
    return name.group();
  }

  /** The only log of a mount. */
  private Path log() throws IOException {
    Path folder = ClusterConfig.read(data.resolve("pando.yaml")).file().resolveSibling("log");
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> mounts =
          all.filter(each -> each.getFileName().toString().startsWith("mount-")).toList();
      assertThat(mounts).hasSize(1);
      assertThat(mounts.getFirst().getFileName().toString()).endsWith("-a_place--for_it.log");
      return mounts.getFirst();
    }
  }
}
