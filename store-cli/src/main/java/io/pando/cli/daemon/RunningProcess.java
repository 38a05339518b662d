package io.pando.cli.daemon;

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
 * A process of this machine, told from a later one that was given the same number by the moment at
 * which it began. Safe for use by several threads.
 *
 * @param pid its number
 * @param startTicks when it began, in clock ticks since the machine did; {@link #UNKNOWN} where
 *     nobody noted that, and then it must at least be a JVM
 */
public record RunningProcess(long pid, long startTicks) {
  /** Where there is no {@code /proc}, and of files that older versions left. */
  static final long UNKNOWN = -1;

  private static final Path PROC = Path.of("/proc");
  private static final Pattern NOTE = Pattern.compile("([0-9]{1,18})(?: ([0-9]{1,18}))?");
  private static final long LOOK_MILLIS = 20;

  /** How it is with a process. */
  public enum Condition {
    /** It runs, or stands still and can go on. */
    RUNS,
    /** It was killed or is leaving; files and ports of it may still be open. */
    ENDS,
    /** There is nothing left of it, but perhaps its status, which its parent has not asked for. */
    GONE
  }

  /** The process that calls. */
  static RunningProcess current() {
    long pid = ProcessHandle.current().pid();
    return new RunningProcess(
        pid, ProcStat.read(PROC, pid).map(ProcStat::startTicks).orElse(UNKNOWN));
  }

  /** From what {@link #note} gave. */
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

  /** What to write down so that it is found again. */
  String note() {
    return startTicks == UNKNOWN ? String.valueOf(pid) : pid + " " + startTicks;
  }

  /** How it is with it now. */
  public Condition condition() throws IOException {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    Optional<ProcStat> stat = ProcStat.read(PROC, pid);
    if (handle.isEmpty() || stat.isEmpty()) {
      // Without /proc there is only what Java tells.
      boolean lives = !Files.exists(PROC.resolve("self")) && handle.isPresent();
      return lives && isJava(handle.get()) ? Condition.RUNS : Condition.GONE;
    }
    if (startTicks != UNKNOWN && startTicks != stat.get().startTicks()) {
      return Condition.GONE;
    }
    if (stat.get().isZombie()) {
      // It is one as soon as its first thread has ended; the others may have files open still.
      return threads() > 1 ? Condition.ENDS : Condition.GONE;
    }
    if (stat.get().isExiting() || ProcStat.isKilled(PROC, pid)) {
      return Condition.ENDS;
    }
    return startTicks != UNKNOWN || isJava(handle.get()) ? Condition.RUNS : Condition.GONE;
  }

  /** Waits until it is gone, at most so long; whether it is. */
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
   * A process that its parent does not ask for is never told of, so that is looked at now and then.
   */
  private void lookAgain() throws InterruptedException {
    try {
      ProcessHandle.of(pid)
          .map(ProcessHandle::onExit)
          .orElseGet(() -> CompletableFuture.completedFuture(null))
          .get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException notTold) {
      // Its condition is looked at next.
    }
  }

  /** Asks it to stop. */
  public void stop() {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
  }

  /** Ends it without a word. */
  public void kill() {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Processor time that it used since it began. */
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
