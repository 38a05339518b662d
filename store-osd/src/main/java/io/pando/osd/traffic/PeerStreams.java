package io.pando.osd.traffic;

import io.pando.id.NodeId;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.time.Backoff;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a shard remembers of the streams to and from others: which is the newest of each that
 * dialled us, so that what an older one still delivers is dropped; and how often one that we dial
 * broke, so that nobody is dialled in a tight circle.
 */
public final class PeerStreams {
  private static final Backoff REDIALLING = new Backoff(50_000_000L, 2_000_000_000L);

  private final SortedMap<NodeId, Peer.Session> newest = new TreeMap<>();
  private final SortedMap<NodeId, Integer> breaks = new TreeMap<>();

  /**
   * Whether a message counts; an answer on a stream of ours does always. One who has dialled again
   * may have been answered on the newer stream to what an older one delivers only now: an attempt
   * of a client that failed for good, say, and must not succeed behind its back.
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

  /** How long to wait before going on, now that a stream of ours broke. */
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
