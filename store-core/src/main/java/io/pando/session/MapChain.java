package io.pando.session;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.ClusterId;
import io.pando.message.MapUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest map, to which updates are applied. Updates come from several senders, so they may
 * overlap, arrive late, or leave a gap.
 */
final class MapChain {
  private @Nullable ClusterId cluster;
  private @Nullable ClusterMap newest;

  /** The effect of an update. */
  sealed interface Step {
    /** The update had nothing new. */
    record Known() implements Step {}

    /**
     * The update starts beyond the successor of the newest map; the maps between are needed first.
     */
    record Gap() implements Step {}

    /** The update contains a map of another cluster. */
    record Foreign(ClusterId cluster) implements Step {}

    /**
     * The update led to a newer map.
     *
     * @param whole whole map from the update, if one was needed to start from
     * @param incrementals incrementals that lead to the newest map, from {@code whole} or from the
     *     newest map before
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

  /** The incrementals of consecutive epochs that begin right after {@code epoch}. */
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
