package io.pando.cli.command.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.TestCluster;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.file.PandoFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDirectoryTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void whereNoMountIsPossibleFilesAreUsedWithoutOne() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp.resolve("cluster"), 1);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (TestCluster cluster = TestCluster.start(config);
        PandoFileSystem files = cluster.createFileSystem("home", 4);
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      try (FileDirectory directory =
          FileDirectory.open(config, "home", temp.resolve("none"), err)) {
        assertThat(directory.how())
            .startsWith("through java.nio.file: no mount is possible here, since ")
            .contains("does not exist");
        Files.writeString(directory.root().resolve("file"), "text");
      }
      assertThat(files.stat("/file").sizeBytes()).isEqualTo(4);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
