package io.pando.bench.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;

/**
 * Resources that processes have used since they started; 0 where the system does not report them.
 *
 * @param readCalls system calls that read from files or sockets
 * @param deviceBytes bytes that devices had to read for these processes
 */
record OsdUse(long cpuNanos, long readCalls, long deviceBytes) {
  static OsdUse of(Collection<ProcessHandle> processes) throws IOException {
    long cpuNanos = 0;
    long readCalls = 0;
    long deviceBytes = 0;
    for (ProcessHandle process : processes) {
      cpuNanos += process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
      Path file = Path.of("/proc", String.valueOf(process.pid()), "io");
      if (Files.isReadable(file)) {
        for (String line : Files.readAllLines(file)) {
          readCalls += line.startsWith("syscr:") ? number(line) : 0;
          deviceBytes += line.startsWith("read_bytes:") ? number(line) : 0;
        }
      }
    }
    return new OsdUse(cpuNanos, readCalls, deviceBytes);
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1).trim());
  }

  OsdUse since(OsdUse before) {
    return new OsdUse(
        cpuNanos - before.cpuNanos, readCalls - before.readCalls, deviceBytes - before.deviceBytes);
  }
}
