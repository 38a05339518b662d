package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.ShardMapping;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.op.ObjectOp;
import io.pando.port.Peer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where work goes by a map, where it does not, and why. */
class RouterTest {
  private static final PgId GROUP = new PgId(FakeCluster.POOL, 2);

  private final FakeCluster cluster = new FakeCluster();
  private final Router router = new Router(FakeCluster::locate);

  private static Operation query() {
    return new Operation.Query(GROUP);
  }

  private PoolInfo pool() {
    return Objects.requireNonNull(cluster.map.pools().get(FakeCluster.POOL));
  }

  private Peer.Dialed peer(int osd) {
    OsdInfo info = Objects.requireNonNull(cluster.map.osds().get(new OsdId(osd)));
    return new Peer.Dialed(
        Objects.requireNonNull(info.address()),
        ShardMapping.shardOf(pool(), GROUP, FakeCluster.SHARDS));
  }

  private Route to(Operation operation) {
    return ((Router.Routing.To) router.route(operation)).route();
  }

  private String reason(Operation operation) {
    return ((Router.Routing.Nowhere) router.route(operation)).reason();
  }

  @Test
  void nothingGoesAnywhereWithoutAMap() {
    assertThat(reason(query())).isEqualTo("there is no cluster map yet");
    assertThat(router.epoch()).isZero();
    assertThat(router.isUp(peer(2))).isFalse();
    assertThat(router.other(new Route(GROUP, peer(2), peer(2), List.of()), 0)).isEmpty();
  }

  @Test
  void newerMapsAreTakenAndOlderOnesAreNot() {
    ClusterMap first = cluster.map;
    ClusterMap second = cluster.movePrimary(GROUP, new OsdId(1), new OsdId(3));
    assertThat(router.adopt(second)).isTrue();
    assertThat(router.adopt(second)).isFalse();
    assertThat(router.adopt(first)).isFalse();
    assertThat(router.epoch()).isEqualTo(2);
    assertThat(to(query()).primary()).isEqualTo(peer(1));
    assertThat(router.adopt(cluster.movePrimary(GROUP, new OsdId(3), new OsdId(1)))).isTrue();
    assertThat(to(query()).primary()).as("what was known is forgotten").isEqualTo(peer(3));
  }

  @Test
  void workGoesToTheShardOfThePrimaryAndIsCollectedByWhoKnowsFirst() {
    router.adopt(cluster.movePrimary(GROUP, new OsdId(1), new OsdId(3), new OsdId(0)));
    Route route =
        new Route(GROUP, peer(1), peer(1), List.of(new OsdId(1), new OsdId(3), new OsdId(0)));
    assertThat(to(query())).isEqualTo(route);
    assertThat(to(query()).isCollectedElsewhere()).isFalse();
    assertThat(to(new Operation.Scrub(GROUP, ScrubKind.DEEP))).isEqualTo(route);
    assertThat(to(new Operation.Listing(FakeCluster.POOL, first(GROUP), 10))).isEqualTo(route);
    router.adopt(cluster.replicate(Replication.CHAIN));
    assertThat(to(query()).primary()).isEqualTo(peer(1));
    assertThat(to(query()).collector()).isEqualTo(peer(0));
    assertThat(to(query()).isCollectedElsewhere()).isTrue();
  }

  /** A place in a group. */
  private ObjectId first(PgId group) {
    ObjectId place = new ObjectId(group.seed(), "");
    assertThat(Placement.group(pool(), place)).isEqualTo(group);
    return place;
  }

  private Operation vector(ObjectOp op) {
    return new Operation.Vector(
        FakeCluster.POOL, first(GROUP), List.of(op), Operation.Concurrency.UPDATES);
  }

  @Test
  void flagsHoldUpUpdatesOrReadsButNotQuestionsAboutGroups() {
    Operation update = vector(new ObjectOp.Remove());
    Operation read = vector(new ObjectOp.Read(new ByteRange(0, 1)));
    Operation listing = new Operation.Listing(FakeCluster.POOL, first(GROUP), 10);
    router.adopt(cluster.flags(ClusterFlag.PAUSEWR));
    assertThat(reason(update)).isEqualTo("the cluster has the flag " + ClusterFlag.PAUSEWR.label());
    assertThat(to(read).primary()).isEqualTo(peer(2));
    assertThat(to(listing).primary()).isEqualTo(peer(2));
    router.adopt(cluster.flags(ClusterFlag.PAUSERD));
    assertThat(reason(read)).isEqualTo("the cluster has the flag " + ClusterFlag.PAUSERD.label());
    assertThat(reason(listing)).isEqualTo(reason(read));
    assertThat(to(update).primary()).isEqualTo(peer(2));
    router.adopt(cluster.flags(ClusterFlag.PAUSERD, ClusterFlag.PAUSEWR));
    assertThat(reason(update)).contains(ClusterFlag.PAUSEWR.label());
    assertThat(to(query()).primary()).isEqualTo(peer(2));
    router.adopt(cluster.flags());
    assertThat(to(update)).isEqualTo(to(read));
  }

