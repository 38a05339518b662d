package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.crush.CrushMap;
import io.pando.crush.text.CrushText;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final PoolId POOL = new PoolId(7);

  private final Placement placement = new Placement();

  /** Compares with the output of crushtool for {@code --rule 1 --num-rep 3 --pool-id 7}. */
  @Test
  void placesGroupsWhereCephDoes() throws Exception {
    ClusterMap map = map(1024);
    List<String> expected =
        new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(resource("small.r1.n3.pool7.map.gz")),
                    StandardCharsets.UTF_8))
            .lines()
            .filter(line -> line.startsWith("CRUSH"))
            .toList();
    assertThat(expected).hasSize(1024);
    for (int seed = 0; seed < 1024; seed++) {
      GroupMapping mapping = placement.locate(map, new PgId(POOL, seed));
      String devices =
          String.join(
              ",", mapping.up().osds().stream().map(osd -> Integer.toString(osd.value())).toList());
      assertThat("CRUSH rule 1 x " + seed + " [" + devices + "]").isEqualTo(expected.get(seed));
      assertThat(mapping.acting()).isEqualTo(mapping.up());
    }
  }

  @Test
  void leavesOutWhoIsDownAndPrefersAnOverrideThatLives() throws Exception {
    ClusterMap map = map(8);
    PgId group = new PgId(POOL, 3);
    List<OsdId> before = placement.locate(map, group).up().osds();
    OsdInfo first = Objects.requireNonNull(map.osds().get(before.getFirst()));
    ClusterMap down =
        map.apply(
            new Incremental(
                2,
                0,
                List.of(
                    new Incremental.PutOsd(state(first.id(), false)),
                    new Incremental.OverrideActing(
                        group, MemberList.of(before.get(2), before.get(0), before.get(1))))));
    GroupMapping after = placement.locate(down, group);
    assertThat(after.up()).isEqualTo(MemberList.of(before.get(1), before.get(2)));
    assertThat(after.acting()).isEqualTo(MemberList.of(before.get(2), before.get(1)));
    assertThat(after.primary()).contains(before.get(2));
  }

  /** Results cached from map to map never differ from those of a new placement. */
  @Test
  void findsTheSameAfterAnyStepsOfTheMapAsAfresh() throws Exception {
    CrushMap other =
        CrushText.parse(
            new String(resource("small.txt").readAllBytes(), StandardCharsets.UTF_8)
                .replace("step take default", "step take host3"));
    for (int run = 0; run < 20; run++) {
      Random64 random = new Random64(run);
      ClusterMap map = map(16);
      Placement kept = new Placement();
      for (long epoch = 2; epoch < 40; epoch++) {
        map = map.apply(new Incremental(epoch, 0, List.of(edit(map, other, random))));
        for (PoolInfo pool : map.pools().values()) {
          for (int seed = 0; seed < pool.groupCount(); seed++) {
            PgId group = new PgId(pool.id(), seed);
            assertThat(kept.locate(map, group)).isEqualTo(new Placement().locate(map, group));
          }
        }
      }
    }
  }

  /** Each of these changes alone moves groups, and no other change of a pool does. */
  @Test
  void anotherRuleSizeOrPlacementOfAPoolIsNoticedByItself() throws Exception {
    GroupCounts whole = GroupCounts.fresh(64);
    GroupCounts half =
        new GroupCounts(64, 64, 33, 64, whole.roots(), new GroupCounts.Steps(0, 0, null));
    PoolInfo before = pool(1, 3, whole, 1);
    for (PoolInfo after :
        List.of(
            pool(0, 3, whole, 1),
            pool(1, 2, whole, 1),
            pool(1, 3, half, 1),
            pool(1, 3, whole, 2))) {
      ClusterMap first = map(1).apply(new Incremental(2, 0, List.of(put(before))));
      ClusterMap then = first.apply(new Incremental(3, 0, List.of(put(after))));
      Placement kept = new Placement();
      int moved = 0;
      for (int seed = 0; seed < 64; seed++) {
        PgId group = new PgId(POOL, seed);
        MemberList was = kept.locate(first, group).up();
        moved += was.equals(new Placement().locate(then, group).up()) ? 0 : 1;
      }
      for (int seed = 0; seed < 64; seed++) {
        PgId group = new PgId(POOL, seed);
        assertThat(kept.locate(then, group)).isEqualTo(new Placement().locate(then, group));
      }
      // In the last pool only min_size differs.
      assertThat(moved > 0).as("%s", after).isEqualTo(after.minSize() == 1);
    }
  }

  private static Incremental.Edit put(PoolInfo pool) {
    return new Incremental.PutPool(pool);
  }

  private static PoolInfo pool(int rule, int size, GroupCounts groups, int minSize) {
    return new PoolInfo(
        POOL,
        "data",
        new PoolInfo.Layout(size, minSize, groups, rule),
        1,
        new PoolInfo.Options(false, 0, Replication.PRIMARY));
  }

  private static Incremental.Edit edit(ClusterMap map, CrushMap other, Random64 random) {
    OsdId osd = new OsdId(random.nextInt(12));
    int size = 1 + random.nextInt(4);
    int groups = 8 + random.nextInt(16);
    return switch (random.nextInt(6)) {
      case 0 -> new Incremental.PutOsd(state(osd, random.nextBoolean()));
      case 1 -> new Incremental.PutOsd(state(osd, true, random.nextInt(OsdInfo.FULL_WEIGHT)));
      case 2 -> new Incremental.PutPool(pool(POOL, size, GroupCounts.fresh(groups), random));
      case 3 ->
          new Incremental.PutPool(
              pool(POOL, size, GroupCounts.fresh(groups).toward(2 * groups), random));
      case 4 ->
          map.pools().containsKey(new PoolId(8))
              ? new Incremental.RemovePool(new PoolId(8))
              : new Incremental.PutPool(
                  pool(new PoolId(8), size, GroupCounts.fresh(groups), random));
      default -> new Incremental.PutCrush(random.nextBoolean() ? other : map.crush());
    };
  }

  private static PoolInfo pool(PoolId id, int size, GroupCounts groups, Random64 random) {
    int rule = random.nextInt(2);
    return new PoolInfo(
        id,
        "p" + id,
        new PoolInfo.Layout(size, 1, groups, rule),
        1,
        new PoolInfo.Options(false, 0, Replication.PRIMARY));
  }

  @Test
  void hashesTheUtf8BytesOfNames() {
    assertThat(Placement.object("foo").hash()).isEqualTo(0x7fc1f406);
    assertThat(Placement.group(pool(8), Placement.object("foo"))).hasToString("7.6");
  }

  private static ClusterMap map(int groups) throws Exception {
    CrushMap crush =
        CrushText.parse(new String(resource("small.txt").readAllBytes(), StandardCharsets.UTF_8));
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    for (int i = 0; i < 12; i++) {
      osds.put(new OsdId(i), state(new OsdId(i), true));
    }
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(POOL, pool(groups));
    return new ClusterMap(
        new ClusterMap.Stamp(new ClusterId(new UUID(1, 2)), 1, 0),
        new ClusterMap.PlacementInput(osds, pools, crush, new TreeMap<>()),
        new TreeSet<>(),
        List.of(),
        ClusterMap.Losses.NONE);
  }

  private static PoolInfo pool(int groups) {
    return new PoolInfo(
        POOL,
        "data",
        new PoolInfo.Layout(3, 2, GroupCounts.fresh(groups), 1),
        1,
        new PoolInfo.Options(false, 0, Replication.PRIMARY));
  }

  private static OsdInfo state(OsdId osd, boolean up) {
    return state(osd, up, OsdInfo.FULL_WEIGHT);
  }

  private static OsdInfo state(OsdId osd, boolean up, int weight) {
    Address address = new Address(osd.node(), 1, "127.0.0.1", 7000);
    return new OsdInfo(
        osd,
        new UUID(3, osd.value()),
        up,
        new OsdInfo.Weight(true, weight),
        new OsdInfo.Endpoint(address, 1),
        new OsdInfo.UpHistory(1, 1, 0, 0));
  }

  private static InputStream resource(String name) throws IOException {
    InputStream stream = PlacementTest.class.getResourceAsStream("/crush/" + name);
    if (stream == null) {
      throw new IOException("no test resource /crush/" + name);
    }
    return stream;
  }
}
