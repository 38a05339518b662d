package io.pando.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.crush.CrushMap;
import io.pando.crush.text.CrushSyntaxException;
import io.pando.crush.text.CrushText;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the sizes given in docs/formats.md. */
class MapSizeTest {
  private static final int HOSTS = 100;
  private static final int PER_HOST = 10;

  private final Random64 random = new Random64(1);

  @Test
  void mapsAndIncrementalsAreSmall() throws CrushSyntaxException {
    ClusterMap map = map();
    OsdInfo down = osd(17, false);
    Incremental incremental =
        new Incremental(1001, 1_800_000_000_000L, List.of(new Incremental.PutOsd(down)));
    List<Integer> sizes =
        List.of(
            MapRecords.MAP.toBytes(map).length,
            CrushCodec.encode(map.crush()).length,
            MapRecords.INCREMENTAL.toBytes(incremental).length);
    assertThat(sizes).containsExactly(86_773, 12_323, 92);
  }

  private ClusterMap map() throws CrushSyntaxException {
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    IntStream.range(0, HOSTS * PER_HOST).forEach(i -> osds.put(new OsdId(i), osd(i, true)));
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        new PoolId(1),
        new PoolInfo(
            new PoolId(1),
            "rbd",
            new PoolInfo.Layout(3, 2, GroupCounts.fresh(32_768), 0),
            5,
            new PoolInfo.Options(false, random.nextLong(), Replication.PRIMARY)));
    return new ClusterMap(
        new ClusterMap.Stamp(new ClusterId(uuid()), 1000, 1_800_000_000_000L),
        new ClusterMap.PlacementInput(osds, pools, crush(), new TreeMap<>()),
        new TreeSet<>(List.of(ClusterFlag.NOOUT)),
        IntStream.range(0, 3)
            .mapToObj(
                i -> new MonitorInfo(new NodeId(NodeId.Role.MON, i), "10.0.0." + i, 6789, 6790))
            .toList(),
        ClusterMap.Losses.NONE);
  }

  private OsdInfo osd(int number, boolean up) {
    OsdId id = new OsdId(number);
    String host = "10.0.%d.%d".formatted(number / 250, number % 250);
    return new OsdInfo(
        id,
        uuid(),
        up,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(
            new Address(id.node(), random.nextLong(), host, 6800 + number % PER_HOST), 4),
        new OsdInfo.UpHistory(900, 950, 880, up ? 0 : 1_800_000_000_000L));
  }

  private UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private static CrushMap crush() throws CrushSyntaxException {
    StringBuilder devices = new StringBuilder();
    StringBuilder hosts = new StringBuilder();
    StringBuilder root = new StringBuilder("root default {\n  id -1\n  alg straw2\n  hash 0\n");
    for (int host = 0; host < HOSTS; host++) {
      hosts.append("host host%d {\n  id %d\n  alg straw2\n  hash 0\n".formatted(host, -2 - host));
      for (int i = 0; i < PER_HOST; i++) {
        int osd = host * PER_HOST + i;
        devices.append("device %d osd.%d\n".formatted(osd, osd));
        hosts.append("  item osd.%d weight 1.000\n".formatted(osd));
      }
      hosts.append("}\n");
      root.append("  item host%d weight 10.000\n".formatted(host));
    }
    String types = "type 0 osd\ntype 1 host\ntype 2 root\n";
    String rule =
        "rule replicated {\n  id 0\n  type replicated\n  step take default\n"
            + "  step chooseleaf firstn 0 type host\n  step emit\n}\n";
    return CrushText.parse(devices + types + hosts + root + "}\n" + rule);
  }
}
