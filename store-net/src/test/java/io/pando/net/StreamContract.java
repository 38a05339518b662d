package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.pando.bytes.Payload;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.wire.FrameHeader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every network keeps to: order, one reset, one incarnation. */
@Timeout(120)
abstract class StreamContract {
  private Network network = LocalNetwork.open(1);

  /** A new one, with two loops. */
  abstract Network open(NetworkLimits limits);

  @BeforeEach
  void openNetwork() {
    network.close();
    network = open(NetworkLimits.usual());
  }

  @AfterEach
  void closeNetwork() {
    network.close();
  }

  @Test
  void messagesAndAnswersKeepTheirOrderUnderLoad() throws IOException {
    int count = 20_000;
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    for (int shard = 0; shard < 2; shard++) {
      int s = shard;
      osd.onMessage((peer, message) -> osd.transport(shardOf(message)).send(peer, message));
      assertThat(osd.at(s).shard()).isEqualTo(s);
    }
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    for (int shard = 0; shard < 2; shard++) {
      int s = shard;
      client
          .loop(s)
          .execute(() -> {
            for (int i = 0; i < count; i++) {
              client.transport(s).send(osd.at(s), message(2 * i + s));
            }
          });
    }
    client.awaitHeard(2 * count);
    for (int shard = 0; shard < 2; shard++) {
      int s = shard;
      assertThat(numbers(client, s))
          .isEqualTo(IntStream.range(0, count).map(i -> 2 * i + s).boxed().toList());
      assertThat(client.heard()).allMatch(h -> h.peer() instanceof Peer.Dialed);
    }
    assertThat(osd.resets()).isEmpty();
    assertThat(client.resets()).isEmpty();
  }

