package io.pando.bench.load;

import io.pando.cli.output.Figures;
import io.pando.report.DeviceWrites;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Write amplification: bytes written, divided by the bytes that clients wrote; as counted by the
 * OSDs and by the disks.
 *
 * @param clientBytes bytes that clients wrote
 * @param written bytes written by all OSDs
 * @param diskBytes bytes that reached the disks; 0 if not known
 */
public record Amplification(long clientBytes, DeviceWrites written, long diskBytes) {
  /** Amplification of a load. */
  Amplification(BenchReport.Title title, Measured measured) {
    this(measured.outcome().latencies().getTotalCount() * title.sizeBytes(), measured.cost());
  }

  /** Amplification during a period. */
  public Amplification(long clientBytes, UsageSample cost) {
    this(
        clientBytes,
        cost.osds().values().stream()
            .map(osd -> osd.store().written())
            .reduce(DeviceWrites.NONE, DeviceWrites::plus),
        cost.diskBytes().values().stream().mapToLong(Long::longValue).sum());
  }

  /** The OSDs' ratio, by category. */
  public Map<String, Double> byCategory() {
    Map<String, Double> shares = new LinkedHashMap<>();
    Figures.writtenBytes(written)
        .forEach((category, bytes) -> shares.put(category, perClientByte(bytes)));
    return shares;
  }

  /** The OSDs' ratio, all categories together. */
  public double ofAccount() {
    return perClientByte(written.bytes());
  }

  /** The disks' ratio. */
  public double ofDisks() {
    return perClientByte(diskBytes);
  }

  private double perClientByte(long bytes) {
    return (double) bytes / Math.max(1, clientBytes);
  }
}