  /** Members that are no primary count too. */
  @Test
  void whatWaitsForSpaceWaitsForMembersThatAreFull() {
    ObjectOp append = new ObjectOp.Append(Payload.wrap(new byte[1]));
    Operation patient = waiting(append);
    for (OsdId member : FakeCluster.locate(cluster.map, GROUP).acting().osds()) {
      router.adopt(cluster.full(member));
      assertThat(reason(patient)).startsWith("an OSD of group " + GROUP + " is full by map");
      assertThat(to(vector(append)).primary()).as("an OSD refuses it").isEqualTo(peer(2));
      assertThat(to(waiting(new ObjectOp.Remove())).primary()).isEqualTo(peer(2));
      assertThat(to(waiting(new ObjectOp.Stat())).primary()).isEqualTo(peer(2));
    }
    router.adopt(cluster.full());
    assertThat(to(patient).primary()).isEqualTo(peer(2));
  }

  private Operation waiting(ObjectOp op) {
    return new Operation.Vector(
        FakeCluster.POOL, first(GROUP), List.of(op), Operation.Concurrency.UPDATES, true);
  }

  @Test
  void whereNobodyServesWorkGoesNowhere() {
    router.adopt(cluster.down(new OsdId(2)));
    assertThat(reason(query()))
        .isEqualTo("no OSD that is up serves group " + GROUP + " by map " + cluster.map.epoch());
    router.adopt(cluster.restart(new OsdId(2)));
    assertThat(to(query()).primary()).isEqualTo(peer(2));
    router.adopt(cluster.deletePool());
    assertThat(router.route(query())).isInstanceOf(Router.Routing.PoolGone.class);
  }

  /** The OSD is up by the map, but has no address there. */
  @Test
  void anOsdWithoutAnAddressOrShardsIsNotSentAnything() {
    OsdInfo it = Objects.requireNonNull(cluster.map.osds().get(new OsdId(2)));
    router.adopt(
        cluster.edit(
            new Incremental.PutOsd(
                new OsdInfo(
                    it.id(),
                    it.identity(),
                    true,
                    new OsdInfo.Weight(true, it.weight().reweight()),
                    new OsdInfo.Endpoint(it.address(), 0),
                    new OsdInfo.UpHistory(1, 1, 0, 0)))));
    assertThat(reason(query())).startsWith("no OSD that is up serves group");
    router.adopt(cluster.movePrimary(GROUP, new OsdId(1), new OsdId(2)));
    router.adopt(cluster.replicate(Replication.CHAIN));
    assertThat(to(query()).collector())
        .as("the primary collects for who cannot be reached")
        .isEqualTo(peer(1));
  }

  @Test
  void anIncarnationIsUpUntilTheNextOne() {
    Peer.Dialed before = peer(2);
    router.adopt(cluster.map);
    assertThat(router.isUp(before)).isTrue();
    router.adopt(cluster.restart(new OsdId(2)));
    assertThat(router.isUp(before)).isFalse();
    assertThat(router.isUp(peer(2))).isTrue();
    router.adopt(cluster.down(new OsdId(2)));
    assertThat(router.isUp(peer(2))).isFalse();
  }

  @Test
  void othersToAskAreMembersInTurnElseAnybody() {
    router.adopt(cluster.movePrimary(GROUP, new OsdId(1), new OsdId(3), new OsdId(0)));
    Route three = to(query());
    assertThat(router.other(three, 0)).contains(peer(3));
    assertThat(router.other(three, 1)).contains(peer(0));
    assertThat(router.other(three, 2)).contains(peer(3));
    assertThat(router.other(three, -1)).contains(peer(0));
    router.adopt(cluster.down(new OsdId(3)));
    assertThat(router.other(three, 0)).contains(peer(0));
    assertThat(router.other(three, 1)).contains(peer(0));
    router.adopt(cluster.down(new OsdId(0)));
    assertThat(router.other(three, 0)).as("no other member is up").isEmpty();
    Route two = new Route(GROUP, peer(1), peer(1), List.of(new OsdId(1), new OsdId(3)));
    assertThat(router.other(two, 0)).isEmpty();
    Route alone = new Route(GROUP, peer(1), peer(1), List.of(new OsdId(1)));
    assertThat(router.other(alone, 0)).as("anybody who is up").contains(peer(2));
    router.adopt(cluster.down(new OsdId(2)));
    assertThat(router.other(alone, 0)).isEqualTo(Optional.empty());
    router.adopt(cluster.deletePool());
    assertThat(router.other(alone, 0)).isEmpty();
  }
}
