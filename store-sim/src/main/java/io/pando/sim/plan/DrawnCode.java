package io.pando.sim.plan;

import io.pando.cluster.Compression;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.workload.WorkKind;
import java.util.ArrayList;
import java.util.List;

/** Makes the pool of a plan erasure-coded, with a code and work that a seed draws. */
final class DrawnCode {
  private static final List<CodeParameters> CODES =
      List.of(
          CodeParameters.of(2, 1),
          CodeParameters.of(2, 2),
          CodeParameters.of(3, 2),
          CodeParameters.of(4, 2),
          new CodeParameters(Technique.ISA_CAUCHY, 5, 2, 0),
          CodeParameters.of(6, 3),
          new CodeParameters(Technique.LRC, 2, 2, 2),
          new CodeParameters(Technique.LRC, 4, 2, 3));

  /** Work that such a pool does not refuse; several kinds on the same objects are a mixture. */
  private static final List<WorkKind> KINDS =
      List.of(
          WorkKind.REGISTERS,
          WorkKind.APPENDS,
          WorkKind.COMPARE_AND_SET,
          WorkKind.ATTRIBUTES,
          WorkKind.RANGES,
          WorkKind.RANGES,
          WorkKind.LIVES,
          WorkKind.LARGE);

  /** Writes of one unit, of a stripe, and of several. */
  private static final List<Integer> LARGEST_BYTES = List.of(6_000, 20_000, 60_000);

  /** Troubles of which every fourth seed has some in addition. */
  private static final List<Trouble> FURTHER =
      List.of(
          Trouble.GROUPS,
          Trouble.MISSED_MERGES,
          Trouble.UNHEARD_SPLIT,
          Trouble.DRIFT,
          Trouble.FLAPPING,
          Trouble.REMOVED_POOL,
          Trouble.OTHER_POOL);

  private static final long FAST = 0xfa57;
  private static final long PACKED = 0x9ac3ed;

  /** The first seed that may compress: earlier ones keep their meaning. */
  private static final long FIRST_PACKED = 3_000;

  /** The first seed in which objects may be ruined: earlier ones keep their meaning. */
  private static final long FIRST_RUINED = 5_000;

  /** Writes at least as large if fragments are compressed: some must have units of blocks. */
  private static final int LARGEST_PACKED_BYTES = 60_000;

  /**
   * The first seed of other profiles that may have such a pool: recorded ones keep their meaning.
   */
  private static final long FIRST_ELSEWHERE = 1_000;

  private final Random64 random;
  private final long seed;
  private final Compression compression;

  DrawnCode(Random64 random, long seed) {
    this.random = random;
    this.seed = seed;
    this.compression = compression(seed);
  }

  /** Every other seed or so compresses, by random numbers of its own. */
  private static Compression compression(long seed) {
    Random64 own = new Random64(seed ^ PACKED);
    if (seed < FIRST_PACKED || own.nextBoolean()) {
      return Compression.NONE;
    }
    return own.nextBoolean() ? Compression.LZ4 : Compression.ZSTD;
  }

  /**
   * Whether the pool of a seed is erasure-coded: always in one profile, sometimes in some others.
   */
  static boolean isDrawn(Profile profile, long seed) {
    return profile == Profile.ERASURE
        || (profile == Profile.FENCES && seed % 4 == 2)
        || (profile.mayHaveCodes() && seed >= FIRST_ELSEWHERE && seed % 8 == 6);
  }

  /** The plan with a code. */
  Plan on(Plan plan) {
    CodeParameters parameters = CODES.get(random.nextInt(CODES.size()));
    PoolCode code = new PoolCode(parameters, PoolCode.STRIPE_UNIT_STEP << random.nextInt(2));
    int positions = code.positions();
    int enough = code.alwaysDecodes();
    int minSize = enough + random.nextInt(Math.min(positions - enough, 2) + 1);
    int groups = 1 << random.nextInt(4);
    SimCluster.Shape shape = plan.shape();
    int osds = positions + random.nextInt(3);
    return plan.withTroubles(troubles(plan.events().troubles()))
        .with(new SimCluster.Shape(shape.monitors(), osds, shape.shards()))
        .with(
            new Plan.PoolShape(
                groups,
                positions,
                minSize,
                Replication.PRIMARY,
                compression,
                new Plan.Coding(code, readsFast())))
        .with(work(plan.work()));
  }

  /** Every third seed or so, by a random number of its own. */
  private boolean readsFast() {
    return new Random64(seed ^ FAST).oneIn(3);
  }

  /** The troubles, in every fourth seed with further ones that have random numbers of their own. */
  private List<Trouble> troubles(List<Trouble> drawn) {
    List<Trouble> all = new ArrayList<>(drawn);
    all.removeIf(trouble ->
        trouble != Trouble.FENCE
            && !Profile.ERASURE.troubles().contains(trouble)
            && !FURTHER.contains(trouble));
    if (all.isEmpty()) {
      all.add(Trouble.CRASH);
    }
    if (seed % 4 == 2) {
      Random64 own = new Random64(seed);
      FURTHER.stream().filter(_ -> own.nextBoolean()).forEach(all::add);
    }
    if (compression != Compression.NONE && seed % 3 == 0) {
      all.add(Trouble.COMPRESSION);
    }
    if (seed >= FIRST_RUINED && seed % 3 == 1) {
      all.add(Trouble.RUINED_OBJECT);
    }
    return all;
  }

  private List<Plan.Work> work(List<Plan.Work> drawn) {
    int drawnBytes = LARGEST_BYTES.get(random.nextInt(LARGEST_BYTES.size()));
    int largest =
        compression == Compression.NONE ? drawnBytes : Math.max(drawnBytes, LARGEST_PACKED_BYTES);
    List<Plan.Work> work = new ArrayList<>();
    for (Plan.Work one : drawn) {
      WorkKind kind = KINDS.get(random.nextInt(KINDS.size()));
      // A large object is four times as large.
      work.add(one.like(kind).upTo(kind == WorkKind.LARGE ? largest / 4 : largest));
    }
    return work;
  }
}
