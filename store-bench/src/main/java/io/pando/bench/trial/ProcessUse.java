package io.pando.bench.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Resources used by processes.
 *
 * @param cpuNanos processor time of all of them together, since they started
 * @param residentBytes memory of the largest of them now; 0 where the system does not report it
 */
record ProcessUse(long cpuNanos, long residentBytes) {
  static ProcessUse of(List<ProcessHandle> processes) throws IOException {
    long cpuNanos = 0;
    long residentBytes = 0;
    for (ProcessHandle process : processes) {
      cpuNanos += process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
      residentBytes = Math.max(residentBytes, residentBytes(process.pid()));
    }
    return new ProcessUse(cpuNanos, residentBytes);
  }

  private static long residentBytes(long pid) throws IOException {
    Path status = Path.of("/proc", String.valueOf(pid), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }
}
