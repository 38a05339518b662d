package io.pando.osd.heartbeat;

import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import io.pando.message.Heartbeat;
import io.pando.port.Peer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Pings from incarnations that are not up in this OSD's map but may be up in a later one. The
 * newest ping of each OSD is kept until the next map, so that an OSD that has just come up is
 * answered at once.
 */
public final class EarlyPings {
  /** A kept ping and its sender. */
  public record Early(Peer from, Heartbeat ping) {}

  private final SortedMap<OsdId, Early> early = new TreeMap<>();

  /** Keeps a ping if its sender's map is newer and its OSD exists in this map. */
  public void add(Peer from, Heartbeat beat, ClusterMap map) {
    OsdId osd = from.node().osd();
    if (!beat.pong() && beat.epoch() > map.epoch() && map.osds().containsKey(osd)) {
      early.put(osd, new Early(from, beat));
    }
  }

  /** Removes and returns all kept pings. */
  public List<Early> take() {
    List<Early> all = List.copyOf(early.values());
    early.clear();
    return all;
  }
}
