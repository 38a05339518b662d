package io.pando.cli.command.run;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.JavaCommand;
import io.pando.cli.process.RunFolder;
import io.pando.cli.process.RunningProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Starts a cluster in a process that outlives this one, and waits until it is up. */
record Detached(ClusterConfig config, RunFolder folder, CommandContext context) {
  /** File in the run folder that exists once the cluster is up. */
  static final String READY = "ready";

  private static final int HEAP_MIB = 1536;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(240);
  private static final long LOOK_MILLIS = 100;

  /** Starts the cluster; the exit status is a failure if not all daemons are up. */
  int start(boolean processes, @Nullable String host) throws IOException, InterruptedException {
    Optional<RunningProcess> other = folder.running(RunFolder.UP);
    if (other.isPresent()) {
      throw UserError.failed(
          "the cluster is already running, as process %s. Stop it with: pando down"
              .formatted(other.get().pid()));
    }
    Files.createDirectories(folder.folder());
    Files.deleteIfExists(folder.folder().resolve(READY));
    Path log = Files.createDirectories(config.file().resolveSibling("log")).resolve("up.out");
    List<String> arguments = new ArrayList<>(List.of("up", "-c", config.file().toString()));
    if (processes) {
      arguments.add("--processes");
    }
    if (host != null) {
      arguments.addAll(List.of("--host", host));
    }
    if (context.json()) {
      arguments.addAll(List.of("-f", "json"));
    }
    List<String> line =
        new ArrayList<>(JavaCommand.of(processes || host != null ? 256 : HEAP_MIB, arguments));
    line.addFirst("nohup");
    Process process =
        new ProcessBuilder(line)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(log.toFile())
            .redirectErrorStream(true)
            .start();
    await(process, log);
    PrintStream out = context.console().out();
    out.print(Files.readString(log).replaceFirst("(?m)^nohup: .*\\R", ""));
    out.flush();
    String troubles = Files.readString(folder.folder().resolve(READY));
    if (troubles.isEmpty()) {
      return ExitStatus.OK;
    }
    context
        .console()
        .err()
        .println(
            "pando: not all daemons are up; the others keep running (pando status):\n"
                + troubles.strip());
    return ExitStatus.FAILED;
  }

  private void await(Process process, Path log) throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!Files.exists(folder.folder().resolve(READY))) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        throw UserError.failed("the cluster did not start:\n" + Files.readString(log).strip());
      }
      if (System.nanoTime() > deadlineNanos) {
        process.destroy();
        throw UserError.failed("the cluster was not up in time; see " + log);
      }
    }
  }
}
