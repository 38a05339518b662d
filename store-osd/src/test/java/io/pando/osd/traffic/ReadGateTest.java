package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadGateTest {
  private static final long MIB = 1 << 20;
  private static final Peer GREEDY = session(1);
  private static final Peer MODEST = session(2);

  private final HandWire wire = new HandWire();
  private final HandLoop loop = new HandLoop();
  private final ReadGate gate = new ReadGate(wire, loop, 32 * MIB);
  private final List<String> begun = new ArrayList<>();
  private int dropped;

  private static Peer session(int number) {
    return new Peer.Session(new NodeId(NodeId.Role.CLIENT, number), number, number);
  }

  private void pass(@Nullable Peer client, long bytes, String name) {
    gate.pass(client, bytes, () -> begun.add(name), () -> dropped++);
  }

  @Test
  void noMoreIsReadAtATimeThanTheBound() {
    for (int i = 0; i < 6; i++) {
      pass(GREEDY, 16 * MIB, "g" + i);
    }
    assertThat(begun).containsExactly("g0", "g1");
    gate.onDone(GREEDY, 16 * MIB);
    assertThat(begun).containsExactly("g0", "g1", "g2");
    assertThat(gate.size()).isEqualTo(3);
  }

  @Test
  void clientsTakeTurns() {
    for (int i = 0; i < 6; i++) {
      pass(GREEDY, 16 * MIB, "g" + i);
    }
    pass(MODEST, 16 * MIB, "m0");
    pass(MODEST, 16 * MIB, "m1");
    begun.clear();
    for (int i = 0; i < 4; i++) {
      gate.onDone(GREEDY, 16 * MIB);
    }
    assertThat(begun).containsExactly("g2", "m0", "g3", "m1");
  }

  @Test
  void readsOfAClientThatIsGoneAreDroppedUnlessTheyHaveBegun() {
    pass(GREEDY, 32 * MIB, "g0");
    pass(GREEDY, 32 * MIB, "g1");
    pass(GREEDY, 32 * MIB, "g2");
    pass(MODEST, 32 * MIB, "m0");
    gate.onReset(GREEDY);
    assertThat(dropped).isEqualTo(2);
    assertThat(gate.size()).isEqualTo(1);
    assertThat(begun).containsExactly("g0");
    gate.onDone(GREEDY, 32 * MIB);
    assertThat(begun).containsExactly("g0", "m0");
  }

  /** An update is read for even if its client is gone. */
  @Test
  void aReadThatPassesAgainForAClientThatIsGoneHasItsTurn() {
    pass(MODEST, 32 * MIB, "m0");
    gate.pass(GREEDY, 32 * MIB, () -> {}, () -> pass(GREEDY, 32 * MIB, "again"));
    gate.onReset(GREEDY);
    gate.onDone(MODEST, 32 * MIB);
    assertThat(begun).containsExactly("m0", "again");
  }

  @Test
  void nothingLargeBeginsWhileTheTransportIsBusyAndAllBeginsAfterwards() {
    wire.busy = true;
    pass(GREEDY, MIB, "large");
    pass(GREEDY, ReadGate.SMALL_BYTES, "small");
    pass(null, MIB, "for the OSD itself");
    loop.pass(1_000_000_000L);
    assertThat(begun).containsExactly("small", "for the OSD itself");
    wire.busy = false;
    loop.pass(1_000_000_000L);
    assertThat(begun).containsExactly("small", "for the OSD itself", "large");
    assertThat(loop.isIdle()).isTrue();
  }

  @Test
  void aReadBeyondTheBoundPassesAlone() {
    pass(GREEDY, 64 * MIB, "huge");
    pass(MODEST, MIB, "large");
    assertThat(begun).containsExactly("huge");
    gate.onDone(GREEDY, 64 * MIB);
    assertThat(begun).containsExactly("huge", "large");
  }

  /** A store may answer from inside the question. */
  @Test
  void thousandsOfReadsThatEndAtOnceDoNotNest() {
    wire.busy = true;
    for (int i = 0; i < 50_000; i++) {
      gate.pass(
          GREEDY,
          16 * MIB,
          () -> {
            begun.add("");
            gate.onDone(GREEDY, 16 * MIB);
          },
          () -> dropped++);
    }
    wire.busy = false;
    loop.pass(1_000_000_000L);
    assertThat(begun).hasSize(50_000);
  }
}
