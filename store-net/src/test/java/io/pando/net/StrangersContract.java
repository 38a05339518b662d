package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.net.frame.PeerTimeouts;
import io.pando.net.memory.MemoryLimits;
import io.pando.port.Peer;
import io.pando.wire.FrameCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a process holds for others is bounded, whatever they do, and who keeps to it is served. */
@Timeout(120)
abstract class StrangersContract {
  private static final int MIB = 1 << 20;
  private static final long HUGE_MILLIS = 3_600_000;
  private static final MemoryLimits MEMORY = new MemoryLimits(2 * MIB, MIB, 4 * MIB, 16 * MIB);

  private final List<RawCaller> callers = new ArrayList<>();
  private NettyNetwork network = NettyNetwork.open(1, "nio", NetworkLimits.usual());

  /** A new one, with two loops. */
  abstract NettyNetwork open(NetworkLimits limits);

  @BeforeEach
  void closeFirst() {
    network.close();
  }

  @AfterEach
  void closeNetwork() throws IOException {
    for (RawCaller caller : callers) {
      caller.close();
    }
    network.close();
  }

  private TestNode osd(int frameMillis, MemoryLimits memory) throws IOException {
    network = open(Limits.with(new PeerTimeouts(5_000, 20_000, frameMillis, 16 << 10), memory));
    return TestNode.listening(network, TestNode.osd(3, 7));
  }

  private RawCaller caller(TestNode osd, int number) throws IOException {
    RawCaller caller = RawCaller.greeted(osd, number);
    callers.add(caller);
    return caller;
  }

  @Test
  void aFrameThatDribblesIsGivenUp() throws IOException {
    TestNode osd = osd(400, MEMORY);
    RawCaller caller = caller(osd, 1);
    byte[] frame = RawCaller.frame(1, MIB);
    AtomicInteger sent = new AtomicInteger();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> {
          caller.writeIfOpen(frame, sent.getAndIncrement(), 1);
          return !osd.resets().isEmpty();
        });
    assertThat(osd.resets().getFirst().reason()).startsWith("a frame is late: ");
    assertThat(osd.heardCount()).isZero();
  }

  @Test
  void aStreamBetweenFramesMayBeSilentForAsLongAsItLikes() throws IOException {
    TestNode osd = osd(100, MEMORY);
    RawCaller silent = caller(osd, 1);
    silent.write(RawCaller.frame(1, 5_000));
    osd.awaitHeard(1);
    RawCaller late = caller(osd, 2);
    late.write(RawCaller.frame(1, 5_000), 0, 60);
    osd.awaitResets(1);
    silent.write(RawCaller.frame(2, 5_000, 1));
    osd.awaitHeard(2);
    assertThat(osd.resets()).hasSize(1);
  }

  @Test
  void announcedBytesTakeNoMemory() throws IOException {
    TestNode osd = osd((int) HUGE_MILLIS, MEMORY);
    for (int i = 0; i < 200; i++) {
      caller(osd, i).write(RawCaller.announcement());
    }
    RawCaller honest = caller(osd, 1_000);
    honest.write(RawCaller.frame(1, 5_000));
    osd.awaitHeard(1);
    assertThat(network.memory().receiveMemory().bytes()).isZero();
  }

  /** Half frames of strangers fill the memory; others get through, and strangers are given up. */
  @Test
  void honestStreamsGoOnWhenUnfinishedFramesFillTheMemory() throws IOException {
    TestNode osd = osd(8_000, MEMORY);
    for (int i = 0; i < 8; i++) {
      RawCaller half = caller(osd, i);
      half.write(RawCaller.frame(1, 8 * MIB), 0, 300 << 10);
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> network.memory().receiveMemory().isFull());
    TestNode client = TestNode.dialling(network, TestNode.client(100));
    Payload data = Messages.bytes(4 * MIB, 5);
    for (int i = 0; i < 6; i++) {
      client.send(i % 2, osd.at(i % 2), Messages.large(i, data));
      client.send(i % 2, osd.at(i % 2), Messages.small(100 + i));
    }
    osd.awaitHeard(12);
    assertThat(client.resets()).isEmpty();
    assertThat(osd.resets())
        .allSatisfy(reset -> assertThat(reset.reason()).startsWith("a frame is stuck"));
    assertThat(network.memory().receiveMemory().bytes()).isLessThan(8 * MIB);
  }

  @Test
  void onePeerWithManyStreamsGetsHalfOfTheMemory() throws IOException {
    TestNode osd = osd((int) HUGE_MILLIS, new MemoryLimits(64L * MIB, MIB, MIB, MIB));
    byte[] frame = RawCaller.frame(1, MIB);
    List<RawCaller> streams = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      RawCaller stream = caller(osd, 1);
      stream.write(frame, 0, 200 << 10);
      streams.add(stream);
    }
    osd.run(0, () -> {});
    for (RawCaller stream : streams) {
      stream.writeInBackground(frame, 200 << 10, frame.length - (200 << 10));
    }
    osd.awaitHeard(30);
    assertThat(osd.resets()).isEmpty();
    await().until(() -> network.memory().receiveMemory().bytes() == 0);
  }

  @Test
  void whoTakesNothingIsResetForWhoReads() throws IOException {
    // Each answer is far larger than what the kernel takes for a socket.
    MemoryLimits memory = new MemoryLimits(MIB, MIB, 20 * MIB, 40 * MIB);
    TestNode osd = osd((int) HUGE_MILLIS, memory);
    Payload data = Messages.bytes(12 * MIB, 5);
    osd.onMessage((peer, message) -> {
      int shard = ((Peer.Session) peer).node().number() % 2 == 0 ? 0 : 1;
      osd.transport(shard).send(peer, Messages.large(Messages.number(message), data));
    });
    for (int i = 0; i < 20; i++) {
      // Each asks on the loop that its number says.
      RawCaller deaf = RawCaller.greeted(osd, i, i % 2);
      callers.add(deaf);
      deaf.write(RawCaller.bytes(FrameCodec.MESSAGES.encode(Messages.small(1), 0)));
    }
    osd.awaitHeard(20);
    osd.awaitResets(10);
    TestNode client = TestNode.dialling(network, TestNode.client(100));
    for (int i = 0; i < 10; i++) {
      client.send(0, osd.at(0), Messages.small(i));
      client.awaitHeard(i + 1);
    }
    assertThat(client.resets()).isEmpty();
    assertThat(osd.resets())
        .allSatisfy(reset -> {
          assertThat(reset.reason()).startsWith("it receives nothing");
          assertThat(reset.peer().node()).isNotEqualTo(new NodeId(NodeId.Role.CLIENT, 100));
        });
    assertThat(network.memory().unsent().bytes()).isLessThanOrEqualTo(memory.maxOwedBytes());
  }

  @Test
  void connectionsBeyondTheLimitAreRefusedUntilOthersEnd() throws IOException {
    network = open(Limits.with(new ConnectionLimits(4, 2, 100)));
    TestNode osd = TestNode.listening(network, TestNode.osd(3, 7));
    RawCaller first = caller(osd, 1);
    caller(osd, 1);
    assertThat(RawCaller.refusal(osd, 1)).isEqualTo("there are 2 connections of client.1 already");
    caller(osd, 2);
    caller(osd, 3);
    assertThat(RawCaller.refusal(osd, 4))
        .isEqualTo("there are 4 connections from 127.0.0.1 already");
    first.close();
    await().untilAsserted(() -> caller(osd, 1));
  }
}
