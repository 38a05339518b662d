package io.pando.session;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.ClusterId;
import io.pando.message.MapUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest map, and the way updates lead to newer ones. Updates come from several senders, so
 * they may overlap, come late, or leave a gap.
 */
final class MapChain {
  private @Nullable ClusterId cluster;
  private @Nullable ClusterMap newest;

  /** What an update did. */
  sealed interface Step {
    /** It had nothing new. */
    record Known() implements Step {}

    /** It starts beyond the newest map's successor; the maps between are needed first. */
    record Gap() implements Step {}

    /** It is a map of another cluster. */
    record Foreign(ClusterId cluster) implements Step {}

    /**
     * There is a newer map.
     *
     * @param whole the map that came whole, if one was needed to start from
     * @param incrementals that lead to the newest map, from {@code whole} or the newest one before
     */
    record Advanced(@Nullable ClusterMap whole, List<Incremental> incrementals) implements Step {}
  }

  MapChain(@Nullable ClusterId cluster) {
    this.cluster = cluster;
  }

  @Nullable ClusterMap newest() {
    return newest;
  }

  long epoch() {
    return newest == null ? 0 : newest.epoch();
  }

  boolean isForeign(ClusterId other) {
    return cluster != null && !cluster.equals(other);
  }

  Step offer(MapUpdate update) {
    ClusterMap full = update.full();
    if (full != null && isForeign(full.cluster())) {
      return new Step.Foreign(full.cluster());
    }
    List<Incremental> next = following(epoch(), update.incrementals());
    if (newest != null && !next.isEmpty()) {
      newest = applied(newest, next);
      return new Step.Advanced(null, next);
    }
    if (full != null && full.epoch() > epoch()) {
      return startFrom(full, update.incrementals());
    }
    boolean newer = update.incrementals().stream().anyMatch(i -> i.epoch() > epoch());
    return newer ? new Step.Gap() : new Step.Known();
  }

  private Step startFrom(ClusterMap full, List<Incremental> incrementals) {
    List<Incremental> next = following(full.epoch(), incrementals);
    cluster = full.cluster();
    newest = applied(full, next);
    return new Step.Advanced(full, next);
  }

  private static ClusterMap applied(ClusterMap from, List<Incremental> incrementals) {
    ClusterMap map = from;
    for (Incremental incremental : incrementals) {
      map = map.apply(incremental);
    }
    return map;
  }

  /** The unbroken run that begins right after {@code epoch}. */
  private static List<Incremental> following(long epoch, List<Incremental> incrementals) {
    List<Incremental> run = new ArrayList<>();
    for (Incremental incremental : incrementals) {
      if (incremental.epoch() == epoch + run.size() + 1) {
        run.add(incremental);
      }
    }
    return List.copyOf(run);
  }
}
