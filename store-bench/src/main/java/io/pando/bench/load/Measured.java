package io.pando.bench.load;

import io.pando.check.Invariant;
import io.pando.cli.command.BoundedWait;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Results of a load and the resources that it used.
 *
 * @param cost resources used by all processes during the load
 * @param restBytesPerSecond bytes per second written to the disks below the cluster while it was
 *     idle, just before the load; empty if not measured
 */
public record Measured(
    Load.Outcome outcome, UsageSample cost, SortedMap<String, Double> restBytesPerSecond) {
  private static final Duration REST = Duration.ofSeconds(2);

  /**
   * Runs a load.
   *
   * @param countsDisks whether to count bytes that reach the disks too: the system is made to write
   *     back its dirty pages before and after, and the disks are observed for two seconds of
   *     idleness
   */
  public static Measured run(
      Load load, Workload workload, UsageSample.Place place, boolean countsDisks)
      throws IOException, InterruptedException {
    SortedMap<String, Double> rest = Collections.emptySortedMap();
    boolean disks = countsDisks && !place.disks().isEmpty();
    if (disks) {
      Disks.settle();
      rest = rest(place.disks());
    }
    UsageSample before = UsageSample.from(place);
    Load.Outcome outcome = load.run(workload);
    if (disks) {
      Disks.settle();
    }
    return new Measured(outcome, UsageSample.from(place).since(before), rest);
  }

  /** Bytes per second written to all disks while the cluster was idle. */
  public double restBytes() {
    return restBytesPerSecond.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Share of bytes written to the disks during the load that other programs may have written. */
  public double restShare(long diskBytes) {
    return restBytes() * cost.nanos() / 1e9 / Math.max(1, diskBytes);
  }

  private static SortedMap<String, Double> rest(Disks disks)
      throws IOException, InterruptedException {
    SortedMap<String, Long> before = disks.writtenBytes();
    long beganNanos = System.nanoTime();
    boolean nothing = BoundedWait.until(REST, () -> false);
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    Invariant.check(!nothing, "nothing is waited for");
    SortedMap<String, Double> rates = new TreeMap<>();
    disks
        .writtenBytes()
        .forEach(
            (disk, bytes) -> rates.put(disk, (bytes - before.getOrDefault(disk, bytes)) / seconds));
    return rates;
  }
}
