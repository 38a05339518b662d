package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.cluster.Incremental;
import io.pando.cluster.Placement;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.MapUpdate;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.osd.config.OsdConfig;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Large reads that wait for others, since they may return more than fits. */
class WaitingReadsTest {
  private static final ObjectOp LARGE = new ObjectOp.Read(new ByteRange(0, 1 << 20));

  private final DaemonWorld world = new DaemonWorld(oneAtATime(), HostMaps.of(1, 1));
  private final DaemonClient client = new DaemonClient(world);
  private final ObjectId object = Placement.object("read by many");
  private final PgId group = Placement.group(DaemonWorld.pool(), object);

  private static OsdConfig oneAtATime() {
    OsdConfig usual = OsdConfig.defaults();
    return usual.with(usual.limits().withMaxClientBytes(1 << 10));
  }

  private ObjectMessage.Operate hear(ObjectOp op) {
    var request = client.operate(group, object, world.map.epoch(), op);
    world.wireOf(group).hear(DaemonClient.PEER, request);
    return request;
  }

  @Test
  void areCarriedOutOneAfterTheOther() {
    world.boot(1);
    assertThat(client.outcome(client.operate(group, object, world.map.epoch(), DaemonClient.WRITE)))
        .isInstanceOf(OpOutcome.Succeeded.class);
    world.wireOf(group).messages();
    var first = hear(LARGE);
    var second = hear(LARGE);
    world.pass();
    assertThat(world.wireOf(group).messages(ObjectMessage.OperateReply.class))
        .extracting(ObjectMessage.OperateReply::id)
        .containsExactly(first.id(), second.id());
  }

  /** The store has removed what they would read when their turn comes. */
  @Test
  void endWithTheirGroup() {
    world.boot(1);
    assertThat(client.outcome(client.operate(group, object, world.map.epoch(), DaemonClient.WRITE)))
        .isInstanceOf(OpOutcome.Succeeded.class);
    world.wireOf(group).messages();
    Incremental next =
        new Incremental(
            world.map.epoch() + 1, 0, List.of(new Incremental.RemovePool(DaemonWorld.POOL)));
    List<RequestId> asked = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      asked.add(hear(LARGE).id());
    }
    world.hearMonitor(new MapUpdate(null, List.of(next)));
    world.pass();
    assertThat(world.deaths).isEmpty();
    assertThat(world.storeOf(group).collections()).doesNotContain(CollectionId.of(group));
    List<ObjectMessage.OperateReply> told =
        world.wireOf(group).messages(ObjectMessage.OperateReply.class);
    assertThat(told)
        .extracting(ObjectMessage.OperateReply::id)
        .containsExactlyInAnyOrderElementsOf(asked);
    assertThat(told.getLast().outcome()).isInstanceOf(OpOutcome.Failed.class);
  }
}
