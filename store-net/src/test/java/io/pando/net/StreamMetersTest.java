package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.pando.id.Address;
import io.pando.port.Network;
import io.pando.port.Peer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What meters report of a node's streams. */
@Timeout(120)
class StreamMetersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KIB_64 = 64 << 10;

  private final Network network = NettyNetwork.open(2, "auto", Limits.queue(256 << 10, 4 << 20));

  @AfterEach
  void close() {
    network.close();
  }

  private static RequiredSearch of(MeterRegistry meters, String name, String... tags) {
    return meters.get("pando.network." + name).tags(tags);
  }

  private static double count(MeterRegistry meters, String name, String... tags) {
    return of(meters, name, tags).functionCounter().count();
  }

  private static double gauge(MeterRegistry meters, String name, String... tags) {
    return of(meters, name, tags).gauge().value();
  }

  private static void awaitReset(MeterRegistry meters, String peer, String reason) {
    await()
        .atMost(PATIENCE)
        .until(() -> count(meters, "resets", "peer", peer, "reason", reason) == 1);
  }

  @Test
  void messagesAndBytesCountByTheRoleOfThePeer() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    osd.onMessage((peer, message) -> osd.transport(0).send(peer, message));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    MeterRegistry ofOsd = osd.meters();
    MeterRegistry ofClient = client.meters();
    for (int i = 0; i < 10; i++) {
      client.send(0, osd.at(0), Messages.large(i, Messages.bytes(KIB_64, i)));
    }
    client.awaitHeard(10);
    for (String direction : new String[] {"in", "out"}) {
      assertThat(count(ofOsd, "messages", "peer", "client", "direction", direction)).isEqualTo(10);
      assertThat(count(ofClient, "messages", "peer", "osd", "direction", direction)).isEqualTo(10);
      assertThat(count(ofOsd, "messages", "peer", "osd", "direction", direction)).isZero();
    }
    await().atMost(PATIENCE).until(() -> gauge(ofOsd, "unsent", "peer", "client") == 0);
    double sent = count(ofOsd, "traffic", "peer", "client", "direction", "out");
    assertThat(sent)
        .isBetween(10.0 * KIB_64, 10.5 * KIB_64)
        .isEqualTo(count(ofClient, "traffic", "peer", "osd", "direction", "in"))
        .isEqualTo(count(ofOsd, "traffic", "peer", "client", "direction", "in"));
    assertThat(gauge(ofOsd, "streams", "peer", "client")).isEqualTo(1);
    assertThat(gauge(ofOsd, "receive.memory")).isZero();
    client.close();
    awaitReset(ofOsd, "client", "closed");
    assertThat(gauge(ofOsd, "streams", "peer", "client")).isZero();
    assertThat(count(ofOsd, "streams.opened", "peer", "client")).isEqualTo(1);
    assertThat(gauge(ofClient, "streams", "peer", "osd")).isZero();
  }

  @Test
  void aPeerThatIsNotThereIsUnreachable() throws IOException {
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    MeterRegistry meters = client.meters();
    Address nowhere = new Address(TestNode.osd(0, 7).node(), 7, "127.0.0.1", 1);
    client.send(0, new Peer.Dialed(nowhere, 0), Messages.small(1));
    awaitReset(meters, "osd", "unreachable");
    assertThat(count(meters, "streams.opened", "peer", "osd")).isZero();
    assertThat(gauge(meters, "streams", "peer", "osd")).isZero();
    assertThat(gauge(meters, "unsent", "peer", "osd")).isZero();
  }

  @Test
  void whatASlowReaderLeavesUnsentIsShownUntilItsStreamEnds() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    osd.onMessage((peer, message) -> osd.transport(0).setReading(peer, false));
    TestNode client = TestNode.dialling(network, TestNode.client(1));
    MeterRegistry meters = client.meters();
    double most = 0;
    for (int i = 0; client.resets().isEmpty() && i < 1_000; i++) {
      int number = i;
      client.run(
          0,
          () ->
              client
                  .transport(0)
                  .send(osd.at(0), Messages.large(number, Messages.bytes(KIB_64, 5))));
      most = Math.max(most, gauge(meters, "unsent", "peer", "osd"));
    }
    client.awaitResets(1);
    assertThat(most).isBetween(3.0 * (1 << 20), 4.0 * (1 << 20));
    assertThat(count(meters, "resets", "peer", "osd", "reason", "slow")).isEqualTo(1);
    await().atMost(PATIENCE).until(() -> gauge(meters, "unsent", "peer", "osd") <= KIB_64);
  }

  @Test
  void badBytesAreAReasonOfTheirOwn() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    MeterRegistry meters = osd.meters();
    try (RawCaller caller = RawCaller.greeted(osd, 5)) {
      caller.writeIfOpen(new byte[100], 0, 100);
      awaitReset(meters, "client", "bad_bytes");
    }
    assertThat(gauge(meters, "streams", "peer", "client")).isZero();
  }

  @Test
  void aMessageThatHasArrivedInPartHoldsMemory() throws IOException {
    TestNode osd = TestNode.listening(network, TestNode.osd(0, 7));
    MeterRegistry meters = osd.meters();
    byte[] frame = RawCaller.frame(1, 4 * KIB_64);
    try (RawCaller caller = RawCaller.greeted(osd, 5)) {
      caller.write(frame, 0, 2 * KIB_64);
      await().atMost(PATIENCE).until(() -> gauge(meters, "receive.memory") >= KIB_64);
      caller.write(frame, 2 * KIB_64, frame.length - 2 * KIB_64);
      osd.awaitHeard(1);
      assertThat(gauge(meters, "receive.memory")).isZero();
    }
  }
}
