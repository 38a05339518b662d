package io.pando.osd.traffic;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.NodeId;
import io.pando.port.Peer;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Peers that claim to be an OSD although the map has another address for it. Their messages are
 * dropped. The first message of each is logged, for a limited number of names, so that a hostile
 * peer cannot fill the log.
 */
public final class UnknownPeers {
  private static final int MOST_LOGGED = 100;

  private final Consumer<String> log;
  private final SortedSet<NodeId> logged = new TreeSet<>();

  /** Creates a set with no peer logged. */
  public UnknownPeers(Consumer<String> log) {
    this.log = log;
  }

  /** Records that a message of such a peer was dropped. */
  public void onDropped(Peer from, ClusterMap map) {
    if (logged.size() >= MOST_LOGGED || !logged.add(from.node())) {
      return;
    }
    OsdInfo known = map.osds().get(from.node().osd());
    log.accept(
        "a peer%s claims to be %s, whose address is %s: its messages are dropped"
            .formatted(
                from instanceof Peer.Session session ? " at " + session.host() : "",
                from.node(),
                known == null ? "unknown" : String.valueOf(known.address())));
  }
}
