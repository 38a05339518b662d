package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.Bad;
import io.pando.message.ScrubMessage.Check;
import io.pando.message.ScrubMessage.Items;
import io.pando.message.ScrubMessage.ListItems;
import io.pando.message.ScrubMessage.Mended;
import io.pando.message.ScrubMessage.Repair;
import io.pando.message.ScrubMessage.ScrubAnswer;
import io.pando.message.ScrubMessage.ScrubTask;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A replica that is asked one thing after the other, and some of them again. */
class ReplicaScrubTest {
  private static final Peer VIA = GroupHarness.stream(new OsdId(1));
  private static final Peer LATER = GroupHarness.client(4);
  private static final ScrubTask TELL = new ListItems(null);
  private static final ScrubTask CHECK = new Check(PositionRange.ALL, false);
  private static final Effect END = new Effect.EndSlot(Slot.SCRUB_REPLICA);

  private final TreeHarness harness = new TreeHarness();
  private ReplicaScrub guest = new ReplicaScrub(harness.replica(), new ScrubMemory());

  private void beginInterval() {
    guest.onIntervalEnded();
    harness.replica().onIntervalEnded();
    guest = new ReplicaScrub(harness.replica(), new ScrubMemory());
  }

  private List<Effect> ask(Peer via, long number, ScrubTask task) {
    guest.onAsk(via, new AskScrub(Maps.GROUP, Maps.EPOCH, number, task));
    guest.invariants();
    return harness.group.effects();
  }

  private List<Effect> grant(long token) {
    guest.onSlot(token);
    guest.invariants();
    return harness.group.effects();
  }

  /** What it wants done once all that it reads has come. */
  private List<Effect> looks() {
    List<Effect> wanted = new ArrayList<>();
    harness.group.settle();
    for (Effect effect : harness.group.effects()) {
      if (!(effect instanceof Effect.EndTurn || effect instanceof Effect.CountScrubbed)) {
        wanted.add(effect);
      }
    }
    guest.invariants();
    return wanted;
  }

  private static Effect slot(long token) {
    return new Effect.AskSlot(Slot.SCRUB_REPLICA, token, 1);
  }

  private static Effect told(Peer via, long number) {
    return new Effect.Answer(
        via, new ScrubAnswer(Maps.GROUP, Maps.EPOCH, number, new Items(List.of(), false)));
  }

  @Test
  void whatIsAskedAgainIsAnsweredAgainAndDoneOnce() {
    Bad bad = new Bad(TreeHarness.in(3, 1), Version.ZERO, Version.ZERO, false);
    Repair mend = new Repair(List.of(bad));
    assertThat(ask(VIA, 3, mend)).isEmpty();
    assertThat(ask(LATER, 3, mend)).as("it is not done yet").isEmpty();
    harness.group.settle();
    Effect done =
        new Effect.Answer(LATER, new ScrubAnswer(Maps.GROUP, Maps.EPOCH, 3, new Mended()));
    assertThat(harness.group.effects()).containsExactly(done);
    assertThat(harness.group.persisted()).hasSize(1);
    assertThat(ask(LATER, 3, mend)).containsExactly(done);
    assertThat(harness.group.persisted()).isEmpty();
  }

  @Test
  void onlyWhatComesLaterIsDone() {
    assertThat(ask(VIA, 3, TELL)).containsExactly(told(VIA, 3));
    assertThat(ask(VIA, 2, TELL)).isEmpty();
    assertThat(ask(LATER, 4, TELL)).containsExactly(told(LATER, 4));
    assertThat(ask(VIA, 3, TELL)).as("it is over").isEmpty();
    assertThat(ask(VIA, 4, TELL)).containsExactly(told(VIA, 4));
  }

  @Test
  void aCheckWaitsForASlotAndGivesItBack() {
    assertThat(ask(VIA, 1, CHECK)).containsExactly(slot(1));
    assertThat(ask(VIA, 1, CHECK)).as("asked again").isEmpty();
    assertThat(ask(VIA, 2, TELL)).as("one thing at a time").isEmpty();
    assertThat(grant(2)).isEmpty();
    assertThat(grant(1)).singleElement().isInstanceOf(Effect.AskTurn.class);
    assertThat(grant(1)).as("granted again").isEmpty();
    guest.onTurn(-1);
    List<Effect> wanted = looks();
    assertThat(wanted).hasSize(2).startsWith(END);
    assertThat(((Effect.Answer) wanted.getLast()).message())
        .isInstanceOfSatisfying(ScrubAnswer.class, it -> assertThat(it.number()).isEqualTo(1));
    assertThat(ask(VIA, 2, CHECK)).containsExactly(slot(2));
  }

  @Test
  void anIntervalEndsWithWhatWasAskedInIt() {
    beginInterval();
    assertThat(harness.group.effects()).isEmpty();
    ask(VIA, 5, CHECK);
    beginInterval();
    assertThat(harness.group.effects()).containsExactly(END);
    beginInterval();
    assertThat(harness.group.effects()).as("it has none").isEmpty();
    assertThat(grant(1)).isEmpty();
    assertThat(ask(VIA, 1, CHECK))
        .as("after a reset, number 1 is accepted again")
        .containsExactly(slot(2));
    assertThat(grant(1)).as("of the interval before").isEmpty();
    assertThat(grant(2)).hasSize(1);
    beginInterval();
    assertThat(harness.group.effects()).containsExactly(END, new Effect.EndTurns());
    assertThat(ask(VIA, 1, CHECK)).containsExactly(slot(3));
    guest.onTurn(-1);
    assertThat(looks()).as("of the interval before").isEmpty();
    assertThat(grant(3)).hasSize(1);
  }

  @Test
  void whatWasToldInAnIntervalIsNotToldInTheNext() {
    ask(VIA, 1, TELL);
    beginInterval();
    guest.invariants();
    assertThat(ask(VIA, 1, CHECK)).containsExactly(slot(1));
    beginInterval();
    harness.group.effects();
    assertThat(ask(VIA, 1, TELL)).containsExactly(told(VIA, 1));
  }
}
