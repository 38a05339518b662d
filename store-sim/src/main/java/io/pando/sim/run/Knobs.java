package io.pando.sim.run;

import io.pando.osd.config.OsdConfig;
import io.pando.random.Random64;
import io.pando.sim.SimSettings;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of OSDs as a seed draws them: short logs and small batches, so that backfill and copies
 * in pieces happen often; quick or slow failure detection; what the disks are.
 *
 * @param osd of {@link OsdConfig}
 * @param recovery of its recovery
 * @param group of its groups
 * @param batches of their recovery
 */
record Knobs(
    SimSettings.Store store,
    SortedMap<String, Object> osd,
    SortedMap<String, Object> recovery,
    SortedMap<String, Object> group,
    SortedMap<String, Object> batches) {
  private static final List<Integer> LOG_LENGTHS = List.of(8, 20, 60, 1000);
  private static final int SMALLEST_PIECE = 4096;
  private static final long MILLISECOND = 1_000_000;

  static Knobs draw(Random64 random) {
    SortedMap<String, Object> osd = new TreeMap<>();
    if (random.nextBoolean()) {
      long heartbeat = random.between(100, 500) * MILLISECOND;
      osd.put("heartbeatNanos", heartbeat);
      osd.put("graceNanos", heartbeat * random.between(3, 8));
    }
    SortedMap<String, Object> recovery = new TreeMap<>();
    recovery.put("slots", 1 + random.nextInt(4));
    recovery.put("guestSlots", 1 + random.nextInt(4));
    SortedMap<String, Object> group = new TreeMap<>();
    group.put("maxLogEntries", LOG_LENGTHS.get(random.nextInt(LOG_LENGTHS.size())));
    SortedMap<String, Object> batches = new TreeMap<>();
    batches.put("pieceBytes", SMALLEST_PIECE * (1 + random.nextInt(4)));
    batches.put("batchObjects", 1 + random.nextInt(8));
    batches.put("batches", 1 + random.nextInt(3));
    batches.put("scanObjects", 1 + random.nextInt(8));
    SimSettings.Store store = random.oneIn(3) ? SimSettings.Store.HEAP : SimSettings.Store.RAW;
    return new Knobs(store, osd, recovery, group, batches);
  }

  SimSettings settings() {
    OsdConfig usual = OsdConfig.defaults();
    SortedMap<String, Object> groups = new TreeMap<>(group);
    groups.put("recovery", Tuning.with(usual.group().recovery(), batches));
    SortedMap<String, Object> daemon = new TreeMap<>(osd);
    daemon.put("recovery", Tuning.with(usual.recovery(), recovery));
    daemon.put("group", Tuning.with(usual.group(), groups));
    return SimSettings.usual().with(store).with(Tuning.with(usual, daemon));
  }

  @Override
  public String toString() {
    return "%s store, %s %s %s %s".formatted(store, osd, recovery, group, batches);
  }
}
