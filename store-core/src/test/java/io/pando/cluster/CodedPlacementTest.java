package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.erasure.ErasureProfile;
import io.pando.crush.CrushMap;
import io.pando.crush.HostMaps;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Members of groups of erasure-coded pools have positions, whichever OSDs are down. */
class CodedPlacementTest {
  private static final PoolId POOL = new PoolId(1);
  private static final int OSDS = 8;
  private static final int GROUPS = 32;

  private final Placement placement = new Placement();

  private static OsdInfo osd(int number, boolean up) {
    OsdId id = new OsdId(number);
    return new OsdInfo(
        id,
        new UUID(3, number),
        up,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(new Address(id.node(), 1, "127.0.0.1", 7000), 1),
        new OsdInfo.UpHistory(1, 1, 0, 0));
  }

  private static ClusterMap map() throws Exception {
    ErasureProfile profile = ErasureProfile.parse(List.of("k=4", "m=2"));
    CrushMap crush = profile.rule().addTo(HostMaps.of(OSDS, 1), "fragments");
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    for (int i = 0; i < OSDS; i++) {
      osds.put(new OsdId(i), osd(i, true));
    }
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        POOL,
        new PoolInfo(
            POOL,
            "coded",
            new PoolInfo.Layout(6, 5, GroupCounts.fresh(GROUPS), 1, profile.code(), "p"),
            1,
            new PoolInfo.Options(false, 0, Replication.PRIMARY)));
    return new ClusterMap(
        new ClusterMap.Stamp(new ClusterId(new UUID(1, 2)), 1, 0),
        new ClusterMap.PlacementInput(osds, pools, crush, new TreeMap<>()),
        new TreeSet<>(),
        List.of(),
        ClusterMap.Losses.NONE);
  }

  private List<MemberList> acting(ClusterMap map) {
    List<MemberList> all = new ArrayList<>();
    for (int seed = 0; seed < GROUPS; seed++) {
      all.add(placement.locate(map, new PgId(POOL, seed)).acting());
    }
    return all;
  }

  @Test
  void anOsdThatIsDownIsAHoleAndTheOthersStay() throws Exception {
    ClusterMap map = map();
    List<MemberList> whole = acting(map);
    assertThat(whole).allSatisfy(members -> assertThat(members.count()).isEqualTo(6));
    Random64 random = new Random64(4);
    TreeSet<OsdId> down = new TreeSet<>();
    for (int step = 0; step < 60; step++) {
      OsdId flipped = new OsdId(random.nextInt(OSDS));
      boolean up = down.remove(flipped);
      if (!up) {
        down.add(flipped);
      }
      map =
          map.apply(
              new Incremental(
                  map.epoch() + 1, 0, List.of(new Incremental.PutOsd(osd(flipped.value(), up)))));
      List<MemberList> now = acting(map);
      for (int seed = 0; seed < GROUPS; seed++) {
        List<Optional<OsdId>> expected =
            whole.get(seed).positions().stream()
                .map(osd -> osd.filter(it -> !down.contains(it)))
                .toList();
        assertThat(now.get(seed).positions()).isEqualTo(expected);
      }
    }
  }

  @Test
  void anOverrideKeepsItsPositionsToo() throws Exception {
    PgId group = new PgId(POOL, 3);
    ClusterMap map = map();
    List<Optional<OsdId>> wanted = new ArrayList<>(placement.locate(map, group).up().positions());
    Optional<OsdId> first = wanted.get(0);
    wanted.set(1, Optional.empty());
    map =
        map.apply(
            new Incremental(
                2,
                0,
                List.of(
                    new Incremental.OverrideActing(group, MemberList.ofPositions(wanted)),
                    new Incremental.PutOsd(osd(first.orElseThrow().value(), false)))));
    wanted.set(0, Optional.empty());
    GroupMapping mapping = placement.locate(map, group);
    assertThat(mapping.acting().positions()).isEqualTo(wanted);
    assertThat(mapping.primary()).isEqualTo(wanted.get(2));
  }

  @Test
  void theSpaceFactorIsThatOfTheCode() throws Exception {
    PoolInfo pool = map().livePool(POOL).orElseThrow();
    assertThat(pool.spaceFactor()).isEqualTo(1.5);
    assertThat(pool.supportsEntries()).isFalse();
    assertThat(pool.refusalOfEntries()).contains("'coded'", "pool of replicas");
    assertThat(pool.withRule(7).withGroups(GroupCounts.fresh(9)).withSizes(6, 4).profile())
        .isEqualTo("p");
  }
}
