package io.pando.sim.run;

import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.RuleSettings;
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
 * copies in pieces happen often; quick or slow failure detection; what the disks are.
 *
 * @param tuned settings of each part, by name, that are not as in production
 * @param logLengths OSDs whose groups keep logs of another length
 * @param slowDisks OSDs whose disks are slow all the time, and by how much at most, nanoseconds
 */
record Knobs(
    SimSettings.Store store,
    Map<Part, SortedMap<String, Object>> tuned,
    SortedMap<Integer, Integer> logLengths,
    SortedMap<Integer, Long> slowDisks) {
  private static final List<Integer> LOG_LENGTHS = List.of(8, 20, 60, 1000);
  private static final List<Integer> MOST_CHANGES = List.of(0, 12, 65_536);
  private static final int SMALLEST_PIECE = 4096;
  private static final int SMALLEST_BLOCK = 512;
  private static final long MILLISECOND = 1_000_000;

  /** Many times what wall clocks jump, milliseconds. */
  private static final long LONGEST_GRACE = Duration.ofDays(30).toMillis();

  /** An OSD is held down no longer than its failures are remembered. */
  private static final long LONGEST_FLAP_MILLIS = 10_000;

  /** What has settings. */
  enum Part {
    /** The OSD, {@link OsdConfig}. */
    OSD,
    /** Its recovery. */
    RECOVERY,
    /** Its groups. */
    GROUP,
    /** How much a group recovers at a time. */
    BATCHES,
    /** How deep hash trees become. */
    TREE,
    /** How often, and how much of it at a time, a group is scrubbed. */
    SCRUB,
    /** The monitor, {@link MonitorConfig}. */
    MONITOR,
    /** The numbers by which monitors decide, {@link RuleSettings}. */
    RULES,
    /** Clients that work, {@link ClientBounds}. */
    CLIENT,
    /** Limits that are constants in production, {@link Limit}. */
    LIMIT,
    /** When troubles strike. */
    MOMENT
  }

  private static final String SMALL = "small";
  private static final String AT_WRITES = "atWrites";
  private static final String LULL = "longestLullNanos";

  static Knobs draw(Random64 random) {
    Knobs knobs =
        new Knobs(
            SimSettings.Store.RAW, new EnumMap<>(Part.class), new TreeMap<>(), new TreeMap<>());
    // Trouble is over soon: mostly it is noticed soon, too.
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
    // The version index is used always, for few changes, or never, and blocks are smaller or
    // larger:
    // as follows from what is drawn anyway, so that seeds keep their meaning.
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

  /** Of one number, however many stores there are: what a seed draws after it stays as it was. */
  private static SimSettings.Store drawStore(Random64 random) {
    return switch (random.nextInt(6)) {
      case 0 -> SimSettings.Store.HEAP;
      case 1 -> SimSettings.Store.KV;
      case 2 -> SimSettings.Store.FILE;
      default -> SimSettings.Store.RAW;
    };
  }

  /** The same with scrubs all the time, of a few objects at a time. */
  Knobs withScrubs(Random64 random) {
    return with(Part.SCRUB, "lightMillis", random.between(300, 5_000))
        .with(Part.SCRUB, "deepMillis", random.between(500, 10_000))
        .with(Part.SCRUB, "lightObjects", 1 + random.nextInt(12))
        .with(Part.SCRUB, "deepObjects", 1 + random.nextInt(6));
  }

  /** The same with another setting. */
  Knobs with(Part part, String name, Object value) {
    Map<Part, SortedMap<String, Object>> all = new EnumMap<>(Part.class);
    tuned.forEach((other, values) -> all.put(other, new TreeMap<>(values)));
    all.computeIfAbsent(part, _ -> new TreeMap<>()).put(name, value);
    return new Knobs(store, all, logLengths, slowDisks);
  }

  /** The same with limits of which some are much lower than in production. */
  Knobs withSmallLimits() {
    return with(Part.LIMIT, SMALL, true);
  }

  /** The same with OSDs that mostly end while a disk of theirs makes something durable. */
  Knobs withCrashesAtWrites() {
    return with(Part.MOMENT, AT_WRITES, true);
  }

  boolean hasCrashesAtWrites() {
    return of(Part.MOMENT).containsKey(AT_WRITES);
  }

  /** The same with troubles that follow one another after so long at most. */
  Knobs withLulls(long longestNanos) {
    return with(Part.MOMENT, LULL, longestNanos);
  }

  /** How long no other trouble begins after one, at most. */
  long longestLullNanos() {
    return (long) of(Part.MOMENT).getOrDefault(LULL, SimCluster.SECOND / 2);
  }

  /** The limits of the run of a seed. */
  ToLongFunction<Limit> limits(long seed) {
    return new DrawnLimits(seed, of(Part.LIMIT).containsKey(SMALL));
  }

  /**
   * The same with a short time in which a removed pool can be restored; milliseconds. If clients'
   * work depends on that, the time is so long that it does not end when wall clocks jump.
   */
  Knobs withGrace(List<Trouble> troubles, long millis) {
    long grace = troubles.contains(Trouble.REMOVED_POOL) ? LONGEST_GRACE : millis;
    return with(Part.RULES, "removedPoolGraceMillis", grace);
  }

  /** The same with monitors that soon hold an OSD down which flaps, and not for long. */
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

  /** The same with other disks that are slow. */
  Knobs withSlowDisks(SortedMap<Integer, Long> other) {
    return new Knobs(store, tuned, logLengths, other);
  }

  /** The same with logs of another length on some OSDs. */
  Knobs withLogLengths(SortedMap<Integer, Integer> other) {
    return new Knobs(store, tuned, other, slowDisks);
  }

  /** What a part has that is not as in production. */
  SortedMap<String, Object> of(Part part) {
    return new TreeMap<>(tuned.getOrDefault(part, Collections.emptySortedMap()));
  }

  ClientBounds clientBounds() {
    return Tuning.with(ClientBounds.USUAL, of(Part.CLIENT));
  }

  SimSettings settings() {
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
