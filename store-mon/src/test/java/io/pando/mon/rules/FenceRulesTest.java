package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.events.ChangeEvents;
import io.pando.mon.rules.fence.FenceRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Ruling;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The fence list. */
class FenceRulesTest {
  private static final long HOUR = 3_600_000;

  private final RuleBook book = RuleBook.withOsds(1);

  private static Change add(long session, long lifeMillis) {
    return new Change.AddFence(session, lifeMillis, "test");
  }

  private Fence fence(long session) {
    return Optional.ofNullable(book.map().fences().of(session)).orElseThrow();
  }

  @Test
  void aFenceLastsAsLongAsItSaysOrAnHour() {
    String note = book.accept(add(-1, 0));
    assertThat(note).startsWith("client.18446744073709551615 is fenced until 1970-01-01T01:16:40Z");
    assertThat(fence(-1)).isEqualTo(new Fence(book.nowMillis() + HOUR, "test"));
    book.accept(add(2, 5_000));
    assertThat(fence(2).untilMillis()).isEqualTo(book.nowMillis() + 5_000);
    assertThat(book.map().fences().contains(3)).isFalse();
  }

  @Test
  void aFenceIsMadeLongerAndNotShorter() {
    book.accept(add(1, HOUR));
    assertThat(book.acceptInVain(add(1, HOUR))).endsWith("already");
    book.acceptInVain(add(1, 1_000));
    long untilMillis = fence(1).untilMillis();
    book.accept(add(1, HOUR + 1));
    assertThat(fence(1).untilMillis()).isEqualTo(untilMillis + 1);
  }

  @Test
  void whatCannotBeFencedIsRejectedWithTheWayOut() {
    assertThat(book.reject(add(0, 0))).contains("daemon osd.N ops");
    assertThat(book.reject(add(1, -1))).contains("--for");
    assertThat(book.reject(add(1, 366 * 24 * HOUR))).contains("365 days");
    assertThat(book.reject(new Change.AddFence(1, 0, "x".repeat(Fence.MAX_REASON + 1))))
        .contains("at most 200 characters, not 201");
    MonitorRules none = MonitorRules.DEFAULT.withFencing(new MonitorRules.Fencing(0, 0));
    assertThat(FenceRules.add(book.map(), new Change.AddFence(1, 0, ""), new Terms(5, 5, none)))
        .isInstanceOf(Ruling.Refused.class);
  }

  @Test
  void anOperatorEndsAFence() {
    book.accept(add(1, 0));
    assertThat(book.accept(new Change.RemoveFence(1))).isEqualTo("the fence of client.1 ended");
    assertThat(book.map().fences()).isEqualTo(Fences.NONE);
    assertThat(book.acceptInVain(new Change.RemoveFence(1))).contains("is not fenced");
  }

  @Test
  void timeEndsFences() {
    book.accept(add(1, 1_000));
    book.accept(add(2, HOUR));
    book.pass(999).acceptInVain(new Change.Tick());
    MonitorState before = book.state();
    assertThat(due()).isEmpty();
    book.pass(1);
    assertThat(due()).contains(new Change.Tick());
    book.accept(new Change.Tick());
    assertThat(book.map().fences().bySession()).containsOnlyKeys(2L);
    assertThat(
            ChangeEvents.add(before, book.state(), new Change.Tick(), "", null)
                .events()
                .events()
                .getLast()
                .what()
                .text())
        .isEqualTo("client.1: the fence ended, its time is over");
  }

  private Optional<Change> due() {
    return DueChanges.change(book.state(), List.of(), List.of(), List.of(), List::of, book.terms());
  }

  private static ClusterMap full(ClusterMap map, LongUnaryOperator untilMillis) {
    return map.apply(
        new Incremental(
            map.epoch() + 1,
            0,
            LongStream.rangeClosed(1, Fences.MOST_FOR_CLIENTS)
                .<Incremental.Edit>mapToObj(session ->
                    new Incremental.PutFence(
                        session, new Fence(untilMillis.applyAsLong(session), "")))
                .toList()));
  }

  /** Nothing is taken from the list that may still be needed. */
  @Test
  void aFullListGivesUpOnlyWhatIsOver() {
    Change.AddFence add = new Change.AddFence(-5, 0, "");
    long now = book.nowMillis();
    assertThat(FenceRules.add(full(book.map(), _ -> now + 1), add, book.terms()))
        .isInstanceOfSatisfying(
            Ruling.Refused.class,
            it ->
                assertThat(it.reason())
                    .startsWith("6000 sessions are fenced")
                    .contains("fence rm"));
    ClusterMap some = full(book.map(), session -> now + session - 3);
    assertThat(FenceRules.add(some, add, book.terms()))
        .isInstanceOfSatisfying(
            Ruling.Accepted.class,
            it ->
                assertThat(it.edits())
                    .containsExactly(
                        new Incremental.RemoveFence(1),
                        new Incremental.RemoveFence(2),
                        new Incremental.RemoveFence(3),
                        new Incremental.PutFence(-5, new Fence(now + HOUR, ""))));
    Change.AddFence again = new Change.AddFence(7, HOUR, "");
    assertThat(FenceRules.add(full(book.map(), _ -> now + 1), again, book.terms()))
        .isInstanceOf(Ruling.Accepted.class);
  }
}
