package io.pando.disk.raw.pipeline.apply;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.metadata.Mark;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.BatchLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each step of the worker that applies the log's updates. */
final class StoreWorkerTest extends StoreSteps {
  @Test
  void aBatchGoesThroughAllPhases() throws Exception {
    assertThat(worker.isIdle()).isTrue();
    assertThat(worker.isUrgent()).isFalse();
    assertThat(worker.hasEnded()).isFalse();
    worker.add(batch(2, 100, 5000));
    assertThat(told()).containsExactly("work");
    assertThat(worker.isIdle()).isFalse();
    assertThat(worker.isUrgent()).isFalse();
    assertThat(worker.pendingBytes()).isEqualTo(5000);
    worker.step();
    assertThat(worker.pendingBytes()).isZero();
    assertThat(worker.phase()).isEqualTo(Worker.Phase.WRITE);
    assertThat(worker.isIdle()).isFalse();
    assertThat(worker.isUrgent()).isTrue();
    assertThat(device.asked()).isEmpty();
    worker.step();
    assertThat(device.asked()).containsExactly("write 0 2");
    assertThat(worker.phase()).isEqualTo(Worker.Phase.FLUSH);
    worker.step();
    assertThat(device.asked()).containsExactly("flush");
    assertThat(worker.phase()).isEqualTo(Worker.Phase.COMMIT);
    assertThat(told()).isEmpty();
    worker.step();
    assertThat(metadata.committed()).isEqualTo(new Mark(2, 7, 1000));
    assertThat(told()).containsExactly("progress");
    assertThat(grants)
        .containsExactly(new StoreItem.Grant(2, List.of(), 998, BLOCKS - 2, false, false));
    assertThat(worker.usage().usedBytes()).isEqualTo(2 * BLOCK_BYTES);
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
    assertThat(worker.isIdle()).isTrue();
    assertThat(metadata.wanted()).isEmpty();
    assertThat(worker.checkpoint()).isZero();
  }

  @Test
  void moreUpdatesWakeOnlyOnceTheyAreUrgent() {
    worker.add(batch(1, 1, 1));
    assertThat(told()).containsExactly("work");
    worker.add(batch(1, 1, 1));
    assertThat(told()).isEmpty();
    assertThat(worker.isUrgent()).isFalse();
    worker.add(batch(1, 1, 1));
    assertThat(told()).containsExactly("work");
    assertThat(worker.isUrgent()).isTrue();
    worker.step();
    assertThat(worker.pendingBytes()).as("two in a batch").isEqualTo(1);
  }

  @Test
  void manyBytesAreUrgent() {
    worker.add(batch(1, 1, 9_999));
    assertThat(worker.isUrgent()).isFalse();
    worker.add(batch(1, 1, 1));
    assertThat(worker.isUrgent()).isTrue();
    assertThat(worker.pendingBytes()).isEqualTo(10_000);
  }

  @Test
  void aBatchEndsWhereItIsLongEnough() {
    worker = worker(new BatchLimits(100, 5000));
    worker.add(batch(1, 1, 4_999));
    worker.add(batch(1, 1, 1));
    worker.add(batch(1, 1, 70));
    worker.step();
    assertThat(worker.pendingBytes()).isEqualTo(70);
    worker.step();
    worker.step();
    worker.step();
    assertThat(worker.isIdle()).isFalse();
    commit();
    assertThat(worker.isIdle()).isTrue();
  }

  /** Applied updates are visible, whether they are durable or not. */
  @Test
  void questionsAreAnsweredInOrder() {
    worker.add(batch(1, 1, 1));
    worker.add(ask(false));
    worker.add(batch(1, 1, 1));
    worker.add(ask(false));
    told();
    assertThat(worker.isUrgent()).isTrue();
    worker.step();
    assertThat(told()).containsExactly("blocks 1");
    worker.step();
    worker.step();
    assertThat(told()).isEmpty();
    worker.step();
    assertThat(worker.isUrgent()).isTrue();
    told();
    worker.step();
    assertThat(told()).containsExactly("blocks 2");
    assertThat(worker.isUrgent()).isFalse();
    assertThat(worker.isIdle()).isTrue();
    assertThat(metadata.wanted()).isEmpty();
  }

  /** Otherwise alternating reads and writes would commit each write by itself. */
  @Test
  void aQuestionCausesNoCommit() {
    worker = worker(new BatchLimits(4, 30_000));
    for (int number = 1; number <= 3; number++) {
      worker.add(batch(1, 1, 1));
      worker.add(ask(false));
      told();
      assertThat(worker.isUrgent()).isTrue();
      steps(Worker.Phase.SERVE);
      assertThat(told()).containsExactly("blocks " + number);
      assertThat(worker.isUrgent()).isFalse();
      assertThat(worker.isIdle()).as("updates are not committed").isFalse();
    }
    commit();
    assertThat(worker.isIdle()).isTrue();
    worker.add(batch(4, 1, 1));
    worker.add(ask(false));
    told();
    commit();
    assertThat(told()).as("a batch is full").containsExactly("progress");
    steps(Worker.Phase.SERVE);
    assertThat(told()).containsExactly("blocks 7");
  }

