package io.pando.sim.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.message.Heartbeat;
import io.pando.message.Message;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams over ways that are cut, slow and healed again. */
class LinkFaultTest {
  private static final long SECOND = 1_000_000_000;
  private static final NodeId A = new NodeId(NodeId.Role.OSD, 1);
  private static final NodeId B = new NodeId(NodeId.Role.OSD, 2);
  private static final LinkFault A_TO_B = new LinkFault.Cut(Nodes.of(A), Nodes.of(B));
  private static final LinkFault B_TO_A = new LinkFault.Cut(Nodes.of(B), Nodes.of(A));
  private static final LinkFault APART = new LinkFault.Partition(List.of(Nodes.of(A), Nodes.of(B)));

  /** A node with an endpoint, and what it hears. */
  private static final class Party implements Transport.Listener {
    final List<Long> heard = new ArrayList<>();
    final List<String> resets = new ArrayList<>();
    final SimProcess process;
    final Network.Node node;
    final Transport transport;
    @Nullable Peer last;

    Party(SimFabric fabric, NodeId self, long nonce) {
      process = fabric.world().start(self.toString());
      SimNetwork network = SimNetwork.of(fabric, process, 1);
      try {
        node =
            network.attach(
                new Network.Self(null, self, nonce),
                network.loops(),
                new Network.Listen("sim", (int) self.number()));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      transport = node.endpoints().getFirst();
      transport.listen(this);
    }

    @Override
    public void onMessage(Peer from, Message message) {
      last = from;
      heard.add(((Heartbeat) message).sentNanos());
    }

    @Override
    public void onReset(Peer peer, String reason) {
      resets.add(reason);
    }

    void send(Peer to, long number) {
      transport.send(to, new Heartbeat(0, number, false, 0));
    }

    Address address() {
      return Objects.requireNonNull(node.address());
    }
  }

  private final SimWorld world = new SimWorld(17);
  private final SimFabric fabric = new SimFabric(world, SimDelays.LOCAL);
  private final Party a = new Party(fabric, A, 11);
  private final Party b = new Party(fabric, B, 12);
  private final Peer toB = new Peer.Dialed(b.address(), 0);

  private Peer toA() {
    return Objects.requireNonNull(b.last);
  }

