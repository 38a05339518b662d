package io.pando.bench.trial;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rank of a file system that is made in a temporary cluster with metadata servers.
 *
 * @param servers metadata servers of the cluster
 */
record TrialRank(Cluster client, int servers) {
  /** Name of the file system. */
  static final String NAME = "trial";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Makes the file system, of three copies.
   *
   * @param standbyReplay whether a standby follows the journal
   */
  static TrialRank create(TrialCluster trial, Cluster client, boolean standbyReplay) {
    client.admin().change(new Change.CreatePool("names", 8, 3, 2, null));
    client.admin().change(new Change.CreatePool("bytes", 8, 3, 2, null));
    client.admin().change(new Change.CreateFileSystem(NAME, "names", List.of("bytes")));
    if (standbyReplay) {
      client.admin().change(new Change.SetFileSystem(NAME, "standby_replay", "true"));
    }
    return new TrialRank(client, trial.config().metadataServers().size());
  }

  private static @Nullable Rank rank(ClusterMap map) {
    return map.files().named(NAME).map(system -> system.ranks().get(0)).orElse(null);
  }

  /** The metadata server that holds it; null if none does. */
  @Nullable MdsInfo holder() {
    ClusterMap map = client.admin().map();
    Rank rank = rank(map);
    return rank == null || rank.holder() == null ? null : map.files().daemons().get(rank.holder());
  }

  /** Waits until the rank is active, and as many servers stand by or follow as can. */
  void awaitServed() {
    client.admin().awaitMap(this::isServed, PATIENCE);
  }

  private boolean isServed(ClusterMap map) {
    Rank rank = rank(map);
    FileSystem system = map.files().named(NAME).orElse(null);
    return rank != null
        && system != null
        && rank.state() == RankState.ACTIVE
        && map.files().daemons().size() == servers
        && (!system.settings().standbyReplay() || rank.follower() != null);
  }
}
