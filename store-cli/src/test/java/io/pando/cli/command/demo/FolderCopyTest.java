package io.pando.cli.command.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.command.UserError;
import io.pando.cli.output.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of a folder the demo stores. */
class FolderCopyTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path folder = Path.of("");

  private FolderCopy copy() throws IOException {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return FolderCopy.of(
        new Console(InputStream.nullInputStream(), nowhere, nowhere, false), folder);
  }

  /** A file that is one hole. */
  private void sparse(String name, long bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
      file.setLength(bytes);
    }
  }

  @Test
  void allOfASmallFolder() throws IOException {
    Files.writeString(folder.resolve("a"), "text");
    sparse("b", GIB - 4);
    assertThat(copy().names()).containsExactly("a", "b");
    assertThat(copy().totalBytes()).isEqualTo(GIB);
    assertThat(copy().omission()).isEmpty();
  }

  @Test
  void holesOfManyGibibytesAreLeftOut() throws IOException {
    Files.writeString(folder.resolve("a"), "text");
    sparse("disk.img", 100 * GIB);
    sparse("m", GIB / 2);
    sparse("n", GIB / 2);
    Files.writeString(folder.resolve("z"), "text");
    FolderCopy copy = copy();
    assertThat(copy.names()).containsExactly("a", "m", "z");
    assertThat(copy.totalBytes()).isEqualTo(GIB / 2 + 8);
    assertThat(copy.omission())
        .contains(
            "Left out: 2 of the files (101 GiB)."
                + " The demo stores at most 1.0 GiB; holes in files count.");
  }

  @Test
  void nothingIsLeft() throws IOException {
    assertThatThrownBy(this::copy)
        .isInstanceOf(UserError.class)
        .hasMessageEndingWith("contains no files to store");
    sparse("disk.img", 100 * GIB);
    assertThatThrownBy(this::copy)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("contains no files to store. Left out: 1 of the files");
  }
}
