package io.pando.sim.plan;

import io.pando.cluster.Compression;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.workload.ObjectChoice;
import io.pando.sim.workload.WorkKind;
import io.pando.sim.workload.WorkingClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plan that a seed draws ("swarm"): each run uses only a part of all features, so that a bug which
 * one feature hides shows in a run without it.
 *
 * @param events the troubles
 * @param work one job for each client
 */
public record Plan(
    SimCluster.Shape shape, PoolShape pool, Knobs knobs, Events events, List<Work> work) {
  private static final int MOST_AT_A_TIME = 5;

  /** The swarm has more kinds of trouble, and their combinations matter. */
  private static final int MOST_IN_SWARM = 8;

  private static final List<WorkKind> KINDS =
      Stream.of(WorkKind.values()).filter(kind -> kind != WorkKind.READS).toList();

  /**
   * The pool that clients work on.
   *
   * @param size number of members of a group: replicas, or positions of the code
   * @param coding of an erasure-coded pool; null for replicas
   */
  public record PoolShape(
      int groups,
      int size,
      int minSize,
      Replication replication,
      Compression compression,
      @Nullable Coding coding) {
    /** A pool of replicas. */
    PoolShape(int groups, int size, int minSize, Replication replication, Compression compression) {
      this(groups, size, minSize, replication, compression, null);
    }

    PoolShape withGroups(int other) {
      return new PoolShape(other, size, minSize, replication, compression, coding);
    }

    /**
     * Whether every acknowledged update survives the loss of one member of a clean group that
     * accepts updates.
     */
    public boolean survivesLoss() {
      return minSize > (coding == null ? 1 : coding.code().alwaysDecodes());
    }
  }

  /**
   * How a pool is erasure-coded.
   *
   * @param fastRead whether reads ask all fragments
   */
  public record Coding(PoolCode code, boolean fastRead) {}

  /**
   * Troubles of a run.
   *
   * @param troubles kinds of trouble that may happen
   * @param atATime most troubles at the same time
   * @param seconds duration of the troubles, in virtual seconds
   * @param finale last event of the troubles
   */
  public record Events(List<Trouble> troubles, int atATime, int seconds, LastEvent finale) {}

  /**
   * Work of one client.
   *
   * @param patience time-out of its operations
   */
  public record Work(WorkingClient.Job job, Duration patience) {
    /** The same work on other objects. */
    Work on(ObjectChoice names) {
      return new Work(job.on(names), patience);
    }

    /** Work of another kind on the same objects. */
    Work like(WorkKind kind) {
      return new Work(job.like(kind), patience);
    }

    /** The same work with writes of at most {@code largestBytes} bytes. */
    Work upTo(int largestBytes) {
      return new Work(job.upTo(largestBytes), patience);
    }
  }

  public static Plan draw(long seed, Profile profile) {
    Random64 random = new Random64(seed * 0x9E3779B97F4A7C15L + profile.label().hashCode());
    int osds = 3 + random.nextInt(random.oneIn(4) ? 10 : 4);
    SimCluster.Shape shape =
        new SimCluster.Shape(1 + 2 * random.nextInt(3), osds, 1 + random.nextInt(3));
    int size = 2 + random.nextInt(Math.min(3, osds - 1));
    int minSize = 1 + random.nextInt(size);
    int groups = 1 << random.nextInt(random.oneIn(4) ? 7 : 4);
    PoolShape pool = new PoolShape(groups, size, minSize, replication(random), Compression.NONE);
    Knobs knobs = Knobs.draw(random).withScrubs(new Random64(seed));
    List<Trouble> troubles = troubles(random, profile);
    int atATime = 1 + random.nextInt(profile == Profile.SWARM ? MOST_IN_SWARM : MOST_AT_A_TIME);
    List<Work> work = work(random, groups);
    int seconds = profile.seconds() / 2 + random.nextInt(profile.seconds());
    Events events = new Events(troubles, atATime, seconds, LastEvent.MENDED);
    Plan plan = new Plan(shape, pool, knobs, events, work);
    boolean coded = DrawnCode.isDrawn(profile, seed);
    if (coded) {
      plan = new DrawnCode(random.split(), seed).on(plan);
    }
    List<Strain> strains = new ArrayList<>(profile.strains());
    if (coded) {
      strains.retainAll(Profile.ERASURE.strains());
    }
    for (Strain strain : strains) {
      int share = profile.oneIn(strain);
      if (share == 1 || random.oneIn(share)) {
        plan = strain.on(plan, random.split());
      }
    }
    if (profile == Profile.SWARM) {
      plan = suited(plan, random.split());
      plan = plan.with(plan.knobs().withGrace(plan.events.troubles(), random.between(0, 5_000)));
      List<LastEvent> finales = List.of(LastEvent.values());
      plan = plan.with(finales.get(random.nextInt(finales.size())));
    }
    if (random.oneIn(4)) {
      return plan;
    }
    // A small minimum depth, so that trees become deeper and flatter with the few objects of a run.
    return plan.with(plan.knobs().with(Knobs.Part.TREE, "least", random.nextInt(4)));
  }

  /**
   * Adapts settings to troubles: some troubles exclude others, or show little with default
   * settings. Half of the plans with such a trouble are adapted to it.
   */
  private static Plan suited(Plan plan, Random64 random) {
    Plan suited = plan;
    if (random.nextBoolean() && plan.events.troubles.contains(Trouble.ACCEPTED_LOSS)) {
      List<Trouble> left = new ArrayList<>(plan.events.troubles);
      left.removeAll(List.of(Trouble.REMOVED_POOL, Trouble.BIT_FLIPS, Trouble.FAILING_READS));
      PoolShape pool = plan.pool;
      suited =
          suited
              .withTroubles(left)
              .with(
                  new PoolShape(
                      pool.groups(),
                      pool.size(),
                      Math.max(2, pool.minSize()),
                      pool.replication(),
                      pool.compression()));
    }
    if (random.nextBoolean() && plan.events.troubles.contains(Trouble.MISSED_MERGES)) {
      suited =
          suited.with(suited.knobs.with(Knobs.Part.MONITOR, "maxBehind", 1 + random.nextInt(8)));
    }
    if (random.nextBoolean()) {
      suited =
          suited.with(
              suited.knobs.withLulls(
                  random.between(SimCluster.SECOND / 20, SimCluster.SECOND / 2)));
    }
    if (plan.events.troubles.contains(Trouble.FLAPPING)) {
      suited = suited.with(suited.knobs.withImpatientMonitors(random));
    }
    return suited;
  }

  Plan with(SimCluster.Shape other) {
    return new Plan(other, pool, knobs, events, work);
  }

  Plan withTroubles(List<Trouble> other) {
    return with(new Events(other, events.atATime, events.seconds, events.finale));
  }

  /** The same plan with one trouble at a time. */
  Plan oneAtATime() {
    return with(new Events(events.troubles, 1, events.seconds, events.finale));
  }

  /** The same plan with troubles for {@code other} virtual seconds. */
  Plan lasting(int other) {
    return with(new Events(events.troubles, events.atATime, other, events.finale));
  }

  Plan with(PoolShape other) {
    return new Plan(shape, other, knobs, events, work);
  }

  Plan with(Knobs other) {
    return new Plan(shape, pool, other, events, work);
  }

  Plan with(List<Work> other) {
    return new Plan(shape, pool, knobs, events, other);
  }

  private Plan with(Events other) {
    return new Plan(shape, pool, knobs, other, work);
  }

  Plan with(LastEvent other) {
    return with(new Events(events.troubles, events.atATime, events.seconds, other));
  }

  private static Replication replication(Random64 random) {
    return switch (random.nextInt(4)) {
      case 0 -> Replication.CHAIN;
      case 1 -> Replication.SPLAY;
      default -> Replication.PRIMARY;
    };
  }

  private static List<Trouble> troubles(Random64 random, Profile profile) {
    List<Trouble> chosen = new ArrayList<>();
    // A run of the swarm has few kinds of trouble or most of them.
    int ofFive = profile == Profile.SWARM ? 1 + random.nextInt(4) : 2;
    for (Trouble trouble : profile.troubles()) {
      if (random.nextInt(5) < ofFive) {
        chosen.add(trouble);
      }
    }
    if (profile == Profile.UPGRADES && !chosen.contains(Trouble.UPGRADE)) {
      chosen.add(Trouble.UPGRADE);
    }
    if (profile == Profile.LOSSES && !chosen.contains(Trouble.LOST_FOR_GOOD)) {
      chosen.add(Trouble.LOST_FOR_GOOD);
    }
    if (profile == Profile.FENCES && !chosen.contains(Trouble.FENCE)) {
      chosen.add(Trouble.FENCE);
    }
    if (chosen.isEmpty() && !profile.troubles().isEmpty()) {
      chosen.add(profile.troubles().get(random.nextInt(profile.troubles().size())));
    }
    return chosen;
  }

  private static List<Work> work(Random64 random, int groups) {
    List<Work> work = new ArrayList<>();
    int clients = 2 + random.nextInt(7);
    boolean together = random.nextBoolean();
    int largest = random.nextBoolean() ? 2_000 : 20_000;
    long pauseNanos = Duration.ofMillis(random.between(30, 300)).toNanos();
    for (int i = 0; i < clients; i++) {
      WorkKind kind = KINDS.get(random.nextInt(KINDS.size()));
      String prefix = together || kind == WorkKind.MIXED ? "o" : kind.name().charAt(0) + "";
      ObjectChoice names = new ObjectChoice(prefix, 3 + random.nextInt(20), random.nextBoolean());
      // A listing sends requests to every group.
      int listOneIn = random.oneIn(3) ? 10 * Math.max(1, groups / 2) : 0;
      Duration patience =
          random.oneIn(3)
              ? Duration.ofMillis(random.between(50, 3_000))
              : Duration.ofSeconds(random.between(15, 40));
      WorkingClient.Job job =
          new WorkingClient.Job(
              i, kind, names, largest, listOneIn, new WorkingClient.Pace(pauseNanos, 1));
      work.add(new Work(job, patience));
    }
    return work;
  }

  @Override
  public String toString() {
    String cluster =
        "%d monitors, %d OSDs of %d shards, %s"
            .formatted(shape.monitors(), shape.osds(), shape.shards(), knobs);
    String clients =
        "%d clients: %s"
            .formatted(work.size(), work.stream().map(it -> it.job().kind()).distinct().toList());
    List<String> troubles = events.troubles.stream().map(Trouble::label).toList();
    String course = "%d s of %s, %s".formatted(events.seconds, troubles, events.finale);
    return cluster + "; " + pool + "; " + clients + "; " + course;
  }
}
