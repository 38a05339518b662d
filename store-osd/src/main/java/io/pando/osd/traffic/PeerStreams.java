package io.pando.osd.traffic;

import io.pando.id.NodeId;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.time.Backoff;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The streams of a shard to and from its peers. For each peer that dialled us, it knows the newest
 * session, so that messages that an older one still delivers are dropped. For each peer that we
 * dial, it counts how often the stream broke, so that the peer is not redialled in a tight loop.
 */
public final class PeerStreams {
  private static final Backoff REDIALLING = new Backoff(50_000_000L, 2_000_000_000L);

  private final SortedMap<NodeId, Peer.Session> newest = new TreeMap<>();
  private final SortedMap<NodeId, Integer> breaks = new TreeMap<>();

  /**
   * Whether a message on this stream counts. Messages on a stream that we dialled always count.
   * Messages on a session older than the newest of the same incarnation do not: the peer may
   * already have been answered on the newer session. For example, an attempt that a client has seen
   * fail for good must not succeed afterwards.
   */
  public boolean isCurrent(Peer from) {
    if (!breaks.isEmpty()) {
      breaks.remove(from.node());
    }
    if (!(from instanceof Peer.Session session)) {
      return true;
    }
    Peer.Session known = newest.get(from.node());
    boolean older =
        known != null && known.nonce() == session.nonce() && known.number() > session.number();
    if (!older && !session.equals(known)) {
      newest.put(from.node(), session);
    }
    return !older;
  }

  /**
   * Records that a stream dialled by us broke; returns the delay in nanoseconds before it is used
   * again.
   */
  public long onBroken(NodeId node, Random64 random) {
    int count = breaks.merge(node, 1, Integer::sum);
    return REDIALLING.delayNanos(count, random);
  }

  public void forget(Peer peer) {
    if (peer instanceof Peer.Session session) {
      newest.remove(peer.node(), session);
    }
  }
}
