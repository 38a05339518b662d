package io.pando.session;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.NodeId;
import io.pando.port.Peer;

/**
 * The status, by the cluster map, of a peer that claims to be an OSD. A hello proves nothing as
 * long as there are no keys. Comparing it with the map rejects peers that name an OSD that is not
 * up, another incarnation, or an OSD of another host.
 */
public enum PeerStatus {
  /** The incarnation is up, and the connection comes from its host. */
  MEMBER,
  /** The incarnation is not up in this map; it may be up in a later or an earlier one. */
  UNKNOWN,
  /** The incarnation is up, but the connection comes from another host. */
  WRONG_HOST;

  /** The standing of a peer by a map; {@link #UNKNOWN} unless its role is OSD. */
  public static PeerStatus of(Peer peer, ClusterMap map) {
    if (peer.node().role() != NodeId.Role.OSD || !map.isUp(peer.node().osd(), peer.nonce())) {
      return UNKNOWN;
    }
    OsdInfo info = map.osds().get(peer.node().osd());
    boolean elsewhere =
        peer instanceof Peer.Session session
            && info != null
            && info.address() != null
            && !info.address().mayDialFrom(session.host());
    return elsewhere ? WRONG_HOST : MEMBER;
  }
}
