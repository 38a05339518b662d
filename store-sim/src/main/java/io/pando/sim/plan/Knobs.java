package io.pando.sim.plan;

import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.MonitorRules;
import io.pando.osd.config.OsdConfig;
import io.pando.probe.Limit;
import io.pando.random.Random64;
import io.pando.sim.ClientBounds;
import io.pando.sim.SimCluster;
import io.pando.sim.SimSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Settings of daemons as a seed draws them: short logs and small batches, so that backfill and
 * copies in pieces happen often; quick or slow failure detection; kinds of disks.
 *
 * @param tuned settings that differ from production, by part and name
 * @param logLengths OSDs whose groups keep logs of another length
 * @param slowDisks OSDs whose disks are slow all the time, with the largest delay in nanoseconds
 */
public record Knobs(
    SimSettings.Store store,
    Map<Part, SortedMap<String, Object>> tuned,
    SortedMap<Integer, Integer> logLengths,
    SortedMap<Integer, Long> slowDisks) {
  private static final List<Integer> LOG_LENGTHS = List.of(8, 20, 60, 1000);
  private static final List<Integer> MOST_CHANGES = List.of(0, 12, 65_536);
  private static final int SMALLEST_PIECE = 4096;
  private static final int SMALLEST_BLOCK = 512;
  private static final long MILLISECOND = 1_000_000;

  /** Many times the jumps of wall clocks, in milliseconds. */
  private static final long LONGEST_GRACE = Duration.ofDays(30).toMillis();

  /** An OSD is held down no longer than its failures are remembered. */
  private static final long LONGEST_FLAP_MILLIS = 10_000;

  /** Parts that have settings. */
  enum Part {
    /** The OSD, {@link OsdConfig}. */
    OSD,
    /** Recovery of the OSD. */
    RECOVERY,
    /** Groups of the OSD. */
    GROUP,
    /** Sizes of recovery batches. */
    BATCHES,
    /** Depth of hash trees. */
    TREE,
    /** Period and batch size of scrubs. */
    SCRUB,
    /** The monitor, {@link MonitorConfig}. */
    MONITOR,
    /** The settings of the monitors' rules, {@link MonitorRules}. */
    RULES,
    /** Clients with work, {@link ClientBounds}. */
    CLIENT,
    /** Limits that are constants in production, {@link Limit}. */
    LIMIT,
    /** Times at which troubles begin. */
    MOMENT
  }

  private static final String SMALL = "small";
  private static final String AT_WRITES = "atWrites";
  private static final String LULL = "longestLullNanos";

  public static Knobs draw(Random64 random) {
    Knobs knobs =
        new Knobs(
            SimSettings.Store.RAW, new EnumMap<>(Part.class), new TreeMap<>(), new TreeMap<>());
    // Troubles end soon, so in most runs they are detected soon too.
    if (!random.oneIn(4)) {
      long heartbeat = random.between(100, 500) * MILLISECOND;
      knobs =
          knobs
              .with(Part.OSD, "heartbeatNanos", heartbeat)
              .with(Part.OSD, "graceNanos", heartbeat * random.between(3, 8));
    }
    knobs =
        knobs
            .with(Part.RECOVERY, "slots", 1 + random.nextInt(4))
            .with(Part.RECOVERY, "guestSlots", 1 + random.nextInt(4))
            .with(Part.GROUP, "maxLogEntries", LOG_LENGTHS.get(random.nextInt(LOG_LENGTHS.size())))
            .with(Part.BATCHES, "pieceBytes", SMALLEST_PIECE * (1 + random.nextInt(4)));
    int batchObjects = 1 + random.nextInt(8);
    int batches = 1 + random.nextInt(3);
    int scanObjects = 1 + random.nextInt(8);
    // Whether the version index is used always, for few changes or never, and the block size,
    // depend on earlier draws, so that seeds keep their meaning.
    knobs =
        knobs
            .with(Part.BATCHES, "batchObjects", batchObjects)
            .with(Part.BATCHES, "blockBytes", SMALLEST_BLOCK << batchObjects % 4)
            .with(Part.BATCHES, "batches", batches)
            .with(Part.BATCHES, "scanObjects", scanObjects)
            .with(Part.BATCHES, "indexChanges", MOST_CHANGES.get(scanObjects % 3))
            .with(Part.BATCHES, "indexPage", batchObjects);
    return new Knobs(drawStore(random), knobs.tuned, knobs.logLengths, knobs.slowDisks);
  }

  /**
   * Uses one random number however many kinds of store there are, so that later draws of a seed
   * stay the same.
   */
  private static SimSettings.Store drawStore(Random64 random) {
    return switch (random.nextInt(6)) {
      case 0 -> SimSettings.Store.HEAP;
      case 1 -> SimSettings.Store.KV;
      case 2 -> SimSettings.Store.FILE;
      default -> SimSettings.Store.RAW;
    };
  }

  /** A copy with permanent scrubs of a few objects at a time. */
  Knobs withScrubs(Random64 random) {
    return with(Part.SCRUB, "lightMillis", random.between(300, 5_000))
        .with(Part.SCRUB, "deepMillis", random.between(500, 10_000))
        .with(Part.SCRUB, "lightObjects", 1 + random.nextInt(12))
        .with(Part.SCRUB, "deepObjects", 1 + random.nextInt(6));
  }

  /** A copy with another setting. */
  Knobs with(Part part, String name, Object value) {
    Map<Part, SortedMap<String, Object>> all = new EnumMap<>(Part.class);
    tuned.forEach((other, values) -> all.put(other, new TreeMap<>(values)));
    all.computeIfAbsent(part, _ -> new TreeMap<>()).put(name, value);
    return new Knobs(store, all, logLengths, slowDisks);
  }

  /** A copy with limits of which some are much lower than in production. */
  Knobs withSmallLimits() {
    return with(Part.LIMIT, SMALL, true);
  }

  /** A copy with OSDs that in most cases end while one of their disks makes bytes durable. */
  Knobs withCrashesAtWrites() {
    return with(Part.MOMENT, AT_WRITES, true);
  }

  public boolean hasCrashesAtWrites() {
    return of(Part.MOMENT).containsKey(AT_WRITES);
  }

  /** A copy with another limit on the pauses between troubles. */
  Knobs withLulls(long longestNanos) {
    return with(Part.MOMENT, LULL, longestNanos);
  }

  /** Longest pause before another trouble may begin. */
  public long longestLullNanos() {
    return (long) of(Part.MOMENT).getOrDefault(LULL, SimCluster.SECOND / 2);
  }

  /** The limits for the run of a seed. */
  public ToLongFunction<Limit> limits(long seed) {
    return new DrawnLimits(seed, of(Part.LIMIT).containsKey(SMALL));
  }

  /**
   * A copy with a short grace of removed pools, in milliseconds. If clients' work depends on the
   * grace, it is so long that it does not end when wall clocks jump.
   */
  Knobs withGrace(List<Trouble> troubles, long millis) {
    long grace = troubles.contains(Trouble.REMOVED_POOL) ? LONGEST_GRACE : millis;
    return with(Part.RULES, "removedPoolGraceMillis", grace);
  }

  /** A copy with monitors that soon hold a flapping OSD down, but not for long. */
  Knobs withImpatientMonitors(Random64 random) {
    FlapSettings usual = FlapSettings.DEFAULT;
    return with(
        Part.RULES,
        "flapping",
        new FlapSettings(
            1 + random.nextInt(usual.maxMarks()),
            random.between(1_000, LONGEST_FLAP_MILLIS),
            random.between(100, LONGEST_FLAP_MILLIS / 5),
            usual.laggyLifeMillis()));
  }

  /** A copy with other slow disks. */
  Knobs withSlowDisks(SortedMap<Integer, Long> other) {
    return new Knobs(store, tuned, logLengths, other);
  }

  /** A copy with other log lengths on some OSDs. */
  Knobs withLogLengths(SortedMap<Integer, Integer> other) {
    return new Knobs(store, tuned, other, slowDisks);
  }

  /** Settings of a part that differ from production. */
  SortedMap<String, Object> of(Part part) {
    return new TreeMap<>(tuned.getOrDefault(part, Collections.emptySortedMap()));
  }

  public ClientBounds clientBounds() {
    return Tuning.with(ClientBounds.USUAL, of(Part.CLIENT));
  }

  public SimSettings settings() {
    SortedMap<Integer, OsdConfig> exceptions = new TreeMap<>();
    logLengths.forEach(
        (osd, entries) -> exceptions.put(osd, with(Part.GROUP, "maxLogEntries", entries).osd()));
    return SimSettings.usual().with(store).with(osd()).withExceptions(exceptions).with(monitor());
  }

  private MonitorConfig monitor() {
    MonitorConfig usual = MonitorConfig.DEFAULT;
    SortedMap<String, Object> monitor = of(Part.MONITOR);
    monitor.put("rules", Tuning.with(usual.rules(), of(Part.RULES)));
    return Tuning.with(usual, monitor);
  }

  private OsdConfig osd() {
    OsdConfig usual = OsdConfig.defaults();
    SortedMap<String, Object> group = of(Part.GROUP);
    group.put("recovery", Tuning.with(usual.group().recovery(), of(Part.BATCHES)));
    group.put("treeDepth", Tuning.with(usual.group().treeDepth(), of(Part.TREE)));
    group.put("scrub", Tuning.with(usual.group().scrub(), of(Part.SCRUB)));
    SortedMap<String, Object> osd = of(Part.OSD);
    osd.put("recovery", Tuning.with(usual.recovery(), of(Part.RECOVERY)));
    osd.put("group", Tuning.with(usual.group(), group));
    return Tuning.with(usual, osd);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(store + " store");
    tuned.forEach((part, values) ->
        text.append(", ").append(part.name().toLowerCase(Locale.ROOT)).append(values));
    text.append(logLengths.isEmpty() ? "" : ", logs " + logLengths);
    return text.append(slowDisks.isEmpty() ? "" : ", slow disks " + slowDisks).toString();
  }
}
