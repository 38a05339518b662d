package io.pando.sim.plan;

import io.pando.cluster.Compression;
import io.pando.id.ObjectId;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.random.Random64;
import io.pando.sim.plan.Knobs.Part;
import io.pando.sim.workload.ObjectChoice;
import io.pando.sim.workload.WorkKind;
import io.pando.sim.workload.WorkingClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Conditions that make a run harder besides its troubles: settings, disks and clients that give a
 * bug time to show.
 */
enum Strain {
  /**
   * Clients that only read, a few objects repeatedly, with short time-outs: so an OSD gets requests
   * at any time, and an OSD that was cut off gets them from clients that were cut off with it.
   */
  READERS,
  /**
   * Leases are short, so that others soon take over, or last for seconds, so that several changes
   * of the map fall into one lease.
   */
  OTHER_LEASES,
  /**
   * Logs of a few entries: they are trimmed all the time, and are too short for any replica that
   * was down.
   */
  SHORT_LOGS,
  /** Monitors send the whole map to nodes that miss a few maps, so that no node knows all maps. */
  FORGETFUL_MONITORS,
  /** Some OSDs keep long logs and some very short ones, so that members trim differently. */
  UNEQUAL_LOGS,
  /** Few groups with two replicas, of which one is enough to accept updates. */
  FEW_REPLICAS,
  /** Many objects in few groups. */
  MANY_OBJECTS,
  /** Small recovery batches, with pauses. */
  SLOW_RECOVERY,
  /** Some disks are slow in every step; the delay of each is drawn. */
  SLOW_DISKS,
  /** More clients that write the same few objects, so that many updates are in flight at once. */
  CROWD,
  /** The pool's bytes are compressed, and objects are larger, so that compression has an effect. */
  COMPRESSED,
  /** Limits that are large in production are so small that the run reaches them. */
  SMALL_LIMITS,
  /** Some clients have several operations in flight, on one object and on many. */
  PIPELINES,
  /** OSDs that crash or lose power do so while one of their disks makes bytes durable. */
  CRASHES_AT_WRITES,
  /** Names of objects have the maximum length, or all written bytes are empty. */
  EXTREMES,
  /** Low limits on clients' requests and on their operations in flight. */
  LOW_BOUNDS;

  private static final long MILLISECOND = 1_000_000;

  /** Bytes of an object's name after the filler: its number, and its generation. */
  private static final int LONGEST_SUFFIX = 12;

  private static final OsdConfig USUAL = OsdConfig.defaults();

  /** The plan under this strain. */
  Plan on(Plan plan, Random64 random) {
    return switch (this) {
      case READERS -> plan.with(withReaders(plan.work(), random));
      case OTHER_LEASES -> plan.with(withLease(plan.knobs(), random));
      case SHORT_LOGS ->
          plan.with(plan.knobs().with(Part.GROUP, "maxLogEntries", 1 + random.nextInt(8)));
      case FORGETFUL_MONITORS ->
          plan.with(plan.knobs().with(Part.MONITOR, "maxBehind", 1 + random.nextInt(8)));
      case UNEQUAL_LOGS ->
          plan.with(plan.knobs().withLogLengths(unequal(plan.shape().osds(), random)));
      case FEW_REPLICAS ->
          plan.with(
              new Plan.PoolShape(
                  1 + random.nextInt(3),
                  2,
                  1,
                  plan.pool().replication(),
                  plan.pool().compression()));
      case MANY_OBJECTS -> crowded(plan, random);
      case SLOW_RECOVERY -> plan.with(withSlowRecovery(plan.knobs(), random));
      case SLOW_DISKS -> plan.with(withSlowDisks(plan, random.nextBoolean() ? 10 : 200, random));
      case CROWD -> plan.with(crowd(plan.work(), random));
      case COMPRESSED -> compressed(plan, random);
      case SMALL_LIMITS -> plan.with(withSmallLimits(plan.knobs(), random));
      case PIPELINES -> plan.with(pipelined(plan.work(), random));
      case CRASHES_AT_WRITES -> plan.with(plan.knobs().withCrashesAtWrites());
      case EXTREMES -> plan.with(extreme(plan.work(), random));
      case LOW_BOUNDS -> new LowBounds(random).on(plan);
    };
  }

  /** All workers on a few objects. */
  private static List<Plan.Work> narrowed(List<Plan.Work> work, Random64 random) {
    int most = 1 + random.nextInt(5);
    List<Plan.Work> all = new ArrayList<>();
    for (Plan.Work one : work) {
      ObjectChoice names = one.job().names();
      all.add(
          one.on(new ObjectChoice(names.prefix(), Math.min(names.count(), most), names.skewed())));
    }
    return all;
  }

  /** Writers without pauses, whose only results are acknowledgements. */
  private static List<Plan.Work> crowd(List<Plan.Work> work, Random64 random) {
    List<Plan.Work> all = narrowed(work, random);
    List<WorkKind> kinds =
        List.of(WorkKind.REGISTERS, WorkKind.APPENDS, WorkKind.ENTRIES, WorkKind.RANGES);
    for (int i = 4 + random.nextInt(9); i > 0; i--) {
      WorkingClient.Job like = all.get(random.nextInt(work.size())).job();
      WorkingClient.Job job =
          new WorkingClient.Job(
              all.size(),
              kinds.get(random.nextInt(kinds.size())),
              like.names(),
              like.largestBytes(),
              0,
              new WorkingClient.Pace(random.between(5, 100) * MILLISECOND, 1));
      all.add(new Plan.Work(job, Duration.ofSeconds(random.between(1, 30))));
    }
    return all;
  }

