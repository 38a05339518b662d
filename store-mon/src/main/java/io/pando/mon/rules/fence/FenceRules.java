package io.pando.mon.rules.fence;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.mon.state.Ruling;
import io.pando.mon.state.Terms;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rules for the fence list. A fence lasts for a time, since its session may have sent requests that
 * are still under way; after that time nothing of the session is left. Fences whose time is over
 * are removed as time passes, and when a new one needs their place. A fence whose time is not over
 * is removed by operators only.
 */
public final class FenceRules {
  private static final long MAX_LIFE_MILLIS = 365L * 24 * 3_600_000;

  private FenceRules() {}

  /** Fences a session; a fence that lasts longer already stays. */
  public static Ruling add(ClusterMap map, Change.AddFence add, Terms terms) {
    return objection(add, terms)
        .<Ruling>map(Ruling.Refused::new)
        .orElseGet(() -> {
          Fence fence = new Fence(terms.nowMillis() + lifeMillis(add, terms), add.reason());
          return fence(map, add.session(), fence, terms.nowMillis());
        });
  }

  private static Optional<String> objection(Change.AddFence add, Terms terms) {
    if (add.session() == 0) {
      return Optional.of(
          "0 is not the number of a session: 'daemon osd.N ops' shows those that wait for an OSD");
    }
    if (add.reason().length() > Fence.MAX_REASON) {
      return Optional.of(
          "the reason of a fence has at most %d characters, not %d"
              .formatted(Fence.MAX_REASON, add.reason().length()));
    }
    long lifeMillis = lifeMillis(add, terms);
    return lifeMillis > 0 && lifeMillis <= MAX_LIFE_MILLIS
        ? Optional.empty()
        : Optional.of(
            "a fence lasts 1 ms to 365 days, not %d ms: give another duration (fence add --for)"
                .formatted(lifeMillis));
  }

  private static long lifeMillis(Change.AddFence add, Terms terms) {
    return add.lifeMillis() == 0 ? terms.settings().fencing().lifeMillis() : add.lifeMillis();
  }

  private static Ruling fence(ClusterMap map, long session, Fence fence, long nowMillis) {
    Fence before = map.fences().of(session);
    if (before != null && before.untilMillis() >= fence.untilMillis()) {
      return new Ruling.Accepted(List.of(), note(session, before) + " already");
    }
    SortedMap<Long, Fence> one = new TreeMap<>();
    one.put(session, fence);
    return edits(map, one, Fences.MOST_FOR_CLIENTS, nowMillis)
        .<Ruling>map(edits -> new Ruling.Accepted(edits, note(session, fence)))
        .orElseGet(() ->
            new Ruling.Refused(
                "%d sessions are fenced, no more are possible: end fences that are not needed (fence ls, fence rm)"
                    .formatted(map.fences().bySession().size())));
  }

  /**
   * The edits that fence metadata servers; empty if the list has no room for them.
   *
   * @param fences fences by session
   */
  public static Optional<List<Incremental.Edit>> ofDaemons(
      ClusterMap map, SortedMap<Long, Fence> fences, long nowMillis) {
    return edits(map, fences, Fences.MOST, nowMillis);
  }

  /** Fences whose time is over are removed if their places are needed. */
  private static Optional<List<Incremental.Edit>> edits(
      ClusterMap map, SortedMap<Long, Fence> fences, int most, long nowMillis) {
    long more = fences.keySet().stream().filter(it -> !map.fences().contains(it)).count();
    long excess = map.fences().bySession().size() + more - most;
    List<Incremental.Edit> edits = new ArrayList<>();
    if (more > 0 && excess > 0) {
      edits.addAll(ended(map, nowMillis));
      if (edits.size() < excess) {
        return Optional.empty();
      }
    }
    fences.forEach((session, fence) -> edits.add(new Incremental.PutFence(session, fence)));
    return Optional.of(edits);
  }

  private static String note(long session, Fence fence) {
    return "%s is fenced until %s%s"
        .formatted(
            Fences.nameOf(session),
            Instant.ofEpochMilli(fence.untilMillis()).truncatedTo(ChronoUnit.SECONDS),
            fence.reason().isEmpty() ? "" : " (" + fence.reason() + ")");
  }

  /** Ends the fence of a session; to end it again changes nothing. */
  public static Ruling remove(ClusterMap map, Change.RemoveFence remove) {
    String name = Fences.nameOf(remove.session());
    return map.fences().contains(remove.session())
        ? new Ruling.Accepted(
            List.of(new Incremental.RemoveFence(remove.session())),
            "the fence of " + name + " ended")
        : new Ruling.Accepted(List.of(), name + " is not fenced (fence ls shows all)");
  }

  /** The edits that remove the fences whose time is over. */
  public static List<Incremental.RemoveFence> ended(ClusterMap map, long nowMillis) {
    return map.fences().over(nowMillis).stream().map(Incremental.RemoveFence::new).toList();
  }
}
