package io.pando.cli;

import io.pando.cli.process.RunningProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Watches how much memory a process has resident. */
final class ResidentMemory implements AutoCloseable {
  private static final int LOOK_MILLIS = 50;

  private final Path status;
  private final AtomicLong most = new AtomicLong();
  private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();

  ResidentMemory(RunningProcess process) {
    this.status = Path.of("/proc", String.valueOf(process.pid()), "status");
    var _ =
        looking.scheduleAtFixedRate(
            () -> most.accumulateAndGet(nowBytes(), Math::max),
            0,
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /** Most there was since the last question, in bytes. */
  long takeMostBytes() {
    return Math.max(most.getAndSet(0), nowBytes());
  }

  private long nowBytes() {
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
      }
      throw new IllegalStateException(status + " has no VmRSS: the process has ended");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
