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
import org.junit.jupiter.api.Test;

class SimFabricTest {
  private static final long SECOND = 1_000_000_000;

  /** Answers every ping and remembers what it heard. */
  private static final class Echo implements Transport.Listener {
    final List<Long> heard = new ArrayList<>();
    final List<String> resets = new ArrayList<>();
    final Transport transport;

    Echo(Transport transport) {
      this.transport = transport;
      transport.listen(this);
    }

    @Override
    public void onMessage(Peer from, Message message) {
      Heartbeat beat = (Heartbeat) message;
      heard.add(beat.sentNanos());
      if (!beat.pong()) {
        transport.send(from, new Heartbeat(0, beat.sentNanos(), true, 0));
      }
    }

    @Override
    public void onReset(Peer peer, String reason) {
      resets.add(reason);
    }
  }

  private static final class Pair {
    final SimWorld world;
    final SimProcess server;
    final Echo serverSide;
    final Echo clientSide;
    final Address address;
    final SimFabric fabric;

    Pair(long seed) {
      world = new SimWorld(seed);
      fabric = new SimFabric(world, SimDelays.LOCAL);
      server = world.start("server");
      Network.Node serverNode = attach(server, NodeId.Role.OSD, 7, new Network.Listen("sim", 1));
      Network.Node clientNode = attach(world.start("client"), NodeId.Role.CLIENT, 8, null);
      serverSide = new Echo(serverNode.endpoints().getFirst());
      clientSide = new Echo(clientNode.endpoints().getFirst());
      address = Objects.requireNonNull(serverNode.address());
    }

    Network.Node attach(
        SimProcess process,
        NodeId.Role role,
        long nonce,
        Network.@org.jspecify.annotations.Nullable Listen listen) {
      SimNetwork network = SimNetwork.of(fabric, process, 1);
      try {
        return network.attach(
            new Network.Self(null, new NodeId(role, 0), nonce), network.loops(), listen);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void ping(int from, int to, Address at) {
      for (long i = from; i < to; i++) {
        clientSide.transport.send(new Peer.Dialed(at, 0), new Heartbeat(0, i, false, 0));
      }
    }
  }

  /** As in production, where a stream is replaced only behind the step in which it ended. */
  @Test
  void whatIsSentInTheStepInWhichAStreamIsGivenUpIsLost() {
    Pair pair = new Pair(3);
    pair.ping(0, 1, pair.address);
    pair.world.runFor(SECOND);
    pair.fabric.giveUp(new NodeId(NodeId.Role.CLIENT, 0), new NodeId(NodeId.Role.OSD, 0));
    pair.ping(1, 3, pair.address);
    pair.world.runFor(SECOND);
    assertThat(pair.clientSide.resets).containsExactly("too much waits to be sent");
    pair.ping(3, 5, pair.address);
    pair.world.runFor(SECOND);
    assertThat(pair.serverSide.heard).containsExactly(0L, 3L, 4L);
  }

  /** Each stream keeps its order; of the one that was given up the end may be lost. */
  @Test
  void whatIsUnderWayAsAStreamIsGivenUpMayBeOvertaken() {
    int overtaken = 0;
    for (long seed = 1; seed <= 60; seed++) {
      Pair pair = new Pair(seed);
      pair.ping(0, 1, pair.address);
      pair.world.runFor(SECOND);
      pair.ping(1, 6, pair.address);
      pair.fabric.giveUp(new NodeId(NodeId.Role.CLIENT, 0), new NodeId(NodeId.Role.OSD, 0));
      pair.world.runFor(SECOND / 10_000);
      pair.ping(6, 9, pair.address);
      pair.world.runFor(3 * SECOND);
      List<Long> heard = pair.serverSide.heard;
      assertThat(heard.stream().filter(number -> number < 6)).isSorted();
      assertThat(heard.stream().filter(number -> number >= 6)).containsExactly(6L, 7L, 8L);
      overtaken += heard.getLast() < 6 ? 1 : 0;
    }
    assertThat(overtaken).isBetween(1, 59);
  }

  @Test
  void keepsTheOrderOfAStreamBothWays() {
    for (long seed = 0; seed < 20; seed++) {
      Pair pair = new Pair(seed);
      pair.ping(0, 200, pair.address);
      pair.world.runFor(30 * SECOND);
      assertThat(pair.serverSide.heard).hasSize(200).isSorted();
      assertThat(pair.clientSide.heard).hasSize(200).isSorted();
    }
  }

  @Test
  void sameSeedSameTrace() {
    assertThat(hashOf(5)).isEqualTo(hashOf(5));
    assertThat(hashOf(5)).isNotEqualTo(hashOf(6));
  }

  private static long hashOf(long seed) {
    Pair pair = new Pair(seed);
    pair.ping(0, 50, pair.address);
    pair.world.runFor(SECOND);
    pair.server.kill();
    pair.world.runFor(SECOND);
    return pair.world.trace().hash();
  }

  @Test
  void aKilledPeerIsHeardOfOnceAndNothingComesAfter() {
    for (long seed = 0; seed < 50; seed++) {
      Pair pair = new Pair(seed);
      pair.ping(0, 300, pair.address);
      pair.world.runFor(400_000);
      pair.server.kill();
      pair.world.runFor(SECOND);
      int heard = pair.clientSide.heard.size();
      assertThat(pair.clientSide.resets).hasSize(1);
      assertThat(pair.clientSide.heard).isSorted();
      pair.world.runFor(SECOND);
      assertThat(pair.clientSide.heard).hasSize(heard);
      assertThat(pair.clientSide.resets).hasSize(1);
    }
  }

  @Test
  void anotherIncarnationIsRefusedAndAnyIsFound() {
    Pair pair = new Pair(1);
    Address wrong = new Address(pair.address.node(), 99, pair.address.host(), pair.address.port());
    pair.ping(0, 3, wrong);
    pair.world.runFor(SECOND);
    assertThat(pair.serverSide.heard).isEmpty();
    assertThat(pair.clientSide.resets).hasSize(1);
    assertThat(pair.clientSide.resets.getFirst()).contains("incarnation");
    pair.ping(0, 3, new Address(wrong.node(), 0, wrong.host(), wrong.port()));
    pair.world.runFor(SECOND);
    assertThat(pair.serverSide.heard).containsExactly(0L, 1L, 2L);
  }

  @Test
  void whoStopsReadingGetsAllInOrderLater() {
    Pair pair = new Pair(2);
    pair.ping(0, 1, pair.address);
    pair.world.runFor(SECOND);
    Peer.Dialed peer = new Peer.Dialed(pair.address, 0);
    pair.clientSide.transport.setReading(peer, false);
    pair.ping(1, 20, pair.address);
    pair.world.runFor(SECOND);
    assertThat(pair.clientSide.heard).hasSize(1);
    pair.clientSide.transport.setReading(peer, true);
    pair.world.runFor(SECOND);
    assertThat(pair.clientSide.heard).hasSize(20).isSorted();
  }
}