  private void connected() {
    a.send(toB, 0);
    world.runFor(SECOND);
    b.send(toA(), 0);
    world.runFor(SECOND);
    assertThat(a.heard).containsExactly(0L);
    assertThat(b.heard).containsExactly(0L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aShortCutDelaysAndLosesNothing(boolean oneWay) {
    connected();
    LinkFault fault = oneWay ? A_TO_B : APART;
    fabric.apply(fault);
    for (long i = 1; i <= 20; i++) {
      a.send(toB, i);
      world.runFor(SECOND / 20);
    }
    assertThat(b.heard).hasSize(1);
    fabric.lift(fault);
    world.runFor(5 * SECOND);
    assertThat(b.heard).hasSize(21).isSorted();
    assertThat(a.resets).isEmpty();
    assertThat(b.resets).isEmpty();
  }

  @Test
  void theSenderGivesUpAndTheReceiverLearnsOfItWhenItSpeaks() {
    connected();
    fabric.apply(APART);
    a.send(toB, 1);
    assertThat(world.runUntil(() -> !a.resets.isEmpty(), 40 * SECOND)).isTrue();
    assertThat(b.resets).isEmpty();
    fabric.lift(APART);
    b.send(toA(), 2);
    world.runFor(SECOND);
    assertThat(b.resets).hasSize(1);
    a.send(toB, 3);
    world.runFor(SECOND);
    assertThat(b.heard).containsExactly(0L, 3L);
  }

  @Test
  void whoSaysNothingIsAskedAndAskedForInVain() {
    connected();
    fabric.apply(A_TO_B);
    world.runFor(15 * SECOND);
    assertThat(a.resets).isEmpty();
    assertThat(b.resets).isEmpty();
    world.runFor(15 * SECOND);
    assertThat(a.resets).hasSize(1);
    assertThat(b.resets).hasSize(1);
  }

  @Test
  void withoutAcknowledgementsDataArriveButTheSenderGivesUp() {
    connected();
    fabric.apply(B_TO_A);
    a.send(toB, 1);
    world.runFor(SECOND);
    assertThat(b.heard).containsExactly(0L, 1L);
    assertThat(world.runUntil(() -> !a.resets.isEmpty(), 40 * SECOND)).isTrue();
  }

  @Test
  void diallingAcrossACutTimesOutAndWorksAfterItHealed() {
    fabric.apply(B_TO_A);
    a.send(toB, 1);
    world.runFor(6 * SECOND);
    assertThat(a.resets).hasSize(1);
    a.send(toB, 2);
    world.runFor(SECOND);
    fabric.lift(B_TO_A);
    world.runFor(3 * SECOND);
    assertThat(b.heard).containsExactly(2L);
  }

  @Test
  void aPausedPartyBuffersAndIsNotReset() {
    connected();
    b.process.pause();
    for (long i = 1; i <= 10; i++) {
      a.send(toB, i);
    }
    world.runFor(60 * SECOND);
    assertThat(b.heard).hasSize(1);
    assertThat(a.resets).isEmpty();
    b.process.resume();
    world.runFor(1);
    assertThat(b.heard).hasSize(11).isSorted();
  }

  @Test
  void diallingAPausedPartyTimesOut() {
    b.process.pause();
    a.send(toB, 1);
    world.runFor(10 * SECOND);
    assertThat(a.resets).hasSize(1);
    b.process.resume();
    world.runFor(SECOND);
    assertThat(b.heard).isEmpty();
  }

  @Test
  void aMachineWithoutPowerSaysNothingUntilItIsBack() {
    connected();
    b.process.losePower();
    world.runFor(SECOND);
    assertThat(a.resets).isEmpty();
    a.send(toB, 1);
    world.runFor(SECOND);
    assertThat(a.resets).isEmpty();
    Party again = new Party(fabric, B, 13);
    world.runFor(2 * SECOND);
    assertThat(a.resets).hasSize(1).first().asString().contains("reset by");
    assertThat(again.heard).isEmpty();
  }

  @Test
  void aResetOfOneConnectionIsHeardAtOneEndAtLeast() {
    for (int i = 0; i < 30; i++) {
      a.send(toB, i);
      world.runFor(SECOND);
      int before = a.resets.size() + b.resets.size();
      assertThat(fabric.resetOne(Nodes.of(A), Nodes.of(B))).isTrue();
      world.runFor(SECOND);
      assertThat(a.resets.size() + b.resets.size()).isBetween(before + 1, before + 2);
      a.send(toB, i);
      world.runFor(2 * SECOND);
    }
    assertThat(a.resets.size()).isGreaterThan(20);
  }

  @Test
  void slowWaysAreSlowInOneDirection() {
    connected();
    fabric.apply(new LinkFault.Slow(Nodes.of(A), Nodes.all(), 10 * SECOND));
    List<Long> late = new ArrayList<>();
    for (long i = 1; i <= 10; i++) {
      b.send(toA(), i);
      a.send(toB, i);
      world.runFor(SECOND);
      late.add((long) b.heard.size());
    }
    assertThat(a.heard).hasSize(11);
    assertThat(late.getFirst()).isEqualTo(1);
    world.runFor(20 * SECOND);
    assertThat(b.heard).hasSize(11).isSorted();
  }

  @Test
  void whoIsOnNoSideOfAPartitionReachesAll() {
    NodeId client = new NodeId(NodeId.Role.CLIENT, 99);
    assertThat(APART.cuts(A, B)).isTrue();
    assertThat(APART.cuts(A, client)).isFalse();
    assertThat(APART.cuts(client, B)).isFalse();
    LinkFault alone = new LinkFault.Partition(List.of(Nodes.of(A), Nodes.allBut(A)));
    assertThat(alone.cuts(client, A)).isTrue();
    assertThat(alone.cuts(client, B)).isFalse();
    assertThat(new LinkFault.Partition(List.of(Nodes.of(A), Nodes.of(B))))
        .isEqualTo(APART)
        .hasToString("Partition[sides=[[osd.1], [osd.2]]]");
  }
}