  @Test
  void updatesDoNotWaitForEver() {
    worker = worker(new BatchLimits(1_000, 30_000));
    worker.add(batch(1, 1, 1));
    int waits = 0;
    do {
      assertThat(waits++).isLessThan(1_000);
      worker.add(ask(false));
      worker.step();
    } while (worker.phase() == Worker.Phase.SERVE);
    assertThat(waits).isGreaterThan(10);
  }

  @Test
  void aQuestionThatNothingHasToDoWithIsAnsweredAtOnce() {
    worker.add(batch(1, 1, 1));
    told();
    worker.askDirectly(ask(false));
    assertThat(told()).containsExactly("work");
    assertThat(worker.isIdle()).isFalse();
    worker.step();
    assertThat(told()).containsExactly("Absent[]");
    worker.askDirectly(ask(false));
    told();
    worker.step();
    assertThat(told()).containsExactly("blocks 1");
    worker.askDirectly(ask(false));
    told();
    assertThat(worker.attend()).isTrue();
    assertThat(told()).containsExactly("blocks 1");
    assertThat(worker.attend()).isFalse();
    assertThat(worker.phase()).isEqualTo(Worker.Phase.FLUSH);
  }

  @Test
  void beforeASettledQuestionEverythingIsDurable() {
    worker.add(batch(1, 1, 1));
    worker.add(ask(true));
    told();
    commit();
    assertThat(told()).containsExactly("progress");
    assertThat(metadata.wanted()).isEmpty();
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).containsExactly(true);
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(told()).containsExactly("progress", "blocks 1");
  }

  @Test
  void theLogMayWantWhatWasAppliedToBeDurable() throws Exception {
    worker.add(batch(1, 1, 1));
    told();
    worker.persistSoon();
    assertThat(told()).containsExactly("work");
    worker.persistSoon();
    assertThat(told()).isEmpty();
    assertThat(worker.isIdle()).isFalse();
    assertThat(worker.isUrgent()).isFalse();
    commit();
    assertThat(metadata.wanted()).containsExactly(false);
    assertThat(worker.checkpoint()).isZero();
    assertThat(worker.isIdle()).as("it looks until that is durable").isFalse();
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).isEmpty();
    told();
    metadata.settle();
    steps(Worker.Phase.SERVE);
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(told()).containsExactly("progress");
    assertThat(worker.isIdle()).isTrue();
    worker.persistSoon();
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).as("nothing is new").isEmpty();
    assertThat(worker.isIdle()).isTrue();
  }

  @Test
  void theLogMayWaitForThat() {
    worker.add(batch(1, 1, 1));
    worker.persistSoon();
    told();
    worker.persistNow();
    assertThat(told()).containsExactly("work");
    assertThat(worker.isUrgent()).isTrue();
    commit();
    assertThat(metadata.wanted()).containsExactly(true);
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(worker.isIdle()).isTrue();
    assertThat(worker.isUrgent()).isFalse();
  }

  @Test
  void aLogThatGrewByAQuarterIsReasonEnough() throws Exception {
    worker.add(batch(1, SEGMENT, 1));
    commit();
    assertThat(metadata.wanted()).isEmpty();
    worker.add(batch(1, 1, 1));
    commit();
    assertThat(metadata.wanted()).containsExactly(false);
    metadata.settle();
    worker.add(batch(1, SEGMENT, 1));
    commit();
    assertThat(metadata.wanted()).as("counted from there").isEmpty();
    assertThat(worker.checkpoint()).isEqualTo(2);
  }

  @Test
  void itEndsWhenEverythingIsDurable() {
    worker.add(batch(1, 1, 1));
    worker.add(new StoreItem.Stop());
    commit();
    assertThat(worker.hasEnded()).isFalse();
    steps(Worker.Phase.SERVE);
    assertThat(worker.hasEnded()).isTrue();
    assertThat(metadata.wanted()).containsExactly(true);
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(worker.hasGivenUp()).isFalse();
  }

  @Test
  void aLookIsTakenOnceForAllThatWantOne() {
    worker.look();
    assertThat(told()).containsExactly("work");
    worker.look();
    assertThat(told()).isEmpty();
    steps(Worker.Phase.SERVE);
    assertThat(worker.isIdle()).isTrue();
    worker.look();
    assertThat(told()).containsExactly("work");
  }
}
