package io.pando.osd.traffic;

import io.pando.port.Peer;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Clients that listen here for the end of updates they sent elsewhere: one for each stream. */
public final class Attendants {
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

  /** The stream of the client; null if it does not listen. */
  public @Nullable Peer of(long client) {
    return newest.get(client);
  }
}
