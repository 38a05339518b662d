package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands of mounts refuse before they connect to a cluster. */
class MountCommandsTest {
  @TempDir private Path folder = Path.of("");
  private Shell shell = new Shell(folder);

  @BeforeEach
  void layOut() throws IOException, DaemonException {
    ClusterConfig config = TestCluster.layOut(folder.resolve("cluster"));
    shell = new Shell(folder, "-c", config.file().toString());
  }

  private void refuses(int status, String message, String... command) {
    Shell.Outcome outcome = shell.run(command);
    assertThat(outcome.err()).contains(message).doesNotContain("\tat ");
    assertThat(outcome.status()).isEqualTo(status);
  }

  @Test
  void targetIsAFileSystemAndAPathFromItsRoot() {
    refuses(2, "write 'files:/a/b'", "mount", "files:a/b", folder.toString());
    refuses(2, "a file system's name is expected before ':'", "mount", ":/a", folder.toString());
    refuses(2, "Missing required parameter", "mount", "files");
  }

  @Test
  void mountPointIsADirectory() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    refuses(1, "does not exist: make it with 'mkdir -p'", "mount", "files", folder + "/none");
    refuses(1, "is not a directory: name an existing directory", "mount", "files", "" + file);
  }

  @Test
  void filesAreNotHidden() {
    refuses(
        1,
        "the directory "
            + folder
            + " is not empty, and a mount would hide its files: choose"
            + " another one, or give --nonempty",
        "mount",
        "files",
        folder.toString());
  }

  @Test
  void onlyMountsOfPandoAreUnmounted() throws IOException {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    refuses(1, "nothing is mounted at " + plain.toRealPath(), "umount", plain.toString());
    refuses(1, "a file system of type proc is mounted at /proc", "umount", "/proc");
  }
}
