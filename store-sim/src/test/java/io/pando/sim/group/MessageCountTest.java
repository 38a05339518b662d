package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Replication;
import io.pando.id.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who sends what to whom for an update of three members, once all streams are there. */
class MessageCountTest {
  private static final int UPDATES = 100;
  private static final int BYTES = 1000;
  private static final NodeId CLIENT = new NodeId(NodeId.Role.CLIENT, 1);

  private final String token = "x".repeat(BYTES);

  /** One update after the other. */
  private GroupWorld served(Replication replication) {
    GroupWorld world = new GroupWorld(1, 3, replication);
    world.calm();
    GroupClient client = new GroupClient(world, 1);
    world.clients.add(client);
    world.run(500 * GroupWorld.MILLI);
    append(world, client);
    append(world, client);
    world.streams.forgetCounts();
    for (int i = 0; i < UPDATES; i++) {
      append(world, client);
    }
    world.run(500 * GroupWorld.MILLI);
    return world;
  }

  private void append(GroupWorld world, GroupClient client) {
    boolean[] done = {false};
    client.append(
        "o",
        token,
        10_000 * GroupWorld.MILLI,
        outcome -> {
          assertThat(outcome).isInstanceOf(OperationOutcome.Replied.class);
          done[0] = true;
        });
    while (!done[0]) {
      world.run(GroupWorld.MILLI);
    }
  }

  private static List<NodeId> members(GroupWorld world) {
    return Replication.path(world.locate(world.map(), GroupWorld.GROUP)).stream()
        .map(osd -> osd.node())
        .toList();
  }

  private static long sent(GroupWorld world, NodeId from, NodeId to) {
    return world.streams.sent(from, to);
  }

  @Test
  void thePrimarySendsToAllAndAnswers() {
    GroupWorld world = served(Replication.PRIMARY);
    List<NodeId> path = members(world);
    NodeId head = path.getFirst();
    assertThat(sent(world, CLIENT, head)).isEqualTo(UPDATES);
    assertThat(sent(world, head, path.get(1))).isEqualTo(UPDATES);
    assertThat(sent(world, head, path.get(2))).isEqualTo(UPDATES);
    assertThat(sent(world, path.get(1), head)).isEqualTo(UPDATES);
    assertThat(sent(world, path.get(2), head)).isEqualTo(UPDATES);
    assertThat(sent(world, head, CLIENT)).isEqualTo(UPDATES);
    assertThat(world.streams.updateBytes(head)).isEqualTo(2L * UPDATES * BYTES);
  }

  @Test
  void inAChainEachSendsToTheNextAndTheLastAnswers() {
    GroupWorld world = served(Replication.CHAIN);
    List<NodeId> path = members(world);
    NodeId head = path.getFirst();
    NodeId tail = path.getLast();
    assertThat(sent(world, CLIENT, head)).isEqualTo(UPDATES);
    assertThat(sent(world, head, path.get(1))).isEqualTo(UPDATES);
    assertThat(sent(world, head, tail)).isZero();
    assertThat(sent(world, path.get(1), tail)).isEqualTo(UPDATES);
    assertThat(sent(world, path.get(1), head)).isZero();
    assertThat(sent(world, tail, CLIENT)).isEqualTo(UPDATES);
    assertThat(sent(world, head, CLIENT)).isZero();
    // Reports that updates are done, for the head to forget them: no client waits for these.
    assertThat(sent(world, tail, head)).isEqualTo(UPDATES);
    assertThat(world.streams.updateBytes(head)).isEqualTo((long) UPDATES * BYTES);
  }

  @Test
  void inASplayTheHeadSendsToAllAndTheLastCollectsAndAnswers() {
    GroupWorld world = served(Replication.SPLAY);
    List<NodeId> path = members(world);
    NodeId head = path.getFirst();
    NodeId tail = path.getLast();
    assertThat(sent(world, CLIENT, head)).isEqualTo(UPDATES);
    assertThat(sent(world, head, path.get(1))).isEqualTo(UPDATES);
    // The update, and that it is durable at the head.
    assertThat(sent(world, head, tail)).isEqualTo(2 * UPDATES);
    assertThat(sent(world, path.get(1), tail)).isEqualTo(UPDATES);
    assertThat(sent(world, path.get(1), head)).isZero();
    assertThat(sent(world, tail, CLIENT)).isEqualTo(UPDATES);
    assertThat(sent(world, head, CLIENT)).isZero();
    assertThat(world.streams.updateBytes(head)).isEqualTo(2L * UPDATES * BYTES);
  }

  /** Updates that follow one another closely cost the head fewer words. */
  @Test
  void whoCollectsTellsTheHeadOfManyTogether() {
    GroupWorld world = new GroupWorld(1, 3, Replication.CHAIN);
    world.calm();
    GroupClient client = new GroupClient(world, 1);
    world.clients.add(client);
    world.run(500 * GroupWorld.MILLI);
    append(world, client);
    world.streams.forgetCounts();
    int[] done = {0};
    for (int i = 0; i < UPDATES; i++) {
      client.append("o" + i, token, 10_000 * GroupWorld.MILLI, _ -> done[0]++);
    }
    world.run(5_000 * GroupWorld.MILLI);
    assertThat(done[0]).isEqualTo(UPDATES);
    List<NodeId> path = members(world);
    assertThat(sent(world, path.getLast(), path.getFirst())).isLessThan(UPDATES / 4);
  }
}
