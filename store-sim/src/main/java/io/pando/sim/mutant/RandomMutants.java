package io.pando.sim.mutant;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import io.pando.sim.code.ProductionClasses;
import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Slip;
import io.pando.sim.mutant.surgery.SlipSites;
import io.pando.sim.plan.Profile;
import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Randomly chosen mutants: mistakes of every kind of {@link Slip}, drawn over the compiled code on
 * which Pando's promises rest. The same seed draws the same mutants as long as the code is the
 * same.
 */
public final class RandomMutants {
  private static final List<String> PACKAGES =
      List.of(
          "io/pando/osd/",
          "io/pando/disk/log/",
          "io/pando/disk/metadata/",
          "io/pando/disk/raw/",
          "io/pando/disk/serve/",
          "io/pando/mon/rules/",
          "io/pando/mon/state/",
          "io/pando/client/objecter/",
          "io/pando/merkle/",
          "io/pando/erasure/",
          "io/pando/cluster/");

  /**
   * Upper bound of a kind's weight. A kind with fewer places is drawn less often, so that two draws
   * rarely give the same mutants.
   */
  private static final int MOST_WEIGHT = 100;

  private RandomMutants() {}

  /**
   * Draws mutants. Each kind of mistake is as likely as any other, except kinds with few places;
   * within a kind, each place is as likely as any other.
   *
   * @param count number of mutants; fewer are drawn if the code has fewer places
   */
  public static List<Mutant> draw(int count, long seed) {
    Map<Slip, List<SlipSites.Spot>> left = spots();
    Random64 random = new Random64(seed);
    List<Mutant> drawn = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    while (drawn.size() < count && !left.isEmpty()) {
      Slip slip = slip(left, random);
      List<SlipSites.Spot> spots = Invariant.present(left.get(slip), () -> "no places for " + slip);
      SlipSites.Spot spot = spots.remove(random.nextInt(spots.size()));
      if (spots.isEmpty()) {
        left.remove(slip);
      }
      Mutant mutant = mutant(spot);
      if (names.add(mutant.name())) {
        drawn.add(mutant);
      }
    }
    return drawn;
  }

  private static Slip slip(Map<Slip, List<SlipSites.Spot>> left, Random64 random) {
    int all = left.values().stream().mapToInt(RandomMutants::weight).sum();
    int drawn = random.nextInt(all);
    for (Map.Entry<Slip, List<SlipSites.Spot>> kind : left.entrySet()) {
      drawn -= weight(kind.getValue());
      if (drawn < 0) {
        return kind.getKey();
      }
    }
    throw Invariant.unreachable("no kind of mistake has the weight that was drawn");
  }

  private static int weight(List<SlipSites.Spot> spots) {
    return Math.min(spots.size(), MOST_WEIGHT);
  }

  private static Map<Slip, List<SlipSites.Spot>> spots() {
    Map<Slip, List<SlipSites.Spot>> spots = new EnumMap<>(Slip.class);
    for (ClassModel type : ProductionClasses.all()) {
      String name = type.thisClass().asInternalName();
      if (PACKAGES.stream().anyMatch(name::startsWith) && !name.endsWith("Invariants")) {
        SlipSites.of(type)
            .forEach(spot -> spots.computeIfAbsent(spot.slip(), _ -> new ArrayList<>()).add(spot));
      }
    }
    return spots;
  }

  private static Mutant mutant(SlipSites.Spot spot) {
    String method = spot.at().method().substring(0, spot.at().method().indexOf('('));
    String simple = spot.type().substring(spot.type().lastIndexOf('.') + 1);
    String name =
        "%s:%d:%s-%d.%d"
            .formatted(
                simple, spot.at().line(), spot.slip().label(), spot.at().element(), spot.variant());
    String mistake =
        "%s of %s in %s.%s, line %d"
            .formatted(spot.slip().label(), spot.what(), spot.type(), method, spot.at().line());
    Form form = new Form.At(spot.at().method(), spot.at().element(), spot.slip(), spot.variant());
    return new Mutant(
        name, mistake, Profile.SWARM.label(), 1, List.of(new Cut(spot.type(), method, form)));
  }
}
