package io.pando.osd.traffic;

import io.pando.port.Peer;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Clients that listen to this OSD for the end of updates that they sent to another member. Holds
 * the newest stream of each client.
 */
public final class ReplyListeners {
  private final SortedMap<Long, Peer.Session> newest = new TreeMap<>();

  public void add(Peer.Session client) {
    Peer.Session known = newest.get(client.node().number());
    if (known == null || known.number() < client.number()) {
      newest.put(client.node().number(), client);
    }
  }

  public void remove(Peer.Session client) {
    newest.remove(client.node().number(), client);
  }

  /** The client's stream; null if the client does not listen. */
  public @Nullable Peer of(long client) {
    return newest.get(client);
  }
}
