package io.pando.mon.service;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.RankId;
import io.pando.message.MdsMessage;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Connects to a metadata server whose connection broke, if it holds a rank. A process that is gone
 * refuses connections, so its rank need not wait until its beacons are missed. OSDs find each other
 * gone in the same way.
 *
 * <p>A server that is alive and cannot be reached by a quick refusal is fenced too early; that does
 * no harm, as with the command that fails a server.
 */
final class MdsProbes {
  /** Refused connections after which a server is gone: the first may have been on its way. */
  private static final int REFUSALS = 3;

  private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final EventLoop loop;
  private final Transport transport;
  private final MdsBeacons beacons;
  private final Runnable onGone;

  /** Refusals of the servers that are being probed. */
  private final TreeMap<MdsIncarnation, Integer> refusals = new TreeMap<>();

  /**
   * No server is probed.
   *
   * @param onGone called when a server is gone, which the beacons have noted
   */
  MdsProbes(EventLoop loop, Transport transport, MdsBeacons beacons, Runnable onGone) {
    this.loop = loop;
    this.transport = transport;
    this.beacons = beacons;
    this.onGone = onGone;
  }

  /** A connection of a metadata server broke, or could not be made. */
  void onReset(Peer peer, ClusterMap map) {
    Optional<MdsInfo> server =
        map.files().daemon(peer.node()).filter(it -> it.address().nonce() == peer.nonce());
    if (server.isEmpty()) {
      return;
    }
    MdsInfo it = server.get();
    Optional<RankId> rank = map.files().heldBy(it.incarnation());
    if (rank.isEmpty()) {
      refusals.remove(it.incarnation());
    } else if (peer instanceof Peer.Session) {
      if (refusals.putIfAbsent(it.incarnation(), 0) == null) {
        probe(it, rank.get());
      }
    } else if (refusals.containsKey(it.incarnation())) {
      onRefused(it, rank.get());
    }
  }

  private void onRefused(MdsInfo server, RankId rank) {
    int count = refusals.merge(server.incarnation(), 1, Integer::sum);
    if (count < REFUSALS) {
      loop.schedule(
          DELAY_NANOS,
          () -> {
            if (refusals.containsKey(server.incarnation())) {
              probe(server, rank);
            }
          });
    } else {
      refusals.remove(server.incarnation());
      beacons.onGone(server.incarnation());
      onGone.run();
    }
  }

  private void probe(MdsInfo server, RankId rank) {
    transport.send(new Peer.Dialed(server.address(), 0), new MdsMessage.AskRank(0, rank));
  }

  /** A server answered, so it is alive. */
  void onAnswer(Peer from, ClusterMap map) {
    map.files().daemon(from.node()).ifPresent(it -> refusals.remove(it.incarnation()));
    transport.disconnect(from);
  }
}
