package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.Power;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.Mark;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.NotedDevice;
import io.pando.disk.raw.volume.Allotment;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.BatchLimits;
import io.pando.format.RawStep;
import io.pando.format.RawUpdate;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each step of the thread that applies what the log has, taken by hand. */
class StoreWorkerTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId OBJECT = new ObjectId(1, "o");
  private static final int SEGMENT = 16 * BLOCK_BYTES;
  private static final int BLOCKS = 2000;
  private static final PipelineConfig CONFIG =
      new PipelineConfig(
          new LogConfig(SEGMENT, 2 * BLOCK_BYTES),
          4 * SEGMENT,
          BLOCK_BYTES,
          3,
          10_000,
          0,
          20_000,
          8,
          0);

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final NotedDevice device = new NotedDevice(medium.device(BLOCKS));
  private final DelayedMetadata metadata = new DelayedMetadata();
  private final List<String> told = new ArrayList<>();
  private final List<StoreItem.Grant> grants = new ArrayList<>();
  private final List<StoreItem.Grant> lastGrants = new ArrayList<>();
  private RawVolume volume = open();
  private StoreWorker worker = worker(new BatchLimits(2, 30_000));
  private long ticket;
  private long sequence;

  private RawVolume open() {
    try {
      return RawVolume.open(metadata, device, 8 * BLOCK_BYTES, 1 << 20, Codecs.portable());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private StoreWorker worker(BatchLimits limits) {
    LogDisk log = new LogDisk(SEGMENT, 512, new Random64(1), new Power());
    StoreIdentity identity =
        new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
    Pipeline.Ground ground =
        new Pipeline.Ground(
            identity, metadata, device, log, Codecs.portable(), new Account(), "raw");
    try {
      StoreWorker made =
          new StoreWorker(volume, CONFIG, limits, ground, new Answers(new InlineLoop(), "raw"));
      made.onWork(
          () -> told.add("work"), () -> told.add("progress"), why -> told.add("breakdown: " + why));
      made.onGrants(grants::add, lastGrants::add, () -> told.add("announced"));
      made.whenBroken(why -> told.add("broken: " + why));
      return made;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void makeACollection() throws Exception {
    volume.apply(update(new StoreOp.CreateCollection(HERE)));
    assertThat(volume.makeRoom(1000)).isTrue();
    device.asked();
  }

  private List<String> told() {
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  private static RawUpdate update(StoreOp op) {
    return new RawUpdate(List.of(new RawStep.Take(op)));
  }

  private static StoreOp write(int block, int value) {
    byte[] bytes = new byte[BLOCK_BYTES];
    Arrays.fill(bytes, (byte) value);
    return new StoreOp.Write(HERE, OBJECT, (long) block * BLOCK_BYTES, Payload.wrap(bytes));
  }

  /** So many updates, of which each writes a block of its own. */
  private StoreItem.Batch batch(int count, long logBytes, long weight, Allotment... unused) {
    List<RawUpdate> updates = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      updates.add(update(write((int) ticket, (int) ticket + 1)));
      ticket++;
      sequence++;
    }
    return new StoreItem.Batch(updates, ticket, sequence, 7, logBytes, weight, List.of(unused));
  }

  private StoreItem.Ask<ReadOutcome> ask(boolean settled) {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
    return new StoreItem.Ask<>(
        stored -> stored.reader().read(HERE, OBJECT, query),
        settled,
        outcome ->
            told.add(
                outcome instanceof ReadOutcome.Found found
                    ? "blocks " + found.view().size() / BLOCK_BYTES
                    : outcome.toString()));
  }

  private void steps(Worker.Phase... phases) {
    for (Worker.Phase phase : phases) {
      assertThat(worker.phase()).isEqualTo(phase);
      worker.step();
    }
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
  }

  private void commit() {
    steps(Worker.Phase.SERVE, Worker.Phase.WRITE, Worker.Phase.FLUSH, Worker.Phase.COMMIT);
  }

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
    assertThat(metadata.taken()).isEqualTo(new Mark(2, 7, 1000));
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

  /** What is applied is seen, whether it is durable or not. */
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

  @Test
  void aQuestionThatNothingHasToDoWithIsAnsweredAtOnce() {
    worker.add(batch(1, 1, 1));
    told();
    worker.askAtOnce(ask(false));
    assertThat(told()).containsExactly("work");
    assertThat(worker.isIdle()).isFalse();
    worker.step();
    assertThat(told()).containsExactly("Absent[]");
    worker.askAtOnce(ask(false));
    told();
    worker.step();
    assertThat(told()).containsExactly("blocks 1");
    worker.askAtOnce(ask(false));
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
  void whatIsReleasedIsFreeOnceThatIsDurable() {
    worker.add(batch(2, 1, 1));
    commit();
    grants.clear();
    ticket = 0;
    worker.add(
        new StoreItem.Batch(
            List.of(update(new StoreOp.Remove(HERE, OBJECT))), 3, 3, 7, 1, 1, List.of()));
    commit();
    assertThat(grants.getLast().freeBlocks()).isEqualTo(BLOCKS - 2);
    worker.persistNow();
    steps(Worker.Phase.SERVE);
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), 0, 0, false, false)));
    steps(Worker.Phase.SERVE);
    assertThat(grants.getLast().freeBlocks()).isEqualTo(BLOCKS);
  }

  @Test
  void roomIsPromisedAndGivenBack() {
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), 5, 3, false, false)));
    steps(Worker.Phase.SERVE);
    List<Allotment> runs = List.of(new Allotment(0, 5));
    assertThat(grants).containsExactly(new StoreItem.Grant(0, runs, 995, BLOCKS - 5, true, false));
    assertThat(lastGrants).isEmpty();
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(runs, 6, 3, true, false)));
    steps(Worker.Phase.SERVE);
    assertThat(lastGrants)
        .containsExactly(
            new StoreItem.Grant(0, List.of(new Allotment(5, 6)), 994, BLOCKS - 6, false, false));
    worker.add(new StoreItem.GiveBack(List.of(new Allotment(5, 2))));
    worker.add(batch(1, 1, 1, new Allotment(7, 4)));
    commit();
    assertThat(grants.getLast())
        .isEqualTo(new StoreItem.Grant(1, List.of(), 999, BLOCKS - 1, false, false));
  }

  @Test
  void whoWaitsForRoomGetsAllOrNothing() {
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), BLOCKS, 1, true, false)));
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).as("everything is tried").containsExactly(true);
    assertThat(lastGrants)
        .containsExactly(new StoreItem.Grant(0, List.of(), BLOCKS, BLOCKS, false, false));
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), BLOCKS - 1, 1, true, false)));
    steps(Worker.Phase.SERVE);
    assertThat(metadata.wanted()).isEmpty();
    assertThat(lastGrants.getLast())
        .isEqualTo(
            new StoreItem.Grant(0, List.of(new Allotment(0, BLOCKS - 1)), 1, 1, false, false));
  }

  @Test
  void anUrgentWishForRoomWaitsForTheBatch() {
    worker.add(batch(1, 1, 1));
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), 1, 1, false, false)));
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), 1, 1, true, false)));
    worker.step();
    assertThat(grants).hasSize(1);
    assertThat(lastGrants).isEmpty();
    worker.step();
    worker.step();
    worker.step();
    assertThat(lastGrants).isEmpty();
    worker.step();
    assertThat(lastGrants).hasSize(1);
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

  private static final String FULL = "IO error: No space left on device";

  @Test
  void whatFindsNoRoomIsTriedAgain() {
    medium.limitRoom(0, false);
    worker.add(batch(1, 1, 1));
    worker.step();
    told();
    assertThat(worker.pauseNanos()).isZero();
    worker.step();
    assertThat(worker.phase()).isEqualTo(Worker.Phase.WRITE);
    assertThat(worker.pauseNanos()).isEqualTo(5_000_000);
    worker.step();
    assertThat(worker.pauseNanos()).isEqualTo(10_000_000);
    medium.limitRoom(BLOCKS, false);
    worker.step();
    worker.step();
    worker.step();
    assertThat(worker.pauseNanos()).isZero();
    assertThat(told()).containsExactly("progress");
  }

  @Test
  void aCheckpointThatFindsNoRoomIsTriedAgain() {
    worker.add(batch(1, 1, 1));
    commit();
    told();
    metadata.fail(FULL);
    worker.persistNow();
    worker.step();
    assertThat(worker.pauseNanos()).isEqualTo(5_000_000);
    assertThat(worker.isUrgent()).isTrue();
    assertThat(worker.checkpoint()).isZero();
    metadata.fail(null);
    worker.step();
    assertThat(worker.checkpoint()).isEqualTo(1);
    assertThat(worker.pauseNanos()).isZero();
    assertThat(worker.isUrgent()).isFalse();
  }

  /** A question for which there is no room stays the first. */
  @Test
  void aSettledQuestionWaitsForRoom() {
    worker.add(batch(1, 1, 1));
    commit();
    metadata.fail(FULL);
    worker.add(ask(true));
    worker.add(ask(false));
    told();
    worker.step();
    assertThat(told()).isEmpty();
    metadata.fail(null);
    worker.step();
    assertThat(told()).containsExactly("progress", "blocks 1", "blocks 1");
    assertThat(worker.isUrgent()).isFalse();
  }

  @Test
  void whoWaitsForRoomDoesWithoutACheckpoint() {
    worker.add(batch(1, 1, 1));
    commit();
    metadata.fail(FULL);
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), BLOCKS, 0, true, false)));
    worker.step();
    assertThat(lastGrants).hasSize(1);
    worker.add(new StoreItem.Stop());
    worker.step();
    assertThat(worker.hasEnded()).isTrue();
    assertThat(worker.checkpoint()).isZero();
  }

  @Test
  void itIsClosedWhileThereIsNoRoom() throws Exception {
    medium.limitRoom(0, false);
    worker.add(batch(1, 1, 1));
    worker.step();
    worker.step();
    assertThat(worker.hasGivenUp()).isFalse();
    told();
    worker.stop();
    assertThat(told()).containsExactly("work");
    assertThat(worker.pauseNanos()).isZero();
    worker.step();
    assertThat(worker.hasGivenUp()).isTrue();
    assertThat(told()).containsExactly("progress");
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
    worker.add(batch(1, 1, 1));
    worker.add(new StoreItem.Stop());
    worker.step();
    assertThat(worker.hasEnded()).isTrue();
    assertThat(worker.pendingBytes()).isZero();
    assertThat(metadata.wanted()).isEmpty();
    assertThat(metadata.taken()).isEqualTo(Mark.NONE);
  }

  @Test
  void anErrorBreaksTheStore() {
    worker.add(batch(1, 1, 1));
    worker.persistNow();
    worker.step();
    worker.step();
    told();
    medium.losePowerAfter(0);
    worker.step();
    String why = "raw: the power is gone";
    assertThat(told()).containsExactly("breakdown: " + why, "broken: " + why);
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
    assertThat(worker.isIdle()).isTrue();
    grants.clear();
    worker.add(batch(1, 1, 1, new Allotment(99, 1)));
    worker.add(new StoreItem.GiveBack(List.of(new Allotment(98, 1))));
    worker.add(new StoreItem.Discard());
    worker.persistNow();
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), 1, 1, false, false)));
    worker.add(new StoreItem.Room(new StoreItem.RoomWanted(List.of(), 1, 1, true, true)));
    told();
    worker.step();
    assertThat(grants).containsExactly(new StoreItem.Grant(1, List.of(), 0, 0, true, true));
    assertThat(lastGrants).containsExactly(new StoreItem.Grant(1, List.of(), 0, 0, false, true));
    assertThat(told()).isEmpty();
    assertThat(worker.isIdle()).isTrue();
    worker.add(new StoreItem.Stop());
    worker.step();
    assertThat(worker.hasEnded()).isTrue();
    assertThat(metadata.wanted()).isEmpty();
  }

  @Test
  void afterAFlushThatFoundNoRoomNobodyKnowsWhatTheDeviceHas() {
    metadata.fail("Input/output error");
    worker.add(batch(1, 1, 1));
    worker.persistNow();
    told();
    worker.step();
    worker.step();
    worker.step();
    worker.step();
    assertThat(told())
        .containsExactly(
            "progress", "breakdown: raw: Input/output error", "broken: raw: Input/output error");
  }

  @Test
  void aMistakeIsToldToTheOwner() {
    worker.add(batch(1, 1, 1));
    commit();
    worker.add(new StoreItem.Batch(List.of(update(write(1, 1))), 1, 2, 7, 1, 1, List.of()));
    assertThatThrownBy(worker::step)
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("1 updates up to record 2 and transaction 1 come behind record 1");
    assertThat(told()).anyMatch(what -> what.startsWith("broken: raw: "));
  }
}
