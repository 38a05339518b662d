package io.pando.sim.run;

import io.pando.osd.OsdConfig;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.workload.Kind;
import io.pando.sim.workload.Names;
import io.pando.sim.workload.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a seed draws ("swarm"): of everything that there is, a run has a part, so that what one
 * feature hides another run shows.
 *
 * @param troubles that may happen
 * @param atATime how many of them at most
 * @param work one job for each client
 * @param seconds of trouble
 */
record Plan(
    SimCluster.Shape shape,
    PoolShape pool,
    SortedMap<String, Object> groupSettings,
    SortedMap<String, Object> osdSettings,
    List<Trouble> troubles,
    int atATime,
    List<Work> work,
    int seconds) {
  private static final List<Integer> LOG_LENGTHS = List.of(8, 20, 60, 1000);
  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final int SMALLEST_PIECE = 4096;

  /** The pool that clients work on. */
  record PoolShape(int groups, int size, int minSize) {}

  /**
   * One client.
   *
   * @param patience after which it gives an operation up
   */
  record Work(Worker.Job job, Duration patience) {}

  static Plan draw(long seed, Profile profile) {
    Random64 random = new Random64(seed * 0x9E3779B97F4A7C15L + profile.label().hashCode());
    int osds = 3 + random.nextInt(random.oneIn(4) ? 10 : 4);
    SimCluster.Shape shape =
        new SimCluster.Shape(1 + 2 * random.nextInt(3), osds, 1 + random.nextInt(3));
    int size = 2 + random.nextInt(Math.min(3, osds - 1));
    int minSize = 1 + random.nextInt(size);
    int groups = 1 << random.nextInt(random.oneIn(4) ? 7 : 4);
    return new Plan(
        shape,
        new PoolShape(groups, size, minSize),
        groupSettings(random),
        osdSettings(random),
        troubles(random, profile),
        1 + random.nextInt(3),
        work(random),
        profile.seconds() / 2 + random.nextInt(profile.seconds()));
  }

  /** Short logs and small batches, so that backfill and copies in pieces happen often. */
  private static SortedMap<String, Object> groupSettings(Random64 random) {
    SortedMap<String, Object> settings = new TreeMap<>();
    settings.put("maxLogEntries", LOG_LENGTHS.get(random.nextInt(LOG_LENGTHS.size())));
    SortedMap<String, Object> recovery = new TreeMap<>();
    recovery.put("pieceBytes", SMALLEST_PIECE * (1 + random.nextInt(4)));
    recovery.put("batchObjects", 1 + random.nextInt(4));
    recovery.put("batches", 1 + random.nextInt(2));
    recovery.put("scanObjects", 1 + random.nextInt(8));
    settings.put("recovery", Tuning.with(OsdConfig.defaults().group().recovery(), recovery));
    return settings;
  }

  private static SortedMap<String, Object> osdSettings(Random64 random) {
    SortedMap<String, Object> settings = new TreeMap<>();
    SortedMap<String, Object> recovery = new TreeMap<>();
    recovery.put("slots", 1 + random.nextInt(4));
    recovery.put("guestSlots", 1 + random.nextInt(4));
    settings.put("recovery", Tuning.with(OsdConfig.defaults().recovery(), recovery));
    return settings;
  }

  private static List<Trouble> troubles(Random64 random, Profile profile) {
    List<Trouble> chosen = new ArrayList<>();
    for (Trouble trouble : profile.troubles()) {
      if (random.nextInt(5) < 2) {
        chosen.add(trouble);
      }
    }
    if (chosen.isEmpty() && !profile.troubles().isEmpty()) {
      chosen.add(profile.troubles().get(random.nextInt(profile.troubles().size())));
    }
    return chosen;
  }

  private static List<Work> work(Random64 random) {
    List<Work> work = new ArrayList<>();
    int clients = 2 + random.nextInt(7);
    boolean together = random.nextBoolean();
    int largest = random.nextBoolean() ? 2_000 : 20_000;
    long pauseNanos = Duration.ofMillis(random.between(20, 200)).toNanos();
    for (int i = 0; i < clients; i++) {
      Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      String prefix = together || kind == Kind.MIXED ? "o" : kind.name().charAt(0) + "";
      Names names = new Names(prefix, 3 + random.nextInt(20), random.nextBoolean());
      int listOneIn = random.oneIn(3) ? 10 : 0;
      Duration patience =
          random.oneIn(3)
              ? Duration.ofMillis(random.between(50, 3_000))
              : Duration.ofSeconds(random.between(15, 40));
      Worker.Job job = new Worker.Job(i, kind, names, largest, pauseNanos, listOneIn);
      work.add(new Work(job, patience));
    }
    return work;
  }

  OsdConfig osdConfig() {
    OsdConfig usual = OsdConfig.defaults();
    SortedMap<String, Object> settings = new TreeMap<>(osdSettings);
    settings.put("group", Tuning.with(usual.group(), groupSettings));
    return Tuning.with(usual, settings);
  }

  @Override
  public String toString() {
    return "%d monitors, %d OSDs of %d shards; %d groups, size %d, min_size %d; %s %s; %d clients: %s; %d s of %s"
        .formatted(
            shape.monitors(),
            shape.osds(),
            shape.shards(),
            pool.groups(),
            pool.size(),
            pool.minSize(),
            groupSettings,
            osdSettings,
            work.size(),
            work.stream().map(it -> it.job().kind()).distinct().toList(),
            seconds,
            troubles.stream().map(Trouble::label).toList());
  }
}
