package io.pando.net.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiveMemoryTest {
  private static final int MIB = 1 << 20;

  private final ReceiveMemory receiveMemory =
      new ReceiveMemory(new MemoryLimits(4 * MIB, 2 * MIB, 1, 1));
  private final List<String> resumed = new ArrayList<>();

  private ReceiveMemory.Claim claim(String name, int peer) {
    return receiveMemory.claim(new NodeId(NodeId.Role.CLIENT, peer), () -> resumed.add(name));
  }

  @Test
  void beyondTheBoundOneStreamIsReadAtATime() {
    ReceiveMemory.Claim a = claim("a", 1);
    ReceiveMemory.Claim b = claim("b", 2);
    ReceiveMemory.Claim c = claim("c", 3);
    a.hold(2 * MIB);
    b.hold(2 * MIB);
    assertThat(a.isStopped() || b.isStopped()).isFalse();
    c.hold(MIB);
    assertThat(c.isStopped()).isFalse();
    a.hold(2 * MIB + 1);
    b.hold(2 * MIB + 1);
    assertThat(List.of(a.isStopped(), b.isStopped(), c.isStopped()))
        .containsExactly(true, true, false);
    c.hold(3 * MIB);
    assertThat(c.isStopped()).isFalse();
    c.hold(0);
    assertThat(resumed).contains("a");
    assertThat(a.isStopped()).isFalse();
  }

  @Test
  void oneWhoIsNotReadForAnotherReasonGivesWay() {
    ReceiveMemory.Claim a = claim("a", 1);
    ReceiveMemory.Claim b = claim("b", 2);
    a.hold(5 * MIB);
    b.hold(MIB);
    assertThat(a.isStopped()).isFalse();
    assertThat(b.isStopped()).isTrue();
    a.setWilling(false);
    assertThat(b.isStopped()).isFalse();
    a.setWilling(true);
    assertThat(a.isStopped()).isTrue();
    b.hold(0);
    assertThat(a.isStopped()).isFalse();
  }

  @Test
  void aPeerWithManyStreamsDoesNotStopOthers() {
    ReceiveMemory.Claim first = claim("first", 1);
    ReceiveMemory.Claim second = claim("second", 1);
    ReceiveMemory.Claim other = claim("other", 2);
    first.hold(2 * MIB);
    second.hold(MIB / 2);
    first.hold(2 * MIB + MIB / 2);
    other.hold(MIB / 2);
    assertThat(first.isStopped()).isTrue();
    assertThat(second.isStopped()).isFalse();
    assertThat(other.isStopped()).isFalse();
  }

  /** Both streams of a peer wait for its limit; a silent senior of another peer is not awaited. */
  @Test
  void aSeniorWithinTheLimitsDoesNotHoldUpAPeerAboveItsOwn() {
    ReceiveMemory.Claim silent = claim("silent", 1);
    ReceiveMemory.Claim filler = claim("filler", 2);
    filler.hold(2 * MIB);
    ReceiveMemory.Claim more = claim("more", 3);
    more.hold(2 * MIB);
    silent.hold(MIB);
    assertThat(silent.isStopped()).isFalse();
    filler.hold(0);
    more.hold(0);
    ReceiveMemory.Claim first = claim("first", 4);
    ReceiveMemory.Claim second = claim("second", 4);
    first.hold(MIB);
    second.hold(MIB);
    second.hold(MIB + 1);
    first.hold(MIB + 1);
    assertThat(first.isStopped() && second.isStopped()).isFalse();
    assertThat(second.isOverLimit()).isTrue();
    assertThat(silent.isOverLimit()).isFalse();
  }

  @Test
  void smallFramesDoNotCount() {
    for (int i = 0; i < 10_000; i++) {
      claim("small", i).hold(ReceiveMemory.FREE_BYTES);
    }
    assertThat(receiveMemory.bytes()).isZero();
  }
}
