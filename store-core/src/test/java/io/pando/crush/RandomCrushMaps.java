package io.pando.crush;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.crush.model.Tunable;
import io.pando.crush.model.Tunables;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Seeded random maps: three to five levels, all algorithms, odd weights, classes, every kind of
 * rule. The last two rules choose one device on each of several hosts, {@code firstn} and {@code
 * indep}.
 */
public final class RandomCrushMaps {
  private static final List<String> TYPES = List.of("osd", "host", "rack", "room", "root");

  private final Random64 random;
  private final CrushMap.Builder map = CrushMap.builder();
  private int nextBucket = -1;
  private int nextDevice;
  private final boolean classes;

  private RandomCrushMaps(Random64 random) {
    this.random = random;
    this.classes = random.nextBoolean();
  }

  /** The next map. */
  public static CrushMap next(Random64 random) {
    return new RandomCrushMaps(random).build();
  }

  private CrushMap build() {
    for (int i = 0; i < TYPES.size(); i++) {
      map.type(new BucketType(i, TYPES.get(i)));
    }
    map.tunables(tunables());
    List<Bucket> level = new ArrayList<>();
    for (int hosts = 1 + random.nextInt(12); hosts > 0; hosts--) {
      level.add(bucket(1, devices()));
    }
    int type = 2;
    while (level.size() > 1 || type < 4) {
      level = above(level, Math.min(type, 4));
      type++;
    }
    Bucket root = level.getFirst();
    List<RuleStep.Choose> choices = new ArrayList<>();
    for (RuleStep.Mode mode : RuleStep.Mode.values()) {
      for (int t = 0; t < 4; t++) {
        choices.add(new RuleStep.Choose(mode, false, 0, t));
        choices.add(new RuleStep.Choose(mode, true, 0, t));
      }
    }
    int id = 0;
    for (RuleStep.Choose choose : choices) {
      rule(id++, List.of(take(root), choose, new RuleStep.Emit()));
    }
    for (RuleStep.Mode mode : RuleStep.Mode.values()) {
      rule(id++, twoLevels(root, mode));
    }
    for (RuleStep.Mode mode : RuleStep.Mode.values()) {
      RuleStep choose = new RuleStep.Choose(mode, true, 0, 1);
      rule(id++, List.of(new RuleStep.Take(root.id(), null), choose, new RuleStep.Emit()));
    }
    return map.build();
  }

  private List<RuleStep> twoLevels(Bucket root, RuleStep.Mode mode) {
    return List.of(
        new RuleStep.SetTo(RuleStep.Setting.CHOOSELEAF_TRIES, 1 + random.nextInt(5)),
        new RuleStep.SetTo(RuleStep.Setting.CHOOSE_TRIES, 1 + random.nextInt(100)),
        take(root),
        new RuleStep.Choose(mode, false, 1 + random.nextInt(3), 2),
        new RuleStep.Choose(mode, true, random.nextInt(4) - 1, 1),
        new RuleStep.Emit());
  }

  private void rule(int id, List<RuleStep> steps) {
    map.rule(new Rule(id, "rule" + id, kind(), 1, 10, steps));
  }

  private Rule.Kind kind() {
    return random.nextBoolean() ? Rule.Kind.REPLICATED : Rule.Kind.ERASURE;
  }

  private RuleStep take(Bucket root) {
    return new RuleStep.Take(root.id(), classes && random.nextBoolean() ? "ssd" : null);
  }

  private Tunables tunables() {
    if (random.nextBoolean()) {
      return random.nextBoolean() ? Tunables.optimal() : Tunables.legacy();
    }
    return Tunables.optimal()
        .with(Tunable.CHOOSE_LOCAL_TRIES, random.nextInt(4))
        .with(Tunable.CHOOSE_LOCAL_FALLBACK_TRIES, random.nextInt(6))
        .with(Tunable.CHOOSE_TOTAL_TRIES, 1 + random.nextInt(60))
        .with(Tunable.CHOOSELEAF_DESCEND_ONCE, random.nextInt(2))
        .with(Tunable.CHOOSELEAF_VARY_R, random.nextInt(4))
        .with(Tunable.CHOOSELEAF_STABLE, random.nextInt(2))
        .with(Tunable.STRAW_CALC_VERSION, random.nextInt(2));
  }

  private List<Integer> devices() {
    List<Integer> devices = new ArrayList<>();
    for (int count = random.nextInt(7); count >= 0; count--) {
      int id = nextDevice++;
      map.device(new Device(id, "osd." + id, deviceClass(id)));
      devices.add(id);
    }
    return devices;
  }

  private @Nullable String deviceClass(int id) {
    if (!classes) {
      return null;
    }
    return id == 0 || random.oneIn(3) ? "ssd" : random.oneIn(5) ? null : "hdd";
  }

  private List<Bucket> above(List<Bucket> below, int type) {
    List<Bucket> level = new ArrayList<>();
    int from = 0;
    while (from < below.size()) {
      int to = type == 4 ? below.size() : Math.min(below.size(), from + 1 + random.nextInt(4));
      level.add(bucket(type, below.subList(from, to).stream().map(Bucket::id).toList()));
      from = to;
    }
    return level;
  }

  private Bucket bucket(int type, List<Integer> items) {
    // For the other two, Ceph's result for a class depends on uninitialised memory.
    List<BucketAlgorithm> algorithms =
        classes
            ? List.of(BucketAlgorithm.LIST, BucketAlgorithm.STRAW)
            : Arrays.asList(BucketAlgorithm.values());
    BucketAlgorithm algorithm =
        random.nextBoolean()
            ? BucketAlgorithm.STRAW2
            : algorithms.get(random.nextInt(algorithms.size()));
    int same = Math.max(1, weight());
    List<Bucket.Item> weighted =
        items.stream()
            .map(id -> new Bucket.Item(id, algorithm == BucketAlgorithm.UNIFORM ? same : weight()))
            .toList();
    int id = nextBucket--;
    Bucket bucket = new Bucket(id, TYPES.get(type) + -id, type, algorithm, weighted, Map.of());
    map.bucket(bucket);
    return bucket;
  }

  private int weight() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> 1 + random.nextInt(100);
      case 2 -> random.nextInt(100 << 16);
      case 3 -> CrushWeight.ONE;
      default -> CrushWeight.ONE / 4 * (1 + random.nextInt(64));
    };
  }
}
