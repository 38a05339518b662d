package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.Items;
import io.pando.message.ScrubMessage.ListItems;
import io.pando.message.ScrubMessage.Mended;
import io.pando.message.ScrubMessage.ScrubAnswer;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** A question to all three members. */
class ScrubRoundTest {
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));

  private final GroupHarness harness = GroupHarness.primary(3, Replication.PRIMARY);
  private ScrubRound round = round();
  private final List<SortedMap<MemberId, ScrubResult>> told = new ArrayList<>();

  private ScrubRound round() {
    ScrubMemory memory = new ScrubMemory();
    return new ScrubRound(harness.replica, new ScrubMember(harness.replica, memory), memory);
  }

  private static Effect ask(MemberId to, long number) {
    return new Effect.Send(to, new AskScrub(Maps.GROUP, Maps.EPOCH, number, new ListItems(null)));
  }

  private void answer(MemberId from, long number) {
    round.onAnswer(from, new ScrubAnswer(Maps.GROUP, Maps.EPOCH, number, new Mended()));
  }

  @Test
  void allAreAskedAndAwaited() {
    round.askAll(new ListItems(null), told::add);
    assertThat(harness.effects()).containsExactly(ask(B, 1), ask(C, 1));
    answer(B, 1);
    answer(B, 1);
    answer(C, 2);
    assertThat(told).isEmpty();
    answer(C, 1);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst())
        .containsEntry(B, new Mended())
        .containsEntry(MemberId.of(new OsdId(0)), new Items(List.of(), false));
    round.askAll(new ListItems(null), told::add);
    assertThat(harness.effects()).containsExactly(ask(B, 2), ask(C, 2));
  }

  @Test
  void whoHasNotAnsweredIsAskedAgain() {
    long patience = 5 * harness.replica.config().waits().retryNanos();
    round.onTick();
    assertThat(harness.effects()).isEmpty();
    round.askAll(new ListItems(null), told::add);
    answer(B, 1);
    harness.effects();
    round.onReset(B);
    assertThat(harness.effects()).isEmpty();
    round.onReset(C);
    assertThat(harness.effects()).containsExactly(ask(C, 1));
    harness.pass(patience);
    round.onTick();
    assertThat(harness.effects()).isEmpty();
    harness.pass(1);
    round.onTick();
    assertThat(harness.effects()).containsExactly(ask(C, 1));
    round.onTick();
    assertThat(harness.effects()).isEmpty();
    round = round();
    answer(C, 1);
    assertThat(told).isEmpty();
    round.askAll(new ListItems(null), told::add);
    assertThat(harness.effects()).containsExactly(ask(B, 2), ask(C, 2));
  }
}