  /** Readers of the objects of another worker. */
  private static List<Plan.Work> withReaders(List<Plan.Work> work, Random64 random) {
    List<Plan.Work> all = narrowed(work, random);
    for (int i = 4 + random.nextInt(5); i > 0; i--) {
      ObjectChoice others = all.get(random.nextInt(work.size())).job().names();
      WorkingClient.Job job =
          new WorkingClient.Job(
              all.size(),
              WorkKind.READS,
              others,
              0,
              0,
              new WorkingClient.Pace(random.between(5, 60) * MILLISECOND, 1));
      all.add(new Plan.Work(job, Duration.ofMillis(random.between(100, 1_000))));
    }
    return all;
  }

  private static Knobs withLease(Knobs knobs, Random64 random) {
    Object heartbeat =
        knobs.of(Part.OSD).getOrDefault("heartbeatNanos", USUAL.liveness().heartbeatNanos());
    long usual = USUAL.liveness().lease().nanos();
    long term =
        random.nextBoolean()
            ? random.between(2 * (long) heartbeat, usual)
            : random.between(usual, 5 * usual);
    return knobs.with(Part.OSD, "lease", new LeaseTerm(term));
  }

  private static SortedMap<Integer, Integer> unequal(int osds, Random64 random) {
    SortedMap<Integer, Integer> lengths = new TreeMap<>();
    for (int osd = 0; osd < osds; osd++) {
      lengths.put(osd, random.nextBoolean() ? 1 + random.nextInt(4) : 1_000);
    }
    return lengths;
  }

  private static Plan crowded(Plan plan, Random64 random) {
    List<Plan.Work> work = new ArrayList<>();
    int times = 2 + random.nextInt(7);
    for (Plan.Work one : plan.work()) {
      ObjectChoice names = one.job().names();
      work.add(one.on(new ObjectChoice(names.prefix(), times * names.count(), names.skewed())));
    }
    int groups = 1 << random.nextInt(3);
    return plan.with(work).with(plan.pool().withGroups(groups));
  }

  private static Knobs withSmallLimits(Knobs knobs, Random64 random) {
    Knobs small = knobs.withSmallLimits();
    if (random.nextBoolean()) {
      small = small.with(Part.GROUP, "maxWaitingOps", 1 + random.nextInt(4));
    }
    if (random.nextBoolean()) {
      small = small.with(Part.GROUP, "maxLogBytes", random.between(1_000, 50_000));
    }
    if (random.nextBoolean()) {
      small = small.with(Part.GROUP, "retryNanos", random.between(50, 4_000) * MILLISECOND);
    }
    if (random.nextBoolean()) {
      small =
          small.with(
              Part.BATCHES,
              "batchBytes",
              random.between(100, random.nextBoolean() ? 5_000 : 50_000));
    }
    return small;
  }

  private static List<Plan.Work> pipelined(List<Plan.Work> work, Random64 random) {
    List<Plan.Work> all = new ArrayList<>();
    for (Plan.Work one : work) {
      int window = random.nextBoolean() ? 1 : 2 + random.nextInt(5);
      all.add(new Plan.Work(one.job().withWindow(window), one.patience()));
    }
    return all;
  }

  private static List<Plan.Work> extreme(List<Plan.Work> work, Random64 random) {
    boolean empty = random.nextBoolean();
    boolean longNames = !empty || random.nextBoolean();
    List<Plan.Work> all = new ArrayList<>();
    for (Plan.Work one : work) {
      ObjectChoice names = one.job().names();
      String filler = longNames ? "n".repeat(ObjectId.MAX_NAME_BYTES - LONGEST_SUFFIX) : "";
      Plan.Work named =
          one.on(new ObjectChoice(names.prefix() + filler, names.count(), names.skewed()));
      all.add(empty ? named.upTo(0) : named);
    }
    return all;
  }

  private static Plan compressed(Plan plan, Random64 random) {
    Plan.PoolShape pool = plan.pool();
    Compression how = random.nextBoolean() ? Compression.LZ4 : Compression.ZSTD;
    int largest = random.nextBoolean() ? 20_000 : 100_000;
    return plan.with(plan.work().stream().map(work -> work.upTo(largest)).toList())
        .with(
            new Plan.PoolShape(
                pool.groups(), pool.size(), pool.minSize(), pool.replication(), how));
  }

  private static Knobs withSlowRecovery(Knobs knobs, Random64 random) {
    return knobs
        .with(Part.RECOVERY, "pausePercent", (int) random.between(100, 2_000))
        .with(Part.RECOVERY, "maxPauseNanos", random.between(10, 200) * MILLISECOND)
        .with(Part.BATCHES, "batchObjects", 1 + random.nextInt(2))
        .with(Part.BATCHES, "batches", 1);
  }

  private static Knobs withSlowDisks(Plan plan, int mostMillis, Random64 random) {
    SortedMap<Integer, Long> slow = new TreeMap<>();
    for (int osd = 0; osd < plan.shape().osds(); osd++) {
      if (random.nextBoolean()) {
        slow.put(osd, random.between(1, mostMillis) * MILLISECOND);
      }
    }
    return plan.knobs().withSlowDisks(slow);
  }
}
