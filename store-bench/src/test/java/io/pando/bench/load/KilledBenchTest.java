package io.pando.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Progress;
import io.pando.cli.Shell;
import io.pando.cli.TestCluster;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.JavaCommand;
import io.pando.client.Pool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark as a process of its own, which is terminated or killed while it writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledBenchTest {
  private @Nullable TestCluster cluster;
  private Shell shell = new Shell(BenchMain::commands, Path.of(""));
  private List<String> java = List.of();

  @BeforeAll
  void startCluster(@TempDir Path folder) throws Exception {
    ClusterConfig config = TestCluster.layOut(folder.resolve("cluster"));
    cluster = TestCluster.start(config);
    cluster.createPool("p", 4);
    shell = new Shell(BenchMain::commands, folder, "-c", config.file().toString());
    pool().writeFull("o", "some bytes".getBytes(StandardCharsets.UTF_8));
    java = new ArrayList<>(JavaCommand.of(256, List.of("-c", config.file().toString())));
    java.replaceAll(
        word -> word.equals(io.pando.cli.Main.class.getName()) ? BenchMain.class.getName() : word);
  }

  @AfterAll
  void stopCluster() throws Exception {
    Objects.requireNonNull(cluster).close();
  }

  @Test
  void cleansUpWhenItIsTerminated() throws Exception {
    Process bench = start("bench", "write", "-b", "4096", "-t", "2", "-s", "600");
    Progress.await("objects", this::benchmarkObjects, 1);
    bench.destroy();
    assertThat(bench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(bench.exitValue()).isEqualTo(143);
    assertThat(benchmarkObjects()).isZero();
  }

  @Test
  void leftObjectsAreRemovedByACommand() throws Exception {
    Process bench = start("bench", "write", "-b", "4096", "-t", "2", "-s", "600");
    Progress.await("objects", this::benchmarkObjects, 1);
    kill(bench);
    assertThat(benchmarkObjects()).isPositive();
    assertThat(shell.run("bench", "cleanup").out()).contains("removed from pool 'p'");
    assertThat(benchmarkObjects()).isZero();
    assertThat(pool().list()).containsExactly("o");
  }

  private long benchmarkObjects() {
    return pool().list().stream().filter(name -> name.startsWith("benchmark_")).count();
  }

  private Process start(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(java);
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  private Pool pool() {
    return Objects.requireNonNull(cluster).pool("p");
  }
}
