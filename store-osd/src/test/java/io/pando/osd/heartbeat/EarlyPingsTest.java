package io.pando.osd.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushMap;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.message.Heartbeat;
import io.pando.port.Peer;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EarlyPingsTest {
  private static final OsdId KNOWN = new OsdId(1);

  private final EarlyPings early = new EarlyPings();
  private final ClusterMap map = mapOf(KNOWN);

  private static ClusterMap mapOf(OsdId osd) {
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    osds.put(osd, OsdInfo.fresh(osd));
    return new ClusterMap(
        new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), 7, 0),
        new ClusterMap.PlacementInput(
            osds, new TreeMap<>(), CrushMap.builder().build(), new TreeMap<>()),
        new TreeSet<>(),
        List.of(),
        ClusterMap.Losses.NONE);
  }

  private static Peer from(OsdId osd, long number) {
    return new Peer.Session(osd.node(), 1, number);
  }

  @Test
  void theNewestPingOfEachOsdIsKept() {
    early.add(from(KNOWN, 1), new Heartbeat(8, 1, false, 0), map);
    early.add(from(KNOWN, 2), new Heartbeat(9, 2, false, 0), map);
    assertThat(early.take())
        .containsExactly(new EarlyPings.Early(from(KNOWN, 2), new Heartbeat(9, 2, false, 0)));
    assertThat(early.take()).isEmpty();
  }

  @Test
  void whatNoLaterMapCanExplainIsNotKept() {
    early.add(from(KNOWN, 1), new Heartbeat(7, 1, false, 0), map);
    early.add(from(KNOWN, 1), new Heartbeat(8, 1, true, 0), map);
    early.add(from(new OsdId(5), 1), new Heartbeat(8, 1, false, 0), map);
    assertThat(early.take()).isEmpty();
  }
}
