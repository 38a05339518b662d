package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Incremental;
import io.pando.group.GroupInfo;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.MapUpdate;
import io.pando.message.ObjectMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.ObjectStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What groups of a daemon learn from its maps, those that it missed among them. */
class DaemonMapsTest {
  private static final PgId GROUP = new PgId(DaemonWorld.POOL, 0);

  private final DaemonWorld world = new DaemonWorld();
  private final DaemonClient client = new DaemonClient(world);

  private GroupInfo.History history() {
    ObjectMessage.QueryGroup query =
        new ObjectMessage.QueryGroup(new RequestId(3, 1_000), world.map.epoch(), GROUP);
    return ((ObjectMessage.QueryReply) client.ask(query).getFirst()).report().info().history();
  }

  @Test
  void aRestartKnowsThePastOfItsGroupsUpToTheMapThatWasSaved() {
    world.boot(1);
    long cleanSince = history().sameIntervalSince();
    assertThat(history().knownSince()).isEqualTo(cleanSince);
    world.change();
    world.passSeconds(1);
    world.daemon = world.start(2);
    Change.Boot _ = world.accept(Change.Boot.class);
    world.hearMark(2);
    assertThat(history().sameIntervalSince()).isEqualTo(world.map.epoch());
    assertThat(history().knownSince()).isEqualTo(cleanSince);
  }

  @Test
  void mapsThatWereMissedLeaveThePastUnknown() {
    world.boot(1);
    world.map =
        world
            .map
            .apply(new Incremental(world.map.epoch() + 1, 0, List.of()))
            .apply(new Incremental(world.map.epoch() + 2, 0, List.of()));
    long whole = world.map.epoch();
    world.tell(new MapUpdate(world.map, List.of()));
    assertThat(world.accept(Change.Boot.class).since()).isEqualTo(whole);
    assertThat(client.refusal(client.operate("o", DaemonClient.READ)))
        .as("others may lead its groups since")
        .isEqualTo("this OSD is not the primary");
    world.hearMark(1);
    assertThat(history().sameIntervalSince()).isEqualTo(world.map.epoch());
    assertThat(history().knownSince()).isEqualTo(whole);
  }

  /** Its groups are still being removed when the map has them here again. */
  @Test
  void aPoolThatComesBackAtOnceHasItsGroupsMadeAnew() {
    world.boot(1);
    assertThat(client.outcome(client.operate("o", DaemonClient.WRITE)))
        .isInstanceOf(OpOutcome.Succeeded.class);
    for (Incremental.Edit edit :
        List.of(
            new Incremental.RemovePool(DaemonWorld.POOL),
            new Incremental.PutPool(DaemonWorld.pool()))) {
      Incremental step = new Incremental(world.map.epoch() + 1, 0, List.of(edit));
      world.map = world.map.apply(step);
      world.hearMonitor(new MapUpdate(null, List.of(step)));
    }
    world.pass();
    world.settle();
    assertThat(client.beacon().stats().load().groups()).isEqualTo(4);
    assertThat(client.outcome(client.operate("o", DaemonClient.READ)))
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class,
            failed -> assertThat(failed.error()).isEqualTo(OpError.NOT_FOUND));
  }

  @Test
  void aGroupThatIsMadeWhileAStoreIsFullTakesNothing() {
    world.boot(1);
    world.change(new Incremental.RemovePool(DaemonWorld.POOL));
    for (var store : world.stores) {
      store.usage = new ObjectStore.Usage(1L << 40, 1L << 40);
    }
    world.passSeconds(1);
    world.change(new Incremental.PutPool(DaemonWorld.pool()));
    world.settle();
    assertThat(client.outcome(client.operate("o", DaemonClient.WRITE)))
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class,
            failed -> assertThat(failed.error()).isEqualTo(OpError.NO_SPACE));
  }
}
