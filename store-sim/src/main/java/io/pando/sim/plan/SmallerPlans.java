package io.pando.sim.plan;

import io.pando.sim.SimCluster;
import io.pando.sim.SimSettings;
import io.pando.sim.workload.ObjectChoice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Plans that are one step simpler than another: the largest steps first. */
public final class SmallerPlans {
  private final Plan plan;
  private final List<Plan> found = new ArrayList<>();

  private SmallerPlans(Plan plan) {
    this.plan = plan;
  }

  public static List<Plan> of(Plan plan) {
    SmallerPlans smaller = new SmallerPlans(plan);
    smaller.findTroubles();
    smaller.findWork();
    smaller.findShapes();
    smaller.findTimes();
    smaller.findKnobs();
    smaller.findJobs();
    return smaller.found;
  }

  private void findTroubles() {
    for (List<Trouble> fewer : fewer(plan.events().troubles())) {
      found.add(plan.withTroubles(fewer));
    }
    if (plan.events().finale() != LastEvent.MENDED) {
      found.add(plan.with(LastEvent.MENDED));
    }
    if (plan.events().atATime() > 1) {
      found.add(plan.oneAtATime());
    }
  }

  private void findWork() {
    if (plan.work().size() > 1) {
      fewer(plan.work()).forEach(fewer -> found.add(plan.with(fewer)));
    }
  }

  private void findShapes() {
    SimCluster.Shape shape = plan.shape();
    if (shape.monitors() > 1) {
      found.add(plan.with(new SimCluster.Shape(1, shape.osds(), shape.shards())));
    }
    if (shape.shards() > 1) {
      found.add(plan.with(new SimCluster.Shape(shape.monitors(), shape.osds(), 1)));
    }
    int least = Math.max(2, plan.pool().size());
    for (int osds : List.of((shape.osds() + least) / 2, shape.osds() - 1)) {
      if (osds >= least && osds < shape.osds()) {
        Knobs knobs =
            plan.knobs()
                .withSlowDisks(below(plan.knobs().slowDisks(), osds))
                .withLogLengths(below(plan.knobs().logLengths(), osds));
        SimCluster.Shape fewer = new SimCluster.Shape(shape.monitors(), osds, shape.shards());
        found.add(plan.with(fewer).with(knobs));
      }
    }
    Plan.PoolShape pool = plan.pool();
    if (pool.groups() > 1) {
      found.add(plan.with(pool.withGroups(1)));
      found.add(plan.with(pool.withGroups(pool.groups() / 2)));
    }
  }

  private static <V> SortedMap<Integer, V> below(SortedMap<Integer, V> all, int end) {
    return new TreeMap<>(all.headMap(end));
  }

  private void findTimes() {
    if (plan.events().seconds() > 1) {
      found.add(plan.lasting(plan.events().seconds() / 2));
      found.add(plan.lasting(plan.events().seconds() - Math.max(1, plan.events().seconds() / 8)));
    }
  }

  private void findKnobs() {
    Knobs knobs = plan.knobs();
    for (Knobs.Part part : knobs.tuned().keySet()) {
      Map<Knobs.Part, SortedMap<String, Object>> rest = new EnumMap<>(knobs.tuned());
      rest.remove(part);
      found.add(plan.with(new Knobs(knobs.store(), rest, knobs.logLengths(), knobs.slowDisks())));
    }
    if (!knobs.slowDisks().isEmpty()) {
      found.add(plan.with(knobs.withSlowDisks(new TreeMap<>())));
    }
    if (!knobs.logLengths().isEmpty()) {
      found.add(plan.with(knobs.withLogLengths(new TreeMap<>())));
    }
    if (knobs.store() != SimSettings.Store.HEAP) {
      found.add(
          plan.with(
              new Knobs(
                  SimSettings.Store.HEAP, knobs.tuned(), knobs.logLengths(), knobs.slowDisks())));
    }
  }

  private void findJobs() {
    List<Plan.Work> fewerObjects = new ArrayList<>();
    List<Plan.Work> alone = new ArrayList<>();
    for (Plan.Work work : plan.work()) {
      ObjectChoice names = work.job().names();
      int count = Math.max(1, names.count() / 2);
      fewerObjects.add(work.on(new ObjectChoice(names.prefix(), count, names.skewed())));
      alone.add(new Plan.Work(work.job().withWindow(1), work.patience()));
    }
    for (List<Plan.Work> simpler : List.of(fewerObjects, alone)) {
      if (!simpler.equals(plan.work())) {
        found.add(plan.with(simpler));
      }
    }
  }

  /** Halves of a list, then the list without each of its elements. */
  private static <T> List<List<T>> fewer(List<T> all) {
    List<List<T>> some = new ArrayList<>();
    int middle = all.size() / 2;
    if (all.size() > 2) {
      some.add(List.copyOf(all.subList(0, middle)));
      some.add(List.copyOf(all.subList(middle, all.size())));
    }
    for (int i = 0; i < all.size(); i++) {
      List<T> rest = new ArrayList<>(all);
      rest.remove(i);
      some.add(rest);
    }
    return some;
  }
}
