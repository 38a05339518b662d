package io.pando.session;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.NodeId;
import io.pando.port.Peer;

/**
 * What the cluster map says of a peer that calls itself an OSD. A hello proves nothing as long as
 * there are no keys; holding it to the map keeps out whatever names an OSD that is not up, another
 * incarnation, or an OSD of another host.
 */
public enum Standing {
  /** The incarnation is up, and the connection comes from its host. */
  MEMBER,
  /** The map does not have that incarnation up: a later map may, or an earlier one did. */
  UNKNOWN,
  /** The incarnation is up, but the connection comes from another host. */
  STRANGER;

  /** Of a peer by a map; {@link #UNKNOWN} unless its role is OSD. */
  public static Standing of(Peer peer, ClusterMap map) {
    if (peer.node().role() != NodeId.Role.OSD || !map.isUp(peer.node().osd(), peer.nonce())) {
      return UNKNOWN;
    }
    OsdInfo info = map.osds().get(peer.node().osd());
    boolean elsewhere =
        peer instanceof Peer.Session session
            && info != null
            && info.address() != null
            && !info.address().mayDialFrom(session.host());
    return elsewhere ? STRANGER : MEMBER;
  }
}
