package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.store.CommitOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each step of the thread that makes transactions durable. */
final class LogWorkerTest extends LogWorkerSteps {
  @Test
  void updatesAreReportedOnceTheyAreDurable() throws Exception {
    assertThat(writer.isIdle()).isTrue();
    assertThat(writer.isUrgent()).isTrue();
    assertThat(writer.placeFromBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(writer.unitBytes()).isEqualTo(512);
    add(logged(100, false), logged(50, false));
    writer.wake();
    assertThat(told()).containsExactly("wake");
    assertThat(writer.isIdle()).isFalse();
    long before = log.writtenBytes();
    writer.step();
    assertThat(writer.phase()).isEqualTo(Worker.Phase.WRITE);
    assertThat(writer.isIdle()).isFalse();
    writer.step();
    assertThat(device.asked()).isEmpty();
    assertThat(writer.phase()).isEqualTo(Worker.Phase.FLUSH);
    assertThat(told()).isEmpty();
    assertThat(log.writtenBytes()).isEqualTo(before);
    writer.step();
    assertThat(log.writtenBytes()).isGreaterThan(before);
    assertThat(log.next()).isEqualTo(3);
    assertThat(told()).containsExactly("1 committed", "2 committed");
    assertThat(store.pendingBytes()).isEqualTo(100 + 100 + 100 + 50);
    assertThat(writer.isIdle()).isTrue();
    storeApplies();
    assertThat(metadata.committed().sequence()).isEqualTo(2);
    assertThat(metadata.committed().segment()).isEqualTo(log.segment());
    assertThat(grants.getLast().ticket()).isEqualTo(2);
  }

  @Test
  void dataAreInTheirPlacesBeforeTheLogSaysSo() {
    add(placed(2, false), placed(3, false), logged(10, false));
    batch();
    assertThat(device.asked()).containsExactly("write 0 5", "flush");
    assertThat(told()).containsExactly("1 committed", "2 committed", "3 committed");
    storeApplies();
    assertThat(volume.usage().usedBytes()).isEqualTo(3 * BLOCK_BYTES);
  }

  /** A batch ends at half of the bytes that the log gathers before it must be flushed. */
  @ParameterizedTest
  @CsvSource({"4096,2", "4097,1", "3000,2"})
  void aBatchEndsWhereItIsLongEnough(int bytes, int together) {
    add(ofLength(1500), ofLength(bytes - 1504), ofLength(2100));
    batch();
    assertThat(told()).hasSize(together);
    batch();
    assertThat(told()).hasSizeBetween(1, 2);
  }

  @Test
  void whatIsLongerThanABatchIsOneByItself() {
    add(logged(10, false), logged(20_000, false), logged(10, false));
    batch();
    assertThat(told()).containsExactly("1 committed");
    batch();
    assertThat(told()).containsExactly("2 committed");
    assertThat(writer.isIdle()).as("the store is too far behind").isTrue();
    storeApplies();
    told();
    batch();
    assertThat(told()).containsExactly("3 committed");
  }

  @Test
  void refusalsAreToldInTheirTurn() {
    add(
        logged(10, false),
        new LogItem.Refusal(caller(false), new CommitOutcome.NoSpace(5, 1)),
        logged(10, false));
    batch();
    assertThat(told()).containsExactly("1 committed", "2 needs 5 of 1", "3 committed");
    add(new LogItem.Refusal(caller(false), new CommitOutcome.NoSpace(6, 2)));
    writerSteps(Worker.Phase.SERVE);
    assertThat(told()).containsExactly("4 needs 6 of 2");
  }

  @Test
  void afterABindingRefusalEverythingIsRefused() {
    List<GrantedExtent> room = volume.allot(3);
    add(
        logged(10, false),
        new LogItem.Refusal(caller(true), new CommitOutcome.NoSpace(5, 1)),
        logged(10, false, room.getFirst()),
        new LogItem.Refusal(caller(true), new CommitOutcome.NoSpace(7, 1)),
        draft(Compression.LZ4, 2));
    batch();
    assertThat(told())
        .containsExactly(
            "1 committed", "2 needs 5 of 1", "3 needs 5 of 1", "4 needs 7 of 1", "5 needs 5 of 1");
    storeApplies();
    assertThat(volume.freeBlocks()).as("what was promised is back").isEqualTo(BLOCKS - 1);
  }

  private LogItem.UncompressedTransaction draft(Compression how, int blocks) {
    Payload bytes = Payload.wrap(new byte[blocks * BLOCK_BYTES]);
    DraftStep step = new DraftStep.Packable(HERE, OBJECT, 0, bytes, volume.allot(blocks));
    return new LogItem.UncompressedTransaction(caller(false), List.of(step), how);
  }

  @Test
  void draftsArePackedFirst() {
    add(draft(Compression.LZ4, 4), logged(10, false));
    batch();
    assertThat(device.asked()).containsExactly("write 0 1", "flush");
    assertThat(told()).containsExactly("1 committed", "2 committed");
    storeApplies();
    assertThat(volume.freeBlocks()).as("one packed, one of its own").isEqualTo(BLOCKS - 2);
  }

  @Test
  void whatIsForTheStoreFollowsWhatCameBefore() {
    add(logged(5000, false), new LogItem.Forward(ask(false)), logged(10, false));
    batch();
    assertThat(told()).containsExactly("1 committed");
    assertThat(store.isUrgent()).isFalse();
    writer.step();
    assertThat(store.isUrgent()).isTrue();
    writer.step();
    writer.step();
    assertThat(told()).containsExactly("2 committed");
    storeApplies();
    assertThat(told()).contains("blocks 1");
    add(new LogItem.Refusal(caller(false), new CommitOutcome.NoSpace(5, 1)));
    add(new LogItem.Forward(ask(false)));
    writerSteps(Worker.Phase.SERVE);
    storeApplies();
    assertThat(told()).containsSubsequence("3 needs 5 of 1", "blocks 1");
  }

  @Test
  void itEndsBehindWhatCameBefore() {
    add(logged(10, false));
    writer.stop();
    assertThat(told()).containsExactly("wake");
    batch();
    assertThat(writer.hasEnded()).isFalse();
    writerSteps(Worker.Phase.SERVE);
    assertThat(writer.hasEnded()).isTrue();
    storeApplies();
    assertThat(store.hasEnded()).isTrue();
    assertThat(store.checkpoint()).isEqualTo(1);
  }

  @Test
  void aStoreThatFallsBehindHoldsItUp() {
    add(logged(19_900, false), logged(10, false));
    batch();
    assertThat(store.pendingBytes()).isEqualTo(20_000);
    assertThat(writer.isIdle()).isFalse();
    batch();
    add(logged(10, false));
    assertThat(store.pendingBytes()).isGreaterThan(20_000);
    assertThat(writer.isIdle()).isTrue();
    storeApplies();
    assertThat(writer.isIdle()).isFalse();
  }

  @Test
  void aLogThatIsTooLongWaitsForTheStore() throws Exception {
    while (log.bytes() <= CONFIG.maxLogBytes()) {
      assertThat(writer.isIdle()).isTrue();
      add(logged(8000, false));
      assertThat(writer.isIdle()).isFalse();
      batch();
      storeTakesABatch();
    }
    add(logged(10, false));
    assertThat(writer.isIdle()).isTrue();
    told();
    metadata.settle();
    storeTakesABatch();
    assertThat(told()).contains("wake");
    assertThat(store.checkpoint()).isEqualTo(log.next() - 1);
    assertThat(writer.isIdle()).isFalse();
    long before = log.bytes();
    batch();
    assertThat(log.bytes()).as("it was released").isLessThan(before);
  }

  @Test
  void aWriteThatFailsBreaksIt() {
    add(placed(3, false), logged(10, false));
    writer.step();
    medium.losePowerAfter(0);
    writer.step();
    assertThat(told())
        .containsExactly("1 broken: raw: the power is gone", "2 broken: raw: the power is gone");
    assertThat(writer.phase()).isEqualTo(Worker.Phase.SERVE);
    add(logged(10, false), new LogItem.Refusal(caller(false), new CommitOutcome.NoSpace(5, 1)));
    assertThat(writer.isIdle()).isFalse();
    writer.step();
    assertThat(told())
        .containsExactly("3 broken: raw: the power is gone", "4 broken: raw: the power is gone");
    assertThat(log.next()).isEqualTo(1);
  }

  @Test
  void aStoreThatBreaksIsTheEndOfIt() {
    add(logged(10, false));
    batch();
    told();
    writer.breakDown("it broke");
    assertThat(told()).containsExactly("wake");
    List<GrantedExtent> room = volume.allot(2);
    add(logged(10, false, room.getFirst()));
    writer.step();
    assertThat(told()).containsExactly("2 broken: it broke");
    writer.stop();
    writer.step();
    assertThat(writer.hasEnded()).isTrue();
  }

  @Test
  void anUpdateThatComesAgainIsAMistake() {
    LogItem.PlacedTransaction update = logged(10, false);
    add(update, update);
    assertThatThrownBy(writer::step).hasMessageContaining("transaction 1 follows 1");
  }
}
