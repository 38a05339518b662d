package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.JavaCommand;
import io.pando.client.Pool;
import io.pando.random.Random64;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands as processes of their own, without the launcher: with outputs that are full or closed,
 * inputs that are closed, names that are no UTF-8; and killed in the middle.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypedProcessesTest {
  private static final byte[] BIG = new byte[9 << 20];

  private Path temp = Path.of("");
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(Path.of(""));
  private List<String> java = List.of();

  @BeforeAll
  void startCluster(@TempDir Path folder) throws Exception {
    temp = folder;
    ClusterConfig config = TestCluster.layOut(temp.resolve("cluster"));
    cluster = TestCluster.start(config);
    cluster.createPool("p", 4);
    shell = new Shell(temp, "-c", config.file().toString());
    new Random64(1).nextBytes(BIG);
    pool().writeFull("o", "some bytes".getBytes(StandardCharsets.UTF_8));
    java = JavaCommand.of(256, List.of("-c", config.file().toString()));
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get o - > /dev/full",
        "get o - >&-",
        "ls > /dev/full",
        "status > /dev/full",
        "status -f json > /dev/full",
        "help pool > /dev/full"
      })
  void outputThatIsLostIsAFailure(String call) throws Exception {
    Ended ended = type("PANDO " + call);
    assertThat(ended.err).startsWith("pando: standard output could not be written: ");
    assertThat(ended.status).isEqualTo(1);
  }

  @Test
  void aReaderThatEndsIsNoNews() throws Exception {
    pool().writeFull("long", BIG);
    Ended ended = type("PANDO get long - | head -c 1 > first; exit ${PIPESTATUS[0]}");
    assertThat(ended.err).isEmpty();
    assertThat(ended.status).isEqualTo(141);
    pool().remove("long");
  }

  @Test
  void closedInputIsNoObject() throws Exception {
    Ended ended = type("PANDO put closed - <&-");
    assertThat(ended.err).startsWith("pando: ").contains("standard input is closed");
    assertThat(ended.status).isEqualTo(1);
    assertThat(pool().list()).doesNotContain("closed");
  }

  @Test
  void namesThatAreNoUtf8AreRefusedAndOthersTakenInAnyLocale() throws Exception {
    Ended refused = type("PANDO put $'a\\xff' - < /dev/null");
    assertThat(refused.err)
        .startsWith("pando: ")
        .contains("on the command line is not valid UTF-8");
    assertThat(refused.status).isEqualTo(2);
    Ended taken = type("LC_ALL=C PANDO put $'na\\xc3\\xafve' - < /dev/null");
    assertThat(taken.err).isEmpty();
    assertThat(pool().list()).contains("na\u00efve").noneMatch(name -> name.contains("\ufffd"));
    pool().remove("na\u00efve");
  }

  @Test
  void aPutThatIsKilledLeavesNoWholeObject() throws Exception {
    Process put = start("put", "cut", "-");
    feed(put);
    Progress.await("a part", () -> pool().list().stream().filter("cut"::equals).count(), 1);
    kill(put);
    Shell.Outcome get = shell.run("get", "cut", temp.resolve("back").toString());
    assertThat(get.status()).isEqualTo(1);
    assertThat(get.err()).contains("'cut'").contains("is incomplete");
    assertThat(temp.resolve("back")).doesNotExist();
    assertThat(shell.run("stat", "cut").out()).contains(", incomplete: ");
    assertThat(shell.run("stat", "cut", "-f", "json").out()).contains("\"incomplete\" : true");
    assertThat(shell.feed(BIG, "put", "cut", "-").status()).isZero();
    assertThat(shell.run("get", "cut").bytes()).isEqualTo(BIG);
    pool().remove("cut");
  }

  @Test
  void whatAKilledPutWasToReplaceIsStillThere() throws Exception {
    Process put = start("put", "o", "-");
    feed(put);
    kill(put);
    assertThat(shell.run("get", "o").out()).isEqualTo("some bytes");
  }

  private record Ended(int status, String err) {}

  /** Runs a line of a shell, in which PANDO is the program. */
  private Ended type(String line) throws Exception {
    String program = java.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    Path err = temp.resolve("err");
    Process process =
        new ProcessBuilder("bash", "-c", line.replace("PANDO", program))
            .directory(temp.toFile())
            .redirectOutput(temp.resolve("out").toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), Files.readString(err));
  }

  private Process start(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(java);
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Gives most of the bytes, and leaves the process waiting for more. */
  private static void feed(Process process) throws IOException {
    OutputStream in = process.getOutputStream();
    in.write(BIG);
    in.flush();
  }

  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  private Pool pool() {
    return Objects.requireNonNull(cluster).pool("p");
  }
}
