package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.ShardMapping;
import io.pando.group.GroupLineage;
import io.pando.id.Address;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.HandStore;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import io.pando.osd.traffic.HandLoop;
import io.pando.osd.traffic.HandWire;
import io.pando.port.Peer;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two groups of one shard, whose store answers from inside the effect that asks it. */
class GroupRunnerTest {
  private static final OsdId SELF = PlayedShard.SELF;
  private static final OsdId ONE = new OsdId(1);
  private static final OsdId TWO = new OsdId(2);
  private static final PgId FIRST = Maps.GROUP;
  private static final PgId SECOND = new PgId(FIRST.pool(), 1);
  private static final long NONCE = PlayedShard.NONCE;

  private final PlayedShard played = new PlayedShard();
  private final HandLoop loop = played.loop;
  private final HandWire wire = played.wire;
  private final PlayedShard.Owner owner = played.owner;
  private final HandStore store = played.store;
  private final ShardGroups groups = played.groups;
  private final ShardState shard = played.state;
  private final GroupRunner runner = played.runner;

  /** Of a pool of two groups, which are both on the first OSDs. */
  private static ClusterMap map(int size, Incremental.Edit... edits) {
    Membership one = Maps.of(size, Replication.PRIMARY);
    List<Incremental.Edit> all = new ArrayList<>();
    all.add(new Incremental.PutPool(one.pool().withGroups(GroupCounts.fresh(2))));
    all.addAll(List.of(edits));
    return one.map().apply(new Incremental(Maps.EPOCH + 1, 0, all));
  }

  private static OsdInfo info(OsdId osd) {
    return Objects.requireNonNull(Maps.of(1, Replication.PRIMARY).map().osds().get(osd));
  }

  private static Incremental.Edit osd(OsdId osd, boolean up, int shards) {
    OsdInfo known = info(osd);
    return new Incremental.PutOsd(
        new OsdInfo(
            osd,
            known.identity(),
            up,
            new OsdInfo.Weight(true, known.weight().reweight()),
            new OsdInfo.Endpoint(known.address(), shards),
            new OsdInfo.UpHistory(known.upFrom(), known.upThru(), 0, 0)));
  }

  private PlacementGroup add(PgId group, ClusterMap map, int size) {
    GroupMapping mapping =
        new GroupMapping(group, MemberList.of(Maps.first(size)), MemberList.of(Maps.first(size)));
    PlacementGroup added =
        groups.add(
            StoredGroup.fresh(group, map.epoch(), new GroupLineage(2, map.epoch())),
            MemberId.of(SELF),
            new Membership(map, mapping));
    runner.create(added);
    return added;
  }

  private Input wake(PgId group, int size) {
    ClusterMap map = Objects.requireNonNull(shard.map);
    return new Input.MapAdvanced(
        map,
        new GroupMapping(group, MemberList.of(Maps.first(size)), MemberList.of(Maps.first(size))),
        true,
        true);
  }

  /** Alone, and the map shows that it is up. */
  private void serve(PgId... all) {
    ClusterMap map = map(1, new Incremental.PutOsd(info(SELF).withUpThru(Maps.EPOCH + 1)));
    shard.map = map;
    for (PgId group : all) {
      add(group, map, 1);
      runner.give(ReplicaId.of(group), wake(group, 1));
      assertThat(group(group).stats().states().toString()).contains("ACTIVE");
    }
  }

  private PlacementGroup group(PgId name) {
    return Objects.requireNonNull(groups.get(ReplicaId.of(name)));
  }

