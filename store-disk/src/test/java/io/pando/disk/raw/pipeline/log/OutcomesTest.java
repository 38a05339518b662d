package io.pando.disk.raw.pipeline.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.raw.pipeline.apply.StoreSteps;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.disk.serve.BatchLimits;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outcomes of transactions, their order, and the point from which all are refused. */
final class OutcomesTest extends StoreSteps {
  private static final CommitOutcome.NoSpace FULL = new CommitOutcome.NoSpace(3, 2);

  private final StoreWorker store = worker(new BatchLimits(100, 1 << 20));
  private final CommitOutcomes outcomes = new CommitOutcomes(answers, store);

  private LogItem.Origin caller(long ticket, boolean binding) {
    return new LogItem.Origin(
        ticket, binding, 0, outcome -> told.add(ticket + " " + outcome.toString()));
  }

  private LogItem.PlacedTransaction update(long ticket, boolean binding, GrantedExtent... unused) {
    return LogItem.PlacedTransaction.of(
        caller(ticket, binding),
        update(new StoreOp.Touch(HERE, OBJECT)),
        List.of(),
        List.of(unused));
  }

  private List<String> reported() {
    told.clear();
    outcomes.report();
    return told();
  }

  @Test
  void verdictsAreToldOnceInTheOrderOfTheTransactions() {
    assertThat(outcomes.isBroken()).isFalse();
    assertThat(outcomes.refusesAll()).isFalse();
    outcomes.refuse(update(2, false), FULL);
    outcomes.abandon(update(3, false), "torn");
    outcomes.commit(update(1, false));
    assertThat(outcomes.refuses(update(4, false))).isFalse();
    assertThat(reported())
        .containsExactly(
            "1 " + new CommitOutcome.Committed(),
            "2 " + FULL,
            "3 " + new CommitOutcome.Broken("torn"));
    assertThat(reported()).isEmpty();
    assertThat(outcomes.refusesAll()).as("none of them was binding").isFalse();
  }

  @Test
  void afterABindingRefusalAllAreRefusedForTheSameReason() {
    outcomes.refuse(update(1, true), FULL);
    assertThat(outcomes.refusesAll()).isTrue();
    assertThat(outcomes.isBroken()).isFalse();
    outcomes.refuse(update(2, true), new CommitOutcome.NoSpace(9, 9));
    outcomes.refuse(new LogItem.Refusal(caller(3, true), new CommitOutcome.NoSpace(8, 8)));
    assertThat(outcomes.refuses(update(4, false))).isTrue();
    assertThat(reported())
        .containsExactly(
            "1 " + FULL,
            "2 " + new CommitOutcome.NoSpace(9, 9),
            "3 " + new CommitOutcome.NoSpace(8, 8),
            "4 " + FULL);
  }

  @Test
  void whatWasRefusedBeforeItGotHereMayBeBindingAsWell() {
    outcomes.refuse(new LogItem.Refusal(caller(1, false), FULL));
    assertThat(outcomes.refusesAll()).isFalse();
    outcomes.refuse(new LogItem.Refusal(caller(2, true), FULL));
    assertThat(outcomes.refusesAll()).isTrue();
    assertThat(reported()).containsExactly("1 " + FULL, "2 " + FULL);
  }

  @Test
  void afterABreakdownThatIsTheReason() {
    outcomes.refuse(update(1, true), FULL);
    outcomes.breakDown("torn");
    assertThat(outcomes.isBroken()).isTrue();
    assertThat(outcomes.refusesAll()).isTrue();
    assertThat(outcomes.refuses(update(2, false))).isTrue();
    outcomes.refuse(new LogItem.Refusal(caller(3, false), FULL));
    String broken = new CommitOutcome.Broken("torn").toString();
    assertThat(reported()).containsExactly("1 " + FULL, "2 " + broken, "3 " + broken);
  }

  @Test
  void aBreakdownAloneRefusesAll() {
    outcomes.breakDown("torn");
    assertThat(outcomes.refusesAll()).isTrue();
    assertThat(outcomes.refuses(update(1, false))).isTrue();
  }

  /** Blocks that were promised to a refused update become available to others. */
  @Test
  void roomOfWhatIsRefusedGoesBack() {
    List<GrantedExtent> room = volume.allot(4);
    long free = volume.freeBlocks();
    outcomes.refuse(update(1, true, room.toArray(GrantedExtent[]::new)), FULL);
    store.step();
    assertThat(volume.freeBlocks()).isEqualTo(free + 4);
    List<GrantedExtent> more = volume.allot(3);
    assertThat(outcomes.refuses(update(2, false, more.toArray(GrantedExtent[]::new)))).isTrue();
    store.step();
    assertThat(volume.freeBlocks()).isEqualTo(free + 4);
  }
}
