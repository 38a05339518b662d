package io.pando.client.fs.session;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.port.Peer;
import java.util.Optional;

/**
 * The metadata server that holds a rank, once it accepts sessions.
 *
 * @param incarnation its life
 * @param peer where it listens
 * @param state of the rank, from {@link RankState#RECONNECT} to {@link RankState#STOPPING}
 */
record Holder(MdsIncarnation incarnation, Peer.Dialed peer, RankState state) {
  /** The holder by a map; empty if there is none that accepts sessions. */
  static Optional<Holder> of(ClusterMap map, FileSystemId system, int rank) {
    FileSystem found = map.files().systems().get(system);
    Rank held = found == null ? null : found.ranks().get(rank);
    MdsIncarnation incarnation = held == null ? null : held.holder();
    if (held == null || incarnation == null || !accepts(held.state())) {
      return Optional.empty();
    }
    MdsInfo daemon = map.files().daemons().get(incarnation);
    return Optional.ofNullable(daemon)
        .map(it -> new Holder(incarnation, new Peer.Dialed(it.address(), 0), held.state()));
  }

  private static boolean accepts(RankState state) {
    return switch (state) {
      case RECONNECT, REJOIN, REQUESTS, ACTIVE, STOPPING -> true;
      case EMPTY, FAILED, DAMAGED, REPLAY, RESOLVE -> false;
    };
  }

  /** Whether it executes new requests. Before, it waits for those that clients repeat. */
  boolean serves() {
    return state == RankState.REQUESTS || state == RankState.ACTIVE || state == RankState.STOPPING;
  }

  boolean isSameServer(Holder other) {
    return incarnation.equals(other.incarnation) && peer.equals(other.peer);
  }
}
