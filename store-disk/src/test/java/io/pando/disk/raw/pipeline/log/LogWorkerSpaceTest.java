package io.pando.disk.raw.pipeline.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.raw.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;

/** Updates for which the medium or the log has no space. */
final class LogWorkerSpaceTest extends LogWorkerSteps {
  @Test
  void whatHasNoRoomInItsPlaceIsRefused() {
    LogItem.PlacedTransaction update = placed(3, false);
    medium.limitRoom(0, false);
    add(update, placed(1, false));
    writer.step();
    writer.step();
    assertThat(writer.phase()).isEqualTo(Worker.Phase.SERVE);
    assertThat(told()).containsExactly("1 needs 12288 of 0", "2 needs 4096 of 0");
    assertThat(writer.pauseNanos()).isZero();
    assertThat(log.next()).isEqualTo(1);
    storeApplies();
    assertThat(volume.freeBlocks()).isEqualTo(BLOCKS);
    medium.limitRoom(BLOCKS, false);
    add(placed(1, false));
    batch();
    assertThat(told()).containsExactly("3 committed");
  }

  @Test
  void whatIsRefusedForItsPlaceRefusesNothingElse() {
    LogItem.PlacedTransaction update = placed(1, false);
    medium.limitRoom(0, false);
    add(update);
    writer.step();
    writer.step();
    medium.limitRoom(BLOCKS, false);
    add(logged(10, false));
    batch();
    assertThat(told()).containsExactly("1 needs 4096 of 0", "2 committed");
  }

  @Test
  void whatIsBindingWaitsForRoom() throws Exception {
    medium.limitRoom(0, false);
    add(placed(3, false), placed(2, true), logged(10, true));
    writer.step();
    writer.step();
    assertThat(writer.phase()).isEqualTo(Worker.Phase.WRITE);
    assertThat(writer.pauseNanos()).isEqualTo(5_000_000);
    assertThat(writer.isIdle()).isFalse();
    writer.step();
    assertThat(writer.pauseNanos()).isEqualTo(10_000_000);
    assertThat(told()).isEmpty();
    device.asked();
    medium.limitRoom(BLOCKS, false);
    writer.step();
    assertThat(device.asked()).containsExactly("write 3 2", "flush");
    writer.step();
    assertThat(told()).containsExactly("1 needs 12288 of 0", "2 committed", "3 committed");
    assertThat(writer.pauseNanos()).isZero();
    storeApplies();
    assertThat(log.next()).isEqualTo(3);
    assertThat(metadata.committed().sequence()).isEqualTo(2);
    told();
    add(placed(1, false));
    batch();
    assertThat(told()).as("nothing is left of that").containsExactly("4 committed");
  }

  /** Records that are durable nowhere else occupy the space; a checkpoint frees it. */
  @Test
  void aLogWithoutRoomWaitsForACheckpoint() {
    segments.limitTo(2);
    do {
      add(logged(8000, false));
      writer.step();
      if (writer.phase() == Worker.Phase.WRITE) {
        writer.step();
        writer.step();
        storeTakesABatch();
        assertThat(told()).contains(tickets + " committed");
      }
    } while (writer.isIdle() && log.next() > tickets);
    assertThat(writer.isIdle()).as("there is one, but it has no room").isTrue();
    assertThat(store.isUrgent()).isTrue();
    told();
    storeApplies();
    assertThat(metadata.wanted()).contains(true);
    assertThat(told()).contains("wake");
    assertThat(writer.isIdle()).isFalse();
    batch();
    assertThat(told()).hasSize(1).first().asString().endsWith(" committed");
  }

  @Test
  void aStoreThatWasClosedWithoutRoomTakesItAlong() {
    medium.limitRoom(0, false);
    add(placed(2, true), logged(10, false));
    writer.step();
    writer.step();
    assertThat(writer.phase()).isEqualTo(Worker.Phase.WRITE);
    writer.stop();
    assertThat(writer.pauseNanos()).isZero();
    told();
    writer.step();
    assertThat(writer.hasEnded()).isTrue();
    assertThat(writer.isIdle()).isTrue();
    assertThat(told()).isEmpty();
    storeApplies();
    assertThat(store.hasEnded()).isTrue();
  }

  /** No record can be released. */
  @Test
  void whatIsBindingWaitsForTheMediumIfAnEmptyLogHasNoRoom() {
    segments.limitTo(1);
    add(logged(3 * SEGMENT, true));
    writerSteps(Worker.Phase.SERVE);
    assertThat(told()).isEmpty();
    assertThat(writer.pauseNanos()).isEqualTo(5_000_000);
    assertThat(writer.isIdle()).isFalse();
    writerSteps(Worker.Phase.SERVE);
    assertThat(writer.pauseNanos()).isEqualTo(10_000_000);
    segments.limitTo(10);
    batch();
    assertThat(told()).containsExactly("1 committed");
    assertThat(writer.pauseNanos()).isZero();
  }

  @Test
  void whatAnEmptyLogHasNoRoomForIsRefused() {
    segments.limitTo(1);
    LogItem.PlacedTransaction free = logged(3 * SEGMENT, false);
    LogItem.PlacedTransaction tooLong = logged(4 * SEGMENT, true);
    add(free, tooLong);
    writerSteps(Worker.Phase.SERVE);
    assertThat(told())
        .containsExactly(
            "1 needs " + free.record().size() + " of 0",
            "2 needs " + tooLong.record().size() + " of 0");
    assertThat(writer.pauseNanos()).isZero();
    assertThat(log.next()).isEqualTo(1);
  }
}
