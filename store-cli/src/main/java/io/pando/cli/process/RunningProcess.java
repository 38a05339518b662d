package io.pando.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process of this machine. Its start time distinguishes it from a later process with the same
 * number. Thread-safe.
 *
 * @param pid process number
 * @param startTicks start time, in clock ticks since the machine booted; {@link #UNKNOWN} if it was
 *     not recorded: then the process must at least be a JVM
 */
public record RunningProcess(long pid, long startTicks) {
  /** Start time where there is no {@code /proc}, and in files of older versions. */
  static final long UNKNOWN = -1;

  private static final Path PROC = Path.of("/proc");
  private static final Pattern NOTE = Pattern.compile("([0-9]{1,18})(?: ([0-9]{1,18}))?");
  private static final long LOOK_MILLIS = 20;

  /** Condition of a process. */
  public enum Condition {
    /** It runs, or is paused and can be resumed. */
    RUNS,
    /** It was killed or is exiting; its files and ports may still be open. */
    ENDS,
    /** It has ended; at most its status is left, which its parent has not collected. */
    GONE
  }

  /** The calling process. */
  static RunningProcess current() {
    long pid = ProcessHandle.current().pid();
    return new RunningProcess(
        pid, ProcStat.read(PROC, pid).map(ProcStat::startTicks).orElse(UNKNOWN));
  }

  /** Parses the result of {@link #note}. */
  static Optional<RunningProcess> parse(String note) {
    Matcher matcher = NOTE.matcher(note.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String ticks = matcher.group(2);
    return Optional.of(
        new RunningProcess(
            Long.parseLong(matcher.group(1)), ticks == null ? UNKNOWN : Long.parseLong(ticks)));
  }

  /** Text from which the process can be found again. */
  String note() {
    return startTicks == UNKNOWN ? String.valueOf(pid) : pid + " " + startTicks;
  }

  /** The present condition of the process. */
  public Condition condition() throws IOException {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    Optional<ProcStat> stat = ProcStat.read(PROC, pid);
    if (handle.isEmpty() || stat.isEmpty()) {
      // Without /proc only Java's information is available.
      boolean lives = !Files.exists(PROC.resolve("self")) && handle.isPresent();
      return lives && isJava(handle.get()) ? Condition.RUNS : Condition.GONE;
    }
    if (startTicks != UNKNOWN && startTicks != stat.get().startTicks()) {
      return Condition.GONE;
    }
    if (stat.get().isZombie()) {
      // A process is a zombie as soon as its first thread has ended; other threads may still have
      // files open.
      return threads() > 1 ? Condition.ENDS : Condition.GONE;
    }
    if (stat.get().isExiting() || ProcStat.isKilled(PROC, pid)) {
      return Condition.ENDS;
    }
    return startTicks != UNKNOWN || isJava(handle.get()) ? Condition.RUNS : Condition.GONE;
  }

  /** Waits until the process has ended, up to a limit; returns whether it has. */
  public boolean awaitEnd(Duration patience) throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (condition() != Condition.GONE) {
      if (System.nanoTime() - deadlineNanos > 0) {
        return false;
      }
      lookAgain();
    }
    return true;
  }

  /**
   * Waits before the next check: the end of a zombie that its parent does not collect is never
   * signalled.
   */
  private void lookAgain() throws InterruptedException {
    try {
      ProcessHandle.of(pid)
          .map(ProcessHandle::onExit)
          .orElseGet(() -> CompletableFuture.completedFuture(null))
          .get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException notTold) {
      // The condition is checked next.
    }
  }

  /** Asks it to stop. */
  public void stop() {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
  }

  /** Kills the process. */
  public void kill() {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Processor time that the process used since its start. */
  public Duration cpu() {
    return ProcessHandle.of(pid)
        .flatMap(handle -> handle.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  private long threads() {
    try (Stream<Path> threads = Files.list(PROC.resolve(String.valueOf(pid)).resolve("task"))) {
      return threads.count();
    } catch (IOException gone) {
      return 0;
    }
  }

  private static boolean isJava(ProcessHandle process) {
    return process.info().command().map(command -> command.endsWith("java")).orElse(false);
  }
}
