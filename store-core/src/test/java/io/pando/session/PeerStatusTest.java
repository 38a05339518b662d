package io.pando.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.port.Peer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PeerStatusTest {
  private static final OsdId OSD = new OsdId(1);

  private static ClusterMap mapWith(boolean up, String host) {
    OsdInfo info =
        new OsdInfo(
            OSD,
            new UUID(0, 1),
            up,
            new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
            new OsdInfo.Endpoint(new Address(OSD.node(), 5, host, 7_000), 1),
            new OsdInfo.UpHistory(1, 1, 0, 0));
    return FakeMonitors.emptyMap(FakeMonitors.CLUSTER, 1)
        .apply(new Incremental(2, 0, List.of(new Incremental.PutOsd(info))));
  }

  private static PeerStatus of(long nonce, String host, ClusterMap map) {
    return PeerStatus.of(new Peer.Session(OSD.node(), nonce, 1, host), map);
  }

  @Test
  void theIncarnationThatIsUpIsAMemberAtItsHostAlone() {
    ClusterMap map = mapWith(true, "10.0.0.1");
    assertThat(of(5, "10.0.0.1", map)).isEqualTo(PeerStatus.MEMBER);
    assertThat(of(5, "10.0.0.2", map)).isEqualTo(PeerStatus.WRONG_HOST);
    assertThat(of(4, "10.0.0.1", map)).isEqualTo(PeerStatus.UNKNOWN);
    assertThat(of(5, "10.0.0.1", mapWith(false, "10.0.0.1"))).isEqualTo(PeerStatus.UNKNOWN);
  }

  @Test
  void whoIsNoOsdOfTheMapIsUnknown() {
    ClusterMap map = mapWith(true, "10.0.0.1");
    for (NodeId.Role role : List.of(NodeId.Role.MON, NodeId.Role.CLIENT)) {
      assertThat(PeerStatus.of(new Peer.Session(new NodeId(role, 1), 5, 1, "10.0.0.1"), map))
          .isEqualTo(PeerStatus.UNKNOWN);
    }
    assertThat(PeerStatus.of(new Peer.Session(new OsdId(2).node(), 5, 1), map))
        .isEqualTo(PeerStatus.UNKNOWN);
  }

  @Test
  void whomWeDialledIsWhereTheMapSays() {
    Address address = new Address(OSD.node(), 5, "10.0.0.1", 7_000);
    assertThat(PeerStatus.of(new Peer.Dialed(address, 0), mapWith(true, "10.0.0.1")))
        .isEqualTo(PeerStatus.MEMBER);
  }

  @Test
  void namesAndOtherFormsOfAddressesAreNotCompared() {
    assertThat(of(5, "10.0.0.2", mapWith(true, "node1"))).isEqualTo(PeerStatus.MEMBER);
    assertThat(of(5, "::1", mapWith(true, "10.0.0.1"))).isEqualTo(PeerStatus.MEMBER);
    assertThat(of(5, "127.0.0.1", mapWith(true, "127.1"))).isEqualTo(PeerStatus.MEMBER);
    assertThat(of(5, "", mapWith(true, "10.0.0.1"))).isEqualTo(PeerStatus.MEMBER);
    assertThat(of(5, "10.0.0.2", mapWith(true, "0.0.0.0"))).isEqualTo(PeerStatus.MEMBER);
  }
}
