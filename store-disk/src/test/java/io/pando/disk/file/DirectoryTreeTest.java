package io.pando.disk.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files and folders that a sync of a directory flushes. */
final class DirectoryTreeTest {
  @TempDir Path root = Path.of("set by JUnit");

  private final List<Path> flushed = new ArrayList<>();

  private static void write(FileTree tree, String path) throws IOException {
    tree.write(path, 0, ByteBuffer.wrap(new byte[10]));
  }

  @Test
  void theFirstSyncFlushesWhatAnEarlierProcessLeftInThePageCache() throws IOException {
    try (DirectoryTree killed = new DirectoryTree(root, flushed::add)) {
      write(killed, "a/f");
      killed.truncate("a/f", 5);
    }
    assertThat(flushed).isEmpty();
    try (DirectoryTree tree = new DirectoryTree(root, flushed::add)) {
      tree.truncate("a/f", 5);
      tree.sync();
      assertThat(flushed).containsExactly(root);
      write(tree, "a/f");
      tree.sync();
      assertThat(flushed).hasSize(1);
    }
  }

  @Test
  void aFileGetsAnotherNameUnlessThatIsTaken() throws IOException {
    try (DirectoryTree tree = new DirectoryTree(root, null)) {
      write(tree, "a/f");
      tree.move("a/f", "c/g");
      assertThat(tree.files()).containsExactly("c/g");
      write(tree, "a/f");
      tree.truncate("a/f", 1);
      tree.move("a/f", "c/g");
      assertThat(tree.files()).containsExactly("a/f", "c/g");
      assertThat(tree.read("a/f", 0, ByteBuffer.allocate(100))).isEqualTo(1);
      assertThat(tree.read("c/g", 0, ByteBuffer.allocate(100))).isGreaterThan(1);
      tree.move("none", "d/h");
      assertThat(tree.read("d/h", 0, ByteBuffer.allocate(100))).isZero();
      tree.sync();
    }
  }

  @Test
  void withoutAFlushOfTheFileSystemAllFilesAreFlushed() throws IOException {
    try (DirectoryTree killed = new DirectoryTree(root, null)) {
      write(killed, "a/f");
      write(killed, "b/g");
      killed.delete("b/g");
    }
    try (DirectoryTree tree = new DirectoryTree(root, null)) {
      tree.sync();
      tree.copy("a/f", "c/h");
      tree.copy("a/f", "c/h");
      tree.sync();
      assertThat(tree.files()).containsExactly("a/f", "c/h");
    }
  }
}
