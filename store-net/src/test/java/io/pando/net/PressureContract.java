package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pando.bytes.Payload;
import io.pando.message.Message;
import io.pando.port.Network;
import io.pando.port.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behaviour of every network when a peer does not read. */
@Timeout(120)
abstract class PressureContract {
  private static final int KIB_64 = 64 << 10;
  private static final NetworkLimits TIGHT = Limits.queue(256 << 10, 24 << 20);

  private Network network = LocalNetwork.open(1);

  /** A new one, with two loops. */
  abstract Network open(NetworkLimits limits);

  @BeforeEach
  void openNetwork() {
    network.close();
    network = open(TIGHT);
  }

  @AfterEach
  void closeNetwork() {
    network.close();
  }

  @Test
  void whoStopsReadingHearsNothingUntilItGoesOn() throws IOException {
    int count = 100;
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    osd.onMessage((peer, message) -> {
      if (Messages.number(message) == 10) {
        osd.transport(0).setReading(peer, false);
      }
    });
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    Payload data = Messages.bytes(KIB_64, 5);
    client.run(
        0,
        () -> {
          for (int i = 0; i < count; i++) {
            client.transport(0).send(osd.at(0), Messages.large(i, data));
          }
        });
    osd.awaitHeard(11);
    for (int i = 0; i < 100; i++) {
      osd.run(0, () -> {});
    }
    assertThat(osd.heardCount()).isEqualTo(11);
    Peer peer = osd.heard().getFirst().peer();
    osd.run(0, () -> osd.transport(0).setReading(peer, true));
    osd.awaitHeard(count);
    assertThat(osd.messages().stream().map(Messages::number))
        .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
    assertThat(osd.messages()).allSatisfy(message -> assertThat(holds(message, data)).isTrue());
    assertThat(client.resets()).isEmpty();
  }

  private static boolean holds(Message message, Payload data) {
    return message.equals(Messages.large(Messages.number(message), data));
  }

  @Test
  void whoNeverReadsIsResetBeyondTheLimit() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    osd.onMessage((peer, message) -> osd.transport(0).setReading(peer, false));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    Payload data = Messages.bytes(KIB_64, 5);
    int most = 3 * (int) (TIGHT.hardQueueBytes() / KIB_64);
    int sent = 1;
    // Else a client that is faster than the connection is reset before the OSD has read anything.
    client.run(0, () -> client.transport(0).send(osd.at(0), Messages.large(0, data)));
    osd.awaitHeard(1);
    while (client.resets().isEmpty() && sent < most) {
      int number = sent++;
      client.run(0, () -> client.transport(0).send(osd.at(0), Messages.large(number, data)));
    }
    client.awaitResets(1);
    assertThat(client.resets()).hasSize(1);
    assertThat(client.resets().getFirst().reason()).contains("the peer does not read");
    String first = osd.heard().getFirst().stream();
    assertThat(osd.heard().stream().filter(heard -> heard.stream().equals(first))).hasSize(1);
  }

  /** A client that asks and does not take the answers must not fill the daemon's memory. */
  @Test
  void whoIsOwedTooMuchIsNotReadFrom() throws IOException {
    int count = 2_000;
    Payload data = Messages.bytes(KIB_64, 5);
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    osd.onMessage((peer, message) ->
        osd.transport(0).send(peer, Messages.large(Messages.number(message), data)));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.onMessage((peer, message) -> {
      if (Messages.number(message) == 0) {
        client.transport(0).setReading(peer, false);
      }
    });
    client.run(0, () -> client.transport(0).send(osd.at(0), Messages.small(0)));
    client.awaitHeard(1);
    client.run(
        0,
        () -> {
          for (int i = 1; i < count; i++) {
            client.transport(0).send(osd.at(0), Messages.small(i));
          }
        });
    osd.awaitHeard(3);
    awaitStillness(osd);
    assertThat(osd.heardCount()).isLessThan(count / 2);
    client.run(0, () -> client.transport(0).setReading(osd.at(0), true));
    client.awaitHeard(count);
    List<Integer> numbers = client.messages().stream().map(Messages::number).toList();
    assertThat(numbers).isEqualTo(IntStream.range(0, count).boxed().toList());
    assertThat(osd.resets()).isEmpty();
  }

  /** A client that writes much and reads much at once. */
  @Test
  void twoThatOweEachOtherMuchGoOn() throws IOException {
    int count = 200;
    Payload data = Messages.bytes(KIB_64, 5);
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    osd.onMessage((peer, message) ->
        osd.transport(0).send(peer, Messages.large(Messages.number(message), data)));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    client.run(
        0,
        () -> {
          for (int i = 0; i < count; i++) {
            client.transport(0).send(osd.at(0), Messages.large(i, data));
          }
        });
    client.awaitHeard(count);
    assertThat(osd.resets()).isEmpty();
    assertThat(client.resets()).isEmpty();
  }

  /** Waits until a node has heard nothing more for a while. */
  private static void awaitStillness(TestNode node) {
    int[] last = {-1};
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> {
          int now = node.heardCount();
          boolean still = now == last[0];
          last[0] = now;
          return still;
        });
  }
}
