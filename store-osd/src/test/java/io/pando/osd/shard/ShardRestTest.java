package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Input;
import org.junit.jupiter.api.Test;

class ShardRestTest {
  private static final Input WORK = new Input.Woken();

  private final ShardRest rest = new ShardRest();

  private void tick(int times, boolean requestsOpen) {
    for (int i = 0; i < times; i++) {
      rest.onTick(requestsOpen);
    }
  }

  @Test
  void calmComesAfterTicksWithoutWork() {
    assertThat(rest.isCalm()).isFalse();
    tick(ShardRest.TICKS - 1, false);
    assertThat(rest.isCalm()).isFalse();
    tick(1, false);
    assertThat(rest.isCalm()).isTrue();
    tick(5, false);
    assertThat(rest.isCalm()).isTrue();
  }

  @Test
  void workEndsTheCalmAndSaysSoOnce() {
    assertThat(rest.onInput(WORK)).isFalse();
    tick(ShardRest.TICKS, false);
    assertThat(rest.isCalm()).as("the first tick saw the work").isFalse();
    tick(1, false);
    assertThat(rest.onInput(WORK)).isTrue();
    assertThat(rest.isCalm()).isFalse();
    assertThat(rest.onInput(WORK)).isFalse();
    tick(ShardRest.TICKS, false);
    assertThat(rest.isCalm()).isFalse();
    tick(1, false);
    assertThat(rest.isCalm()).isTrue();
  }

  @Test
  void ticksAndReportedRootsAreNoWork() {
    Input root =
        new Input.PeerSaid(
            MemberId.of(new OsdId(1)),
            GroupHarness.stream(new OsdId(1)),
            Maps.EPOCH,
            new ReplicationMessage.Root(Maps.GROUP, Maps.EPOCH, Version.ZERO, Digest.EMPTY));
    for (int i = 0; i < ShardRest.TICKS; i++) {
      assertThat(rest.onInput(new Input.Ticked(0))).isFalse();
      assertThat(rest.onInput(root)).isFalse();
      tick(1, false);
    }
    assertThat(rest.isCalm()).isTrue();
    assertThat(rest.onInput(root)).isFalse();
    assertThat(rest.isCalm()).isTrue();
  }

  @Test
  void openRequestIsNoCalm() {
    tick(2 * ShardRest.TICKS, true);
    assertThat(rest.isCalm()).isFalse();
    tick(ShardRest.TICKS, false);
    assertThat(rest.isCalm()).isTrue();
    tick(1, true);
    assertThat(rest.isCalm()).isFalse();
  }
}
