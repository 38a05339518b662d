package io.pando.cli.command.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.command.UserError;
import io.pando.cli.output.Console;
import io.pando.cli.output.ResultStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectNameOfTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void namesInUtf8AreTakenAsTheyAre() throws Exception {
    make("sub/plain", "sub/na\\xc3\\xafve", "sub/100% of it");
    assertThat(copy().names()).containsExactly("sub/100% of it", "sub/na\u00efve", "sub/plain");
  }

  @Test
  void aNameThatIsNoUtf8IsRefusedAndNamed() throws Exception {
    make("plain", "a\\xff", "a\\xfe");
    assertThatThrownBy(this::copy)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is not valid UTF-8")
        .hasMessageFindingMatch("file a%F[EF] ");
  }

  private FolderCopy copy() throws Exception {
    ResultStream nowhere = ResultStream.to(OutputStream.nullOutputStream());
    return FolderCopy.of(
        new Console(InputStream.nullInputStream(), nowhere, nowhere, false), folder());
  }

  private Path folder() {
    return temp.resolve("files");
  }

  /** A shell makes them, since the names of this JVM's files depend on its locale. */
  private void make(String... names) throws Exception {
    for (String name : names) {
      Path folder = Files.createDirectories(folder().resolve("sub"));
      String script = "printf x > $'" + name + "'";
      int status =
          new ProcessBuilder("bash", "-c", script)
              .directory(folder.resolveSibling("").toFile())
              .start()
              .waitFor();
      assertThat(status).isZero();
    }
  }
}