  /** Small ones, and some that no socket takes at once; first one way, then the other. */
  @Test
  void messagesOfAnySizeArriveWhole() throws IOException {
    int[] sizes = {0, 100, 3 << 20, 5_000, 64 << 10, (4 << 20) + 77, 1, 200_000, 300, 4 << 20};
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 2 * sizes.length; i++) {
      int size = sizes[i % sizes.length];
      messages.add(Messages.large(i, Messages.bytes(size, i), Messages.bytes(size / 3, i)));
    }
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.run(0, () -> messages.forEach(m -> client.transport(0).send(osd.at(0), m)));
    osd.awaitHeard(messages.size());
    assertThat(osd.messages().equals(messages)).isTrue();
    Peer asker = osd.heard().getFirst().peer();
    osd.run(0, () -> messages.forEach(m -> osd.transport(0).send(asker, m)));
    client.awaitHeard(messages.size());
    assertThat(client.messages().equals(messages)).isTrue();
    assertThat(osd.resets()).isEmpty();
    assertThat(client.resets()).isEmpty();
  }

  private static int shardOf(Message message) {
    return Messages.number(message) % 2;
  }

  private static Message message(int number) {
    return number % 50 == 0
        ? Messages.large(number, Messages.bytes(2000, number))
        : Messages.small(number);
  }

  private static List<Integer> numbers(TestNode node, int shard) {
    return node.heard().stream()
        .filter(heard -> heard.shard() == shard)
        .map(heard -> Messages.number(heard.message()))
        .toList();
  }

  @Test
  void messagesArriveOnTheLoopOfTheShard() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    for (int from = 0; from < 2; from++) {
      for (int to = 0; to < 2; to++) {
        client.send(from, osd.at(to), Messages.small(to));
      }
    }
    osd.awaitHeard(4);
    List<Thread> threads =
        List.of(osd.on(0, Thread::currentThread), osd.on(1, Thread::currentThread));
    assertThat(osd.heard())
        .allSatisfy(heard -> {
          assertThat(heard.shard()).isEqualTo(Messages.number(heard.message()));
          assertThat(heard.thread()).isSameAs(threads.get(heard.shard()));
        });
    assertThat(osd.heard().stream().map(TestNode.Heard::stream).distinct()).hasSize(4);
  }

  @Test
  void anUnreachableAddressShowsAsOneReset() throws IOException {
    TestNode gone = TestNode.listening(network, TestNode.osd(0, 7));
    Peer.Dialed there = gone.at(0);
    gone.close();
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.run(
        0,
        () -> {
          client.transport(0).send(there, Messages.small(1));
          client.transport(0).send(there, Messages.small(2));
        });
    client.awaitResets(1);
    client.send(0, there, Messages.small(3));
    client.awaitResets(2);
    assertThat(client.resets()).hasSize(2);
    assertThat(client.resets())
        .allSatisfy(reset -> {
          assertThat(reset.peer()).isEqualTo(there);
          assertThat(reset.reason()).contains("osd.0").contains("" + there.address().port());
        });
  }

  @Test
  void whoIsNotWantedThereIsRefusedWithAReason() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    Address address = osd.address();
    NodeId other = new NodeId(NodeId.Role.OSD, 5);
    assertRefused(
        new Peer.Dialed(new Address(address.node(), 6, address.host(), address.port()), 0),
        "incarnation 6 of osd.4 is gone, 7 listens here now");
    assertRefused(
        new Peer.Dialed(new Address(other, 7, address.host(), address.port()), 0),
        "osd.4 listens here, not osd.5");
    assertRefused(osd.at(2), "osd.4 has shards 0 to 1, not 2");
    assertThat(osd.heard()).isEmpty();
    assertThat(osd.resets()).isEmpty();
  }

  private void assertRefused(Peer.Dialed to, String reason) throws IOException {
    try (TestNode dialler = TestNode.dialling(network, TestNode.osd(9, 1))) {
      dialler.send(0, to, Messages.small(1));
      dialler.awaitResets(1);
      assertThat(dialler.resets())
          .singleElement()
          .satisfies(reset -> {
            assertThat(reset.peer()).isEqualTo(to);
            assertThat(reset.reason()).contains(reason);
          });
    }
  }

  @Test
  void anotherClusterIsRefused() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    ClusterId foreign = new ClusterId(new UUID(8, 9));
    NodeId name = new NodeId(NodeId.Role.OSD, 9);
    TestNode stranger = TestNode.dialling(network, new Network.Self(foreign, name, 1));
    stranger.send(0, osd.at(0), Messages.small(1));
    stranger.awaitResets(1);
    assertThat(stranger.resets().getFirst().reason())
        .contains("osd.4 belongs to cluster " + TestNode.CLUSTER + ", the dialler to " + foreign);
  }

  @Test
  void aClientThatKnowsNoClusterReachesMonitorsAndOthersOnceItJoined() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    NodeId first = new NodeId(NodeId.Role.MON, 1);
    TestNode monitor = TestNode.listening(network, new Network.Self(TestNode.CLUSTER, first, 1));
    NodeId name = new NodeId(NodeId.Role.CLIENT, 9);
    TestNode client = TestNode.dialling(network, new Network.Self(null, name, 1));
    client.send(0, monitor.at(0), Messages.small(1));
    monitor.awaitHeard(1);
    client.send(0, osd.at(0), Messages.small(2));
    client.awaitResets(1);
    assertThat(client.resets().getFirst().reason()).contains("the dialler names none");
    client.run(0, () -> client.transport(0).join(TestNode.CLUSTER));
    client.send(0, osd.at(0), Messages.small(3));
    osd.awaitHeard(1);
    assertThat(osd.messages()).containsExactly(Messages.small(3));
  }

  @Test
  void aDiallerThatCallsItselfAMonitorIsRefused() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    NodeId name = new NodeId(NodeId.Role.MON, 1);
    TestNode stranger = TestNode.dialling(network, new Network.Self(TestNode.CLUSTER, name, 1));
    stranger.send(0, osd.at(0), Messages.small(1));
    stranger.awaitResets(1);
    assertThat(stranger.resets().getFirst().reason()).contains("monitors dial only other monitors");
    assertThat(osd.messages()).isEmpty();
  }

  @Test
  void aDiallerWithAnImpossibleOsdNumberIsRefused() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    for (long number : new long[] {-1, 65_536, 1L << 40}) {
      NodeId name = new NodeId(NodeId.Role.OSD, number);
      TestNode stranger = TestNode.dialling(network, new Network.Self(TestNode.CLUSTER, name, 1));
      stranger.send(0, osd.at(0), Messages.small(1));
      stranger.awaitResets(1);
      assertThat(stranger.resets().getFirst().reason()).contains("OSD numbers go from 0 to");
    }
  }

  @Test
  void nonceZeroReachesWhoeverListens() throws IOException {
    TestNode mon = TestNode.listening(network, TestNode.osd(4, 7));
    Address known = mon.address();
    Peer.Dialed any = new Peer.Dialed(new Address(known.node(), 0, known.host(), known.port()), 1);
    mon.onMessage((peer, message) -> mon.transport(1).send(peer, Messages.small(99)));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.send(0, any, Messages.small(1));
    client.awaitHeard(1);
    assertThat(client.heard().getFirst().peer()).isEqualTo(any);
  }

  @Test
  void aRestartedPeerIsAnother() throws IOException {
    TestNode before = TestNode.listening(network, TestNode.osd(4, 7));
    Peer.Dialed old = before.at(0);
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.send(0, old, Messages.small(1));
    before.awaitHeard(1);
    before.close();
    client.awaitResets(1);
    TestNode after =
        new TestNode(
            network,
            TestNode.osd(4, 8),
            2,
            new Network.Listen(old.address().host(), old.address().port()));
    client.send(0, old, Messages.small(2));
    client.awaitResets(2);
    assertThat(client.resets().get(1).reason()).contains("incarnation 7 of osd.4 is gone");
    client.send(0, after.at(0), Messages.small(3));
    after.awaitHeard(1);
    assertThat(after.messages()).containsExactly(Messages.small(3));
  }

  @Test
  void aResetIsToldOnceAndNothingOldComesAfterIt() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.send(0, osd.at(0), Messages.small(0));
    osd.awaitHeard(1);
    Peer session = osd.heard().getFirst().peer();
    osd.run(0, () -> osd.transport(0).disconnect(session));
    client.run(
        0,
        () -> {
          for (int i = 1; i <= 100; i++) {
            client.transport(0).send(osd.at(0), Messages.small(i));
          }
        });
    client.awaitResets(1);
    client.send(0, osd.at(0), Messages.small(1000));
    await().until(() -> osd.messages().contains(Messages.small(1000)));
    assertThat(client.resets()).hasSize(1);
    assertThat(osd.resets()).isEmpty();
    List<Integer> heard = osd.messages().stream().map(Messages::number).toList();
    assertThat(heard.getLast()).isEqualTo(1000);
    osd.send(0, session, Messages.small(5));
    osd.send(0, osd.heard().getLast().peer(), Messages.small(6));
    client.awaitHeard(1);
    assertThat(client.messages()).containsExactly(Messages.small(6));
  }

  @Test
  void whoDisconnectsIsToldNothingAndTheOtherOnce() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.send(0, osd.at(1), Messages.small(0));
    osd.awaitHeard(1);
    client.run(0, () -> client.transport(0).disconnect(osd.at(1)));
    osd.awaitResets(1);
    assertThat(osd.resets()).hasSize(1);
    assertThat(osd.resets().getFirst().peer()).isEqualTo(osd.heard().getFirst().peer());
    client.close();
    assertThat(client.resets()).isEmpty();
  }

  @Test
  void theLargestMessageGoesThroughAndALargerOneIsRefused() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    Payload half = Messages.bytes(FrameHeader.MAX_DATA_BYTES / 2, 1);
    Message most = Messages.large(1, half, half);
    client.send(0, osd.at(0), most);
    osd.awaitHeard(1);
    assertThat(osd.messages().getFirst().equals(most)).isTrue();
    client.send(0, osd.at(0), Messages.large(2, half, half, Messages.bytes(2000, 2)));
    client.awaitResets(1);
    assertThat(client.resets().getFirst().reason()).contains("beyond the limit of 67108864");
  }

  @Test
  void thousandsOfStreamsComeAndGo() throws IOException {
    int rounds = 2_000;
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    osd.onMessage((peer, message) -> osd.transport(shardOf(message)).send(peer, message));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    AtomicInteger answered = new AtomicInteger();
    client.onMessage((peer, message) -> {
      client.transport(shardOf(message)).disconnect(peer);
      int next = answered.incrementAndGet() < rounds ? Messages.number(message) + 2 : -1;
      if (next >= 0) {
        client.transport(shardOf(message)).send(peer, Messages.small(next));
      }
    });
    client.send(0, osd.at(0), Messages.small(0));
    client.send(1, osd.at(1), Messages.small(1));
    await().atMost(Duration.ofSeconds(60)).until(() -> answered.get() > rounds);
    osd.awaitResets(rounds);
    assertThat(osd.resets().stream().map(TestNode.Reset::stream)).doesNotHaveDuplicates();
    assertThat(client.resets()).isEmpty();
  }

  @Test
  void aTakenPortIsNamed() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    int port = osd.address().port();
    assertThatThrownBy(() ->
            new TestNode(network, TestNode.osd(5, 7), 1, new Network.Listen("127.0.0.1", port)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageContaining("in use");
  }

  @Test
  void nothingRunsAfterClose() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(4, 7));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.send(0, osd.at(0), Messages.small(0));
    osd.awaitHeard(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(osd.on(i, Thread::currentThread));
    }
    client.close();
    network.close();
    network.close();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
    assertThat(client.resets()).isEmpty();
    client.send(0, osd.at(0), Messages.small(0));
  }

  @Test
  void timersRunUnlessCancelled() throws IOException {
    TestNode node = TestNode.dialling(network, TestNode.client(1));
    List<String> ran = new ArrayList<>();
    node.run(
        0,
        () -> {
          node.loop(0).schedule(1_000_000, () -> ran.add("cancelled")).cancel();
          node.loop(0)
              .schedule(
                  1_000_000,
                  () -> {
                    ran.add("first");
                    node.loop(0).schedule(1_000_000, () -> ran.add("second"));
                  });
          node.loop(0).execute(() -> ran.add("at once"));
        });
    await().until(() -> node.on(0, () -> ran.size() == 3));
    // The first timer may have expired before the task was given to the loop.
    assertThat(node.on(0, () -> List.copyOf(ran)))
        .contains("at once")
        .containsSubsequence("first", "second");
  }
}
