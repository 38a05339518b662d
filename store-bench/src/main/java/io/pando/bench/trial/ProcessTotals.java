package io.pando.bench.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Resources used by processes; 0 where the system does not report them.
 *
 * @param cpuNanos processor time of all of them together, since they started
 * @param readCalls system calls that read from files or sockets, since they started
 * @param deviceBytes bytes that devices had to read for them, since they started
 * @param writtenBytes bytes that they made devices write, since they started
 * @param residentBytes memory of the largest of them now
 */
public record ProcessTotals(
    long cpuNanos, long readCalls, long deviceBytes, long writtenBytes, long residentBytes) {
  /** Sums up the use of some processes. */
  public static ProcessTotals of(List<ProcessHandle> processes) throws IOException {
    ProcessTotals sum = new ProcessTotals(0, 0, 0, 0, 0);
    for (ProcessHandle process : processes) {
      Path proc = Path.of("/proc", String.valueOf(process.pid()));
      sum =
          new ProcessTotals(
              sum.cpuNanos + process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L),
              sum.readCalls + figure(proc.resolve("io"), "syscr:"),
              sum.deviceBytes + figure(proc.resolve("io"), "read_bytes:"),
              sum.writtenBytes + figure(proc.resolve("io"), "write_bytes:"),
              Math.max(sum.residentBytes, figure(proc.resolve("status"), "VmRSS:") * 1024));
    }
    return sum;
  }

  private static long figure(Path file, String name) throws IOException {
    if (!Files.isReadable(file)) {
      return 0;
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .sum();
  }

  /** Use since an earlier moment; the memory is that of now. */
  public ProcessTotals since(ProcessTotals before) {
    return new ProcessTotals(
        cpuNanos - before.cpuNanos,
        readCalls - before.readCalls,
        deviceBytes - before.deviceBytes,
        writtenBytes - before.writtenBytes,
        residentBytes);
  }
}
