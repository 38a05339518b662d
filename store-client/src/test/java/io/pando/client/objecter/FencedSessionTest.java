package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Incremental;
import io.pando.cluster.fence.Fence;
import io.pando.id.OsdId;
import io.pando.message.ObjectMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of all operations of a client whose session is fenced. */
class FencedSessionTest {
  private final ObjecterWorld world = new ObjecterWorld(3, 4);

  @BeforeEach
  void learn() {
    world.learnFirstMap();
  }

  private void refuse(ObjecterEffect.Send send, int attempt) {
    world.reply(
        send.to(),
        new ObjectMessage.OperateReply(
            send.request().id(), 2, attempt, new OpOutcome.Failed(OpError.FENCED, -1, "test")));
  }

  private void isFenced(long submitted, boolean mayHaveHappened) {
    assertThat(world.outcome(submitted)).isEqualTo(new OperationOutcome.Fenced(mayHaveHappened));
  }

  @Test
  void oneRefusalEndsAllOperations() {
    long refused = world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    long sent = world.submit(ObjecterWorld.append("b", 10));
    long query = world.submit(ObjecterWorld.stat("c"));
    long waiting = world.submit(ObjecterWorld.append("d", 10));
    refuse(first, 1);
    isFenced(refused, false);
    isFenced(sent, true);
    isFenced(query, false);
    isFenced(waiting, false);
    assertThat(world.pending()).isZero();
    assertThat(world.taken()).hasSize(2);
    isFenced(world.submit(ObjecterWorld.append("a", 10)), false);
    assertThat(world.sends).isEmpty();
  }

  /** Also without an answer: its OSD may be one that does not answer any more. */
  @Test
  void aMapEndsAllOperations() {
    long sent = world.submit(ObjecterWorld.append("a", 10));
    Incremental.Edit fence = new Incremental.PutFence(ObjecterWorld.CLIENT + 1, new Fence(1, ""));
    world.learn(world.cluster.edit(fence));
    assertThat(world.outcome(sent)).isNull();
    world.learn(
        world.cluster.edit(new Incremental.PutFence(ObjecterWorld.CLIENT, new Fence(1, ""))));
    isFenced(sent, true);
    assertThat(world.pending()).isZero();
  }

  /** The client may have answered others that it is closed. */
  @Test
  void theEndOfTheFenceChangesNothing() {
    world.learn(
        world.cluster.edit(new Incremental.PutFence(ObjecterWorld.CLIENT, new Fence(1, ""))));
    world.learn(world.cluster.edit(new Incremental.RemoveFence(ObjecterWorld.CLIENT)));
    isFenced(world.submit(ObjecterWorld.stat("a")), false);
  }

  @Test
  void anEarlierAttemptMayHaveHadAnEffect() {
    long op = world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    OsdId other = new OsdId((int) (first.to().node().number() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(first.request().group(), other));
    refuse(world.onlySend(), 2);
    isFenced(op, true);
  }
}
