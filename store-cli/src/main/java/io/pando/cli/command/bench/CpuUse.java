package io.pando.cli.command.bench;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.RunFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Processor time of this process, and of the cluster's as far as they run on this machine.
 *
 * @param daemons processes of the cluster that were found
 */
record CpuUse(long ownNanos, long daemonNanos, int daemons) {
  /** As of now. */
  static CpuUse now(ClusterConfig config) throws IOException {
    List<ProcessHandle> found = new ArrayList<>(RunFolder.of(config).all().values());
    long sum = found.stream().mapToLong(CpuUse::nanos).sum();
    return new CpuUse(nanos(ProcessHandle.current()), sum, found.size());
  }

  private static long nanos(ProcessHandle process) {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  /** What was used since then. */
  CpuUse since(CpuUse before) {
    return new CpuUse(ownNanos - before.ownNanos, daemonNanos - before.daemonNanos, daemons);
  }
}
