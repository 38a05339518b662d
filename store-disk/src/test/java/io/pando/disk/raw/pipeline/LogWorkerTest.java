package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.disk.raw.volume.Allotment;
import io.pando.disk.serve.BatchLimits;
import io.pando.format.RawStep;
import io.pando.format.RawUpdate;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each step of the thread that makes transactions durable. */
final class LogWorkerTest extends StoreSteps {
  private final StoreWorker store = worker(new BatchLimits(100, 1 << 20));
  private final OperationLog log = openLog();
  private final LogWorker writer = writer();
  private long tickets;

  private OperationLog openLog() {
    try {
      LogOwner owner = new LogOwner(ground().identity(), 0, 0);
      return OperationLog.open(
          segments, CONFIG.log(), owner, new Random64(7), new Account(), (_, _) -> {});
    } catch (IOException | LogDamagedException e) {
      throw new AssertionError(e);
    }
  }

  private LogWorker writer() {
    try {
      LogWorker made = new LogWorker(CONFIG, log, ground(), store, answers);
      made.onWork(() -> told.add("wake"));
      store.onWork(() -> {}, made::wake, made::breakDown);
      return made;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws Exception {
    writer.close();
    assertThat(segments.segments()).isNotEmpty();
  }

  private LogItem.Caller caller(boolean binding) {
    long ticket = ++tickets;
    return new LogItem.Caller(
        ticket,
        binding,
        0,
        outcome ->
            told.add(
                ticket
                    + switch (outcome) {
                      case CommitOutcome.Committed _ -> " committed";
                      case CommitOutcome.NoSpace(long needed, long free) ->
                          " needs " + needed + " of " + free;
                      case CommitOutcome.Broken(String what) -> " broken: " + what;
                    }));
  }

  private static RawUpdate writes(int bytes) {
    return update(new StoreOp.Write(HERE, OBJECT, 0, Payload.wrap(new byte[bytes])));
  }

  private LogItem.Update logged(int bytes, boolean binding, Allotment... unused) {
    return LogItem.Update.of(caller(binding), writes(bytes), List.of(), List.of(unused));
  }

  /** One whose record is as long as that. */
  private LogItem.Update ofLength(int recordBytes) {
    int beside =
        LogItem.Update.of(caller(false), writes(2000), List.of(), List.of()).record().size();
    tickets--;
    LogItem.Update made = logged(2000 + recordBytes - beside, false);
    assertThat(made.record().size()).isEqualTo(recordBytes);
    return made;
  }

  /** One whose blocks go to their place before. */
  private LogItem.Update placed(int blocks, boolean binding) {
    List<RawStep.Run> runs = new ArrayList<>();
    List<LogItem.Placement> data = new ArrayList<>();
    for (Allotment room : volume.allot(blocks)) {
      Payload bytes = Payload.wrap(new byte[room.count() * BLOCK_BYTES]);
      runs.add(RawStep.Run.of(room.first(), bytes.blockChecksums()));
      data.add(new LogItem.Placement(room.first(), bytes));
    }
    RawUpdate update = new RawUpdate(List.of(new RawStep.Place(HERE, OBJECT, 0, runs)));
    return LogItem.Update.of(caller(binding), update, data, List.of());
  }

  private void add(LogItem... items) {
    for (LogItem item : items) {
      writer.add(item);
    }
  }

  private void writerSteps(Worker.Phase... phases) {
    for (Worker.Phase phase : phases) {
      assertThat(writer.phase()).isEqualTo(phase);
      writer.step();
    }
    assertThat(writer.phase()).isEqualTo(Worker.Phase.SERVE);
  }

  /** What came is made durable as one batch. */
  private void batch() {
    writerSteps(Worker.Phase.SERVE, Worker.Phase.WRITE, Worker.Phase.FLUSH);
  }

  private void storeApplies() {
    while (!store.isIdle()) {
      store.step();
    }
  }

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
    assertThat(metadata.taken().sequence()).isEqualTo(2);
    assertThat(metadata.taken().segment()).isEqualTo(log.segment());
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

  /** Half of what the log gathers before it must be flushed. */
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
    List<Allotment> room = volume.allot(3);
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

  private LogItem.Draft draft(Compression how, int blocks) {
    Payload bytes = Payload.wrap(new byte[blocks * BLOCK_BYTES]);
    DraftStep step = new DraftStep.Packable(HERE, OBJECT, 0, bytes, volume.allot(blocks));
    return new LogItem.Draft(caller(false), List.of(step), how);
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

  /** Of which nothing is durable yet. */
  private void storeTakesABatch() {
    do {
      store.step();
    } while (store.phase() != Worker.Phase.SERVE);
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
  void whatHasNoRoomInItsPlaceIsRefused() {
    LogItem.Update update = placed(3, false);
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
    LogItem.Update update = placed(1, false);
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
    assertThat(metadata.taken().sequence()).isEqualTo(2);
    told();
    add(placed(1, false));
    batch();
    assertThat(told()).as("nothing is left of that").containsExactly("4 committed");
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
    List<Allotment> room = volume.allot(2);
    add(logged(10, false, room.getFirst()));
    writer.step();
    assertThat(told()).containsExactly("2 broken: it broke");
    writer.stop();
    writer.step();
    assertThat(writer.hasEnded()).isTrue();
  }

  /** What is not durable anywhere else takes the room: a checkpoint gives it back. */
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
}