  private ObjectId object(PgId group, int number) {
    ClusterMap map = Objects.requireNonNull(shard.map);
    PoolInfo pool = Objects.requireNonNull(map.pools().get(group.pool()));
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> Placement.object("o" + i))
        .filter(object -> Placement.group(pool, object).equals(group))
        .skip(number)
        .findFirst()
        .orElseThrow();
  }

  private ObjectMessage.Operate write(PgId group, int number) {
    return new ObjectMessage.Operate(
        new RequestId(9, number),
        Maps.EPOCH + 1,
        group,
        object(group, number % 6),
        List.of(new ObjectOp.WriteFull(Payload.utf8("x" + number))),
        ObjectMessage.Sending.FIRST);
  }

  private void ask(PgId group, int number) {
    runner.give(
        ReplicaId.of(group),
        new Input.ClientAsked(GroupHarness.client(9), write(group, number), loop.wallMillis()));
  }

  /** Six objects, written many times, are more than a rewrite of the version index leaves. */
  @Test
  void pagesOfTheIndexAreReadFromTheStore() {
    serve(FIRST);
    for (int i = 0; i < 160; i++) {
      ask(FIRST, i);
    }
    assertThat(wire.messages(ObjectMessage.OperateReply.class)).hasSize(160);
    int pages = indexPages();
    runner.give(ReplicaId.of(FIRST), new Input.Ticked(loop.wallMillis()));
    assertThat(indexPages()).isLessThan(pages).isLessThan(4);
    assertThat(owner.deaths).isEmpty();
  }

  private int indexPages() {
    return store.collection(CollectionId.of(FIRST)).meta("index/page/", "index/page0").size();
  }

  /** An answer of the store comes when the group has not begun another step. */
  @Test
  void aGroupThatIsForgottenTakesNoStepAndOthersDo() {
    serve(FIRST, SECOND);
    played.behind =
        () -> {
          runner.give(ReplicaId.of(FIRST), new Input.Persisted(new CommitOutcome.Committed()));
          ask(SECOND, 1);
        };
    runner.give(ReplicaId.of(FIRST), new Input.PoolRemoved(Maps.EPOCH + 2));
    assertThat(played.forgotten).containsExactly(FIRST);
    assertThat(groups.all()).extracting(PlacementGroup::group).containsExactly(SECOND);
    assertThat(store.collections()).containsExactly(CollectionId.of(SECOND));
    assertThat(wire.messages(ObjectMessage.OperateReply.class)).hasSize(1);
    ask(FIRST, 2);
    assertThat(wire.messages()).as("it is not here").isEmpty();
    assertThat(owner.deaths).isEmpty();
  }

  @Test
  void aGroupEndsWithAllThatWasToCome() {
    serve(FIRST, SECOND);
    PlacementGroup ended = group(FIRST);
    played.behind =
        () -> {
          runner.give(ReplicaId.of(FIRST), new Input.Persisted(new CommitOutcome.Committed()));
          runner.end(ended);
          ask(SECOND, 1);
          assertThat(wire.messages(ObjectMessage.OperateReply.class))
              .as("the step is not over")
              .isEmpty();
        };
    ask(FIRST, 1);
    assertThat(wire.messages(ObjectMessage.OperateReply.class)).hasSize(1);
    assertThat(groups.isHere(ended)).isFalse();
    assertThat(played.forgotten).as("others are made of it").isEmpty();
    assertThat(owner.deaths).isEmpty();
    ask(SECOND, 2);
    assertThat(wire.messages(ObjectMessage.OperateReply.class)).hasSize(1);
  }

  @Test
  void theDaemonHearsOfAChangeOnceUntilItAsks() {
    serve(FIRST, SECOND);
    assertThat(owner.notes).hasSizeGreaterThan(2).allMatch(note -> note.startsWith("osd.0 1."));
    assertThat(owner.changed).isEqualTo(1);
    runner.onReported();
    runner.give(ReplicaId.of(FIRST), new Input.PoolRemoved(Maps.EPOCH + 2));
    assertThat(owner.changed).isEqualTo(2);
    runner.give(ReplicaId.of(SECOND), new Input.PoolRemoved(Maps.EPOCH + 2));
    assertThat(owner.changed).isEqualTo(2);
  }

  @Test
  void messagesGoToTheShardOfAnOsdThatIsUp() {
    ClusterMap map = map(3, osd(ONE, true, 4));
    PlacementGroup added = add(SECOND, map, 3);
    PoolInfo pool = added.membership().pool();
    shard.map = map;
    Input wake = wake(SECOND, 3);
    runner.give(ReplicaId.of(SECOND), wake);
    assertThat(wire.messages(PeeringMessage.GetInfo.class)).isNotEmpty();
    List<Peer> _ = wire.peers();
    loop.pass(10 * GroupCluster.RETRY_NANOS);
    runner.give(ReplicaId.of(SECOND), new Input.Ticked(1));
    int index = ShardMapping.shardOf(pool, SECOND, 4);
    assertThat(index).isPositive();
    Address one = Objects.requireNonNull(info(ONE).address());
    Address two = Objects.requireNonNull(info(TWO).address());
    assertThat(wire.peers()).contains(new Peer.Dialed(one, index), new Peer.Dialed(two, 0));
    assertThat(asked(map(3, osd(TWO, false, 1)))).contains(ONE.node()).doesNotContain(TWO.node());
    assertThat(asked(map(3, new Incremental.RemovePool(FIRST.pool())))).isEmpty();
    shard.map = null;
    assertThat(asked(null)).isEmpty();
  }

  private List<Object> asked(@Nullable ClusterMap map) {
    shard.map = map;
    List<Peer> _ = wire.peers();
    loop.pass(10 * GroupCluster.RETRY_NANOS);
    runner.give(ReplicaId.of(SECOND), new Input.Ticked(1));
    return wire.peers().stream().<Object>map(Peer::node).toList();
  }

  @Test
  void theMonitorsAreAskedInTheNameOfThisIncarnation() {
    ClusterMap map = map(1);
    shard.map = map;
    add(FIRST, map, 1);
    runner.give(ReplicaId.of(FIRST), wake(FIRST, 1));
    assertThat(owner.changes).containsExactly(new Change.RaiseUpThru(SELF, NONCE, Maps.EPOCH + 1));
  }

  @Test
  void aBrokenInvariantEndsTheDaemon() {
    serve(FIRST);
    assertThatThrownBy(() ->
            runner.give(ReplicaId.of(FIRST), new Input.Persisted(new CommitOutcome.Committed())))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThat(owner.deaths)
        .containsExactly(
            "broken invariant in group 1.0: a transaction ended that was never submitted");
    assertThat(shard.stopped).isTrue();
  }
}
