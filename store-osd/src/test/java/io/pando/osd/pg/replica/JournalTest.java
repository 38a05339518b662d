package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.step.Effect;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who waits for which transaction, and what becomes of that when an interval ends. */
class JournalTest {
  private final GroupHarness harness = GroupHarness.primary(1, Replication.PRIMARY);
  private final Journal journal = harness.replica.journal();
  private final List<StoreOp> steps =
      List.of(new StoreOp.RemoveMeta(harness.replica.collection(), "a", "b"));
  private final List<String> done = new ArrayList<>();

  private Awaiting work(String who) {
    return journal.inInterval(who, harness.replica.group(), () -> done.add(who));
  }

  private Awaiting lasting(String who) {
    return Awaiting.inAnyInterval(who, harness.replica.group(), () -> done.add(who));
  }

  @Test
  void workIsDoneInOrderOnceItsTransactionIsDurable() {
    journal.whenDurable(work("at once"));
    assertThat(done).containsExactly("at once");
    journal.persist(steps, work("first"));
    journal.whenDurable("second", 2, () -> done.add("second"));
    journal.persist(steps);
    journal.whenDurable(work("third"));
    harness.report();
    assertThat(done).containsExactly("at once", "first", "second");
    harness.report();
    assertThat(done).endsWith("third").hasSize(4);
    assertThat(journal.isIdle()).isTrue();
  }

  @Test
  void workOfAnIntervalIsDroppedWithIt() {
    journal.persist(steps, work("update"));
    journal.whenDurable(lasting("answer"));
    journal.whenDurable(work("activation"));
    harness.replica.onIntervalEnded();
    journal.whenDurable(work("of the next interval"));
    harness.report();
    assertThat(done).containsExactly("answer", "of the next interval");
  }

  @Test
  void itListsWhoWaitsForWhichTransaction() {
    assertThat(journal).hasToString("no transaction is under way");
    journal.persist(steps);
    journal.persist(steps, journal.inInterval("update", new Version(3, 7), () -> {}));
    journal.whenDurable(lasting("answer"));
    assertThat(journal)
        .hasToString(
            "transaction 1: nothing waits; transaction 2: [update of %s, answer of %s (in any interval)]"
                .formatted(new Version(3, 7), harness.replica.group()));
    harness.report();
    assertThat(journal.toString()).startsWith("transaction 2: [update of ");
    harness.replica.onIntervalEnded();
    assertThat(journal)
        .as("what was dropped is not listed")
        .hasToString(
            "transaction 2: [answer of %s (in any interval)]".formatted(harness.replica.group()));
  }

  @Test
  void workThatWaitsBehindARefusedTransactionIsDone() {
    harness.setRoom(false);
    journal.persistIfRoom(steps, work("copy"), work("refused"));
    journal.whenDurable(work("later"));
    harness.report();
    assertThat(done).containsExactly("refused", "later");
  }

  /** The replica has the copy, even if no caller waits for it. */
  @Test
  void aCopyIsNotedInTheNextIntervalAndReportedToNobody() {
    ObjectId object = harness.update("o", RequestId.NONE).entry().object();
    harness.replica.noteMissing(object, new Version(1, 1));
    TreeMap<ObjectId, Version> whole = new TreeMap<>(harness.replica.missing());
    harness
        .replica
        .copies()
        .write(
            new CopyWriter.Copies(List.of(), List.of(), whole), work("durable"), work("refused"));
    harness.replica.onIntervalEnded();
    harness.settle();
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(done).isEmpty();
  }

  @Test
  void aRefusalThatTheGroupCannotBearStopsTheDaemon() {
    journal.persist(steps, work("update"));
    journal.onPersisted(new CommitOutcome.NoSpace(100, 10));
    assertThat(done).isEmpty();
    assertThat(harness.effects()).singleElement().isInstanceOf(Effect.Stop.class);
  }
}
