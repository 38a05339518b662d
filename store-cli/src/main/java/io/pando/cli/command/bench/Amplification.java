package io.pando.cli.command.bench;

import io.pando.cli.output.Figures;
import io.pando.report.DeviceWrites;
import io.pando.report.OsdPerformance;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was written, divided by what clients wrote: by the OSDs' own account, and by the disks'.
 *
 * @param clientBytes that were written
 * @param written by all OSDs
 * @param diskBytes that reached the disks; 0 if that is not known
 */
public record Amplification(long clientBytes, DeviceWrites written, long diskBytes) {
  /** That of a load. */
  Amplification(BenchReport.Title title, Measured measured) {
    this(measured.outcome().latencies().getTotalCount() * title.sizeBytes(), measured.cost());
  }

  /** That of what was written meanwhile. */
  public Amplification(long clientBytes, UsageSample cost) {
    this(
        clientBytes,
        cost.osds().values().stream()
            .map(OsdPerformance::written)
            .reduce(DeviceWrites.NONE, DeviceWrites::plus),
        cost.diskBytes().values().stream().mapToLong(Long::longValue).sum());
  }

  /** The OSDs' account, by category. */
  public Map<String, Double> byCategory() {
    Map<String, Double> shares = new LinkedHashMap<>();
    Figures.writtenBytes(written)
        .forEach((category, bytes) -> shares.put(category, perClientByte(bytes)));
    return shares;
  }

  /** The OSDs' account, of all categories. */
  public double ofAccount() {
    return perClientByte(written.bytes());
  }

  /** What reached the disks. */
  public double ofDisks() {
    return perClientByte(diskBytes);
  }

  private double perClientByte(long bytes) {
    return (double) bytes / Math.max(1, clientBytes);
  }
}
