package io.pando.osd.pg.recovery.rebuild;

import io.pando.erasure.Positions;
import io.pando.erasure.ReadPlan;
import io.pando.id.MemberId;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.probe.Limit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Chooses from which members the lost fragments of an object are computed, the cheapest set. */
final class SourceChoice {
  private static final Limit MOST_PLANS = Limit.of("rebuild: plans that are kept", 1, 256);

  /** What a plan depends on. */
  private record Case(Positions wanted, Positions alive, int own) {}

  private final RebuildContext context;

  /** Plans take some microseconds to find, and many objects lack the same positions. */
  private final Map<Case, ReadPlan> plans = new LinkedHashMap<>();

  SourceChoice(RebuildContext context) {
    this.context = context;
  }

  /** Chooses the sources; false if the fragments that are known do not determine the lost ones. */
  boolean choose(Rebuild it) {
    Positions wanted = Fragments.positions(it.targets);
    MemberId self = context.replica().self();
    SortedMap<Integer, MemberId> holders = new TreeMap<>();
    for (MemberId member : candidates(it, wanted)) {
      holders.merge(member.position(), member, (a, b) -> b.equals(self) ? b : a);
    }
    it.damaged.sources().forEach(member -> holders.putIfAbsent(member.position(), member));
    Positions alive = Fragments.positions(holders.values());
    ReadPlan plan = plan(new Case(wanted, alive, self.position()));
    if (!(plan instanceof ReadPlan.Decodable found)) {
      return false;
    }
    it.plan = found;
    it.sources = new TreeMap<>(holders);
    it.sources.keySet().removeIf(position -> !found.read().contains(position));
    return true;
  }

  /** Members that have the fragment; of those that are not members, holders of lost ones. */
  private SortedSet<MemberId> candidates(Rebuild it, Positions wanted) {
    SortedSet<MemberId> candidates = new TreeSet<>();
    for (MemberId stray : context.locations().strays()) {
      if (wanted.contains(stray.position())) {
        candidates.add(stray);
      }
    }
    candidates.addAll(context.locations().having(it.copy.object));
    candidates.addAll(it.found);
    candidates.removeAll(it.bad);
    candidates.removeAll(it.targets);
    return candidates;
  }

  private ReadPlan plan(Case known) {
    if (plans.size() > MOST_PLANS.value()) {
      plans.clear();
    }
    return plans.computeIfAbsent(
        known,
        it ->
            context
                .fragments()
                .code()
                .plan(it.wanted(), it.alive(), position -> position == it.own() ? 0 : 1));
  }
}
