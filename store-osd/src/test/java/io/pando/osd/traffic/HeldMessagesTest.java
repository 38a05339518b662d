package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.message.Message;
import io.pando.message.PeeringMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldMessagesTest {
  private static final Peer GREEDY = session(1);
  private static final Peer MODEST = session(2);

  private static Peer session(int number) {
    return new Peer.Session(new NodeId(NodeId.Role.CLIENT, number), number, number);
  }

  /** A message whose epoch tells how large it is. */
  private static Message ofSize(long bytes) {
    return new PeeringMessage.GetInfo(new PgId(new PoolId(1), 0), bytes);
  }

  private static HeldMessages held(int messages, long bytes) {
    return new HeldMessages(messages, bytes, message -> ((PeeringMessage.GetInfo) message).epoch());
  }

  @Test
  void messagesComeOutInOrderOnceTheirMapIsThere() {
    HeldMessages held = held(10, 1_000);
    held.add(MODEST, 5, 0, ofSize(1));
    held.add(GREEDY, 7, 0, ofSize(2));
    held.add(MODEST, 6, 0, ofSize(3));
    assertThat(held.take(6)).extracting(HeldMessages.Held::epoch).containsExactly(5L, 6L);
    assertThat(held.take(6)).isEmpty();
    assertThat(held.bytes()).isEqualTo(2);
  }

  @Test
  void theSenderWithMostBytesIsCutOff() {
    HeldMessages held = held(1_000, 100);
    assertThat(held.add(GREEDY, 5, 0, ofSize(90))).isEmpty();
    assertThat(held.add(MODEST, 5, 0, ofSize(10))).isEmpty();
    assertThat(held.add(MODEST, 5, 0, ofSize(1))).contains(GREEDY);
    assertThat(held.bytes()).isEqualTo(11);
    assertThat(held.take(5)).extracting(HeldMessages.Held::from).containsOnly(MODEST);
  }

  @Test
  void theSenderWithMostMessagesIsCutOff() {
    HeldMessages held = held(4, 1_000);
    held.add(MODEST, 5, 0, ofSize(500));
    for (int i = 0; i < 3; i++) {
      assertThat(held.add(GREEDY, 5, 0, ofSize(1))).isEmpty();
    }
    assertThat(held.add(MODEST, 5, 0, ofSize(1))).contains(GREEDY);
  }

  @Test
  void sendersWhoseMessagesWaitTooLongAreToBeCutOff() {
    HeldMessages held = held(10, 1_000);
    held.add(GREEDY, Long.MAX_VALUE, 100, ofSize(1));
    held.add(MODEST, 6, 200, ofSize(1));
    held.add(GREEDY, 6, 300, ofSize(1));
    assertThat(held.expire(100)).isEmpty();
    assertThat(held.expire(101)).containsExactly(GREEDY);
    assertThat(held.take(6)).extracting(HeldMessages.Held::from).containsExactly(MODEST);
    assertThat(held.bytes()).isZero();
  }

  @Test
  void oneMessageIsKeptHoweverLargeItIs() {
    HeldMessages held = held(4, 10);
    assertThat(held.add(MODEST, 5, 0, ofSize(50))).isEmpty();
    assertThat(held.take(5)).hasSize(1);
  }

  /** Whatever comes and goes, the bounds hold, and bytes are those of what is kept. */
  @Test
  void boundsHold() {
    Random64 random = new Random64(3);
    HeldMessages held = held(50, 1_000);
    List<Peer> peers = List.of(session(1), session(2), session(3), session(4));
    for (int i = 0; i < 20_000; i++) {
      Peer peer = peers.get(random.nextInt(peers.size()));
      switch (random.nextInt(40)) {
        case 0 -> held.forget(peer);
        case 1 -> held.take(random.nextInt(20));
        default -> held.add(peer, random.nextInt(20), 0, ofSize(1 + random.nextInt(100)));
      }
      assertThat(held.bytes()).isBetween(0L, 1_000L);
    }
    List<HeldMessages.Held> rest = new ArrayList<>(held.take(20));
    assertThat(rest.size()).isLessThanOrEqualTo(50);
    assertThat(held.bytes()).isZero();
  }
}
