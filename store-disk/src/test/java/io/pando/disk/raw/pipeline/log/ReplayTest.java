package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.Power;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogDisk;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.TopHalf;
import io.pando.disk.raw.pipeline.worker.DelayedMetadata;
import io.pando.disk.raw.pipeline.worker.InlineLoop;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.serve.BatchLimits;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The updates that opening a store applies from its log. */
class ReplayTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final int SEGMENT = 64 * BLOCK_BYTES;
  private static final int BLOCKS = 300;
  private static final String FULL = "IO error: No space left on device";
  private static final PipelineConfig CONFIG = config(64L * SEGMENT);

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final RecordingDevice device = new RecordingDevice(medium.device(BLOCKS));
  private final DelayedMetadata metadata = new DelayedMetadata();
  private final LogDisk segments = new LogDisk(SEGMENT, 512, new Random64(1), new Power());
  private final Map<ObjectId, byte[]> model = new TreeMap<>();

  private static PipelineConfig config(long maxLogBytes) {
    return new PipelineConfig(
        new LogConfig(SEGMENT, 8 * BLOCK_BYTES),
        maxLogBytes,
        2 * BLOCK_BYTES,
        new PipelineConfig.ApplyLimits(100, 1 << 20, 0, 1 << 24),
        8,
        0);
  }

  private StoreResources ground() {
    return new StoreResources(
        new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1),
        "raw",
        new StoreResources.Devices(metadata, device, segments, false),
        Codecs.portable(),
        StoreResources.Metering.of(new Account()));
  }

  private Pipeline open() throws Exception {
    return open(CONFIG);
  }

  private Pipeline open(PipelineConfig config) throws Exception {
    return Pipeline.open(
        ground(),
        config,
        new BatchLimits(100, 1 << 20),
        1 << 20,
        new InlineLoop(),
        new Random64(2));
  }

  private void assertHas(Pipeline pipeline) throws Exception {
    for (Map.Entry<ObjectId, byte[]> entry : model.entrySet()) {
      ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
      ReadOutcome outcome = pipeline.volume().reader().read(HERE, entry.getKey(), query);
      assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
      assertThat(((ReadOutcome.Found) outcome).view().data().getFirst().toByteArray())
          .isEqualTo(entry.getValue());
    }
    assertThat(pipeline.volume().check(true).faults()).isEmpty();
  }

  /**
   * Writes one object for each length in bytes; a negative length makes a packed object. Then the
   * power fails: the log has the objects, the metadata do not.
   */
  private void log(Pipeline pipeline, int... lengths) {
    TopHalf top = new TopHalf(pipeline) {};
    pipeline.attach(top, () -> {}, () -> {});
    List<Integer> committed = new ArrayList<>();
    if (model.isEmpty()) {
      top.submit(Transaction.of(new StoreOp.CreateCollection(HERE)), _ -> committed.add(-1));
    }
    for (int signed : lengths) {
      Compression how = signed < 0 ? Compression.LZ4 : Compression.NONE;
      int length = Math.abs(signed);
      byte[] bytes = new byte[length];
      new Random64(length + model.size()).nextBytes(bytes);
      if (how != Compression.NONE) {
        Arrays.fill(bytes, Math.min(100, length), length, (byte) length);
      }
      ObjectId object = new ObjectId(model.size(), "o");
      model.put(object, bytes);
      StoreOp op = new StoreOp.Write(HERE, object, 0, Payload.wrap(bytes));
      top.submit(new Transaction(List.of(op), false, how), _ -> committed.add(length));
    }
    while (top.pendingTransactions() > 0) {
      if (!pipeline.log().isIdle()) {
        pipeline.log().step();
      } else {
        // Data to be placed wait for blocks that the store promises.
        pipeline.store().step();
      }
    }
    assertThat(committed).hasSizeGreaterThanOrEqualTo(lengths.length);
    metadata.crash();
  }

  @Test
  void aNewStoreRemembersThatThereIsALog() throws Exception {
    Pipeline pipeline = open();
    assertThat(metadata.wanted()).containsExactly(true);
    assertThat(metadata.marks()).containsExactly(new Mark(0, 1, 0));
    pipeline.log().close();
    open();
    assertThat(metadata.wanted()).as("nothing is new").isEmpty();
    assertThat(metadata.marks()).isEmpty();
    assertThat(segments.segments()).hasSize(1);
  }

  @Test
  void whatTheMetadataLackIsTaken() throws Exception {
    Pipeline pipeline = open();
    int packed = -8 * BLOCK_BYTES;
    log(pipeline, 100, 3 * BLOCK_BYTES, 5000, 9 * BLOCK_BYTES + 7, packed, 10, -20);
    long segment = metadata.durable().segment();
    metadata.wanted();
    metadata.marks();
    pipeline = open();
    assertHas(pipeline);
    assertThat(metadata.durable().sequence()).isEqualTo(8);
    assertThat(metadata.durable().segment()).isGreaterThan(segment);
    assertThat(metadata.wanted()).containsExactly(true);
    assertThat(segments.segments()).as("the older ones are released").hasSize(1);
    metadata.marks();
    pipeline = open();
    assertHas(pipeline);
    assertThat(metadata.wanted()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1022,1", "1023,2", "1024,2", "2047,3"})
  void longLogsAreTakenInParts(int writes, int parts) throws Exception {
    Pipeline pipeline = open();
    log(pipeline, 5);
    metadata.marks();
    appendUpdates(writes - 1);
    Pipeline again = open();
    assertThat(metadata.marks()).hasSize(parts);
    assertThat(metadata.durable().sequence()).isEqualTo(writes + 1);
    assertHas(again);
  }

  /** Appends updates that exist only in the log. */
  private void appendUpdates(int count) throws Exception {
    RawTransaction touch =
        new RawTransaction(
            List.of(new RawStep.Take(new StoreOp.Touch(HERE, new ObjectId(0, "o")))));
    append(count, touch);
  }

  private void append(int count, RawTransaction update) throws Exception {
    Mark durable = metadata.durable();
    LogOwner owner = new LogOwner(ground().identity(), durable.sequence(), durable.segment());
    try (OperationLog log =
        OperationLog.open(
            segments, CONFIG.log(), owner, new Random64(9), new Account(), (_, _) -> {})) {
      for (int i = 0; i < count; i++) {
        LogRecords.append(log, RawRecords.UPDATE.encode(update));
      }
      log.flush();
    }
  }

  private static RawTransaction places(long place) {
    return new RawTransaction(
        List.of(
            new RawStep.Place(HERE, new ObjectId(9, "p"), 0, List.of(RawStep.Run.of(place, 1)))));
  }

  @Test
  void updatesThatCannotBeAreDamage() throws Exception {
    open().log().close();
    append(1, places(70));
    append(1, places(70));
    assertThatThrownBy(this::open)
        .isInstanceOf(LogDamagedException.class)
        .hasMessage(
            "log disk: record 2 cannot be applied (block 70 of the data has two owners or does not"
                + " exist). Remove the store, format it again and let the cluster backfill it");
  }

  @Test
  void recordsThatAreNoUpdatesAreDamage() throws Exception {
    open().log().close();
    LogOwner owner = new LogOwner(ground().identity(), 0, 1);
    try (OperationLog log =
        OperationLog.open(
            segments, CONFIG.log(), owner, new Random64(9), new Account(), (_, _) -> {})) {
      log.append(List.of(Payload.wrap(new byte[] {3, 99, 99})));
      log.flush();
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(LogDamagedException.class)
        .hasMessageStartingWith("log disk: record 1 cannot be applied (");
  }

  @Test
  void whatTheLogHoldsNeedsRoom() throws Exception {
    medium.limitRoom(20, true);
    Pipeline pipeline = open();
    log(pipeline, 100, 200, 300);
    medium.limitRoom(0, true);
    metadata.wanted();
    // Blocks that the metadata record as reserved would be reserved; there are none.
    assertThat(metadata.durable().reservedBlocks()).isZero();
    assertThatThrownBy(this::open)
        .isInstanceOf(DeviceFullException.class)
        .hasMessage("log disk: no space for 1 blocks of its records");
    assertThat(metadata.wanted()).as("a checkpoint might have given some").containsExactly(true);
    medium.limitRoom(20, true);
    assertHas(open());
  }

  /**
   * The update was acknowledged, so it may use the headroom; a checkpoint comes first, since it may
   * free space.
   */
  @Test
  void whatTheLogHoldsGetsWhatIsKeptFree() throws Exception {
    Pipeline pipeline = open();
    log(pipeline, 100, 200, 5000);
    device.keepFree(1);
    metadata.wanted();
    device.asked();
    assertHas(open());
    assertThat(device.asked())
        .filteredOn(it -> it.startsWith("last"))
        .containsExactly("last 1 1", "last 2 2");
    assertThat(metadata.wanted())
        .as("a checkpoint for each, and one in the end")
        .containsExactly(true, true, true);
  }

  @Test
  void withoutRoomForACheckpointTheLogKeepsWhatItHas() throws Exception {
    metadata.fail(FULL);
    assertThatThrownBy(this::open).as("a new store").isInstanceOf(MetadataException.class);
    metadata.fail(null);
    Pipeline pipeline = open();
    log(pipeline, 100, 200);
    metadata.fail(FULL);
    int before = segments.segments().size();
    assertHas(open());
    assertThat(segments.segments()).hasSize(before + 1);
    metadata.crash();
    metadata.fail("Input/output error");
    assertThatThrownBy(this::open).isInstanceOf(MetadataException.class);
    metadata.crash();
    metadata.fail(null);
    assertHas(open());
    assertThat(segments.segments()).hasSize(1);
  }

  /** Otherwise the log would wait for the store, and the store for a request to persist. */
  @Test
  void aLogThatIsTooLongWhenItIsOpenedHasTheStoreGetOn() throws Exception {
    log(open(), 100);
    metadata.fail(FULL);
    for (int i = 0; i < 4; i++) {
      log(open(), 200);
    }
    Pipeline pipeline = open(config(4L * SEGMENT));
    assertThat(segments.segments()).hasSize(6);
    List<String> told = new ArrayList<>();
    TopHalf top = new TopHalf(pipeline) {};
    pipeline.attach(top, () -> {}, () -> told.add("store"));
    assertThat(told).contains("store");
    metadata.wanted();
    top.collections(all -> told.add("collections: " + all.size()));
    top.submit(
        Transaction.of(new StoreOp.Touch(HERE, new ObjectId(99, "o"))),
        outcome -> told.add(outcome.toString()));
    pipeline.log().step();
    assertThat(pipeline.log().isIdle()).as("the update waits").isTrue();
    told.clear();
    pipeline.store().step();
    assertThat(told).as("the question does not").containsExactly("collections: 1");
    assertThat(metadata.wanted()).containsExactly(false);
    assertThat(pipeline.store().pauseNanos()).isPositive();
    metadata.fail(null);
    pipeline.store().step();
    metadata.settle();
    pipeline.store().step();
    assertThat(pipeline.log().isIdle()).isFalse();
    pipeline.log().step();
    assertThat(segments.segments()).hasSize(1);
    told.clear();
    while (!pipeline.log().isIdle()) {
      pipeline.log().step();
    }
    assertThat(told).contains("Committed[]");
  }

  /** A log of six segments: a checkpoint costs time, and a log that is only long needs none yet. */
  @ParameterizedTest
  @CsvSource({"4, true", "5, true", "6, false", "8, false", "11, false", "12, false", "64, false"})
  void onlyALogThatIsTooLongBeginsACheckpointWhenTheStoreIsOpened(int maxSegments, boolean begins)
      throws Exception {
    log(open(), 100);
    metadata.fail(FULL);
    for (int i = 0; i < 4; i++) {
      log(open(), 200);
    }
    Pipeline pipeline = open(config((long) maxSegments * SEGMENT));
    assertThat(segments.segments()).hasSize(6);
    metadata.wanted();
    metadata.fail(null);
    pipeline.attach(new TopHalf(pipeline) {}, () -> {}, () -> {});
    for (int steps = 0; steps < 10 && !pipeline.store().isIdle(); steps++) {
      pipeline.store().step();
    }
    assertThat(metadata.wanted()).isEqualTo(begins ? List.of(false) : List.of());
  }

  @Test
  void bareBlocksAreLearntOnceAllAreClaimed() throws Exception {
    Pipeline pipeline = open();
    log(pipeline, 100, 4 * BLOCK_BYTES);
    device.unreserved(0);
    pipeline = open();
    assertThat(pipeline.volume().availableBlocks()).isZero();
    assertThat(pipeline.volume().freeBlocks()).isEqualTo(BLOCKS - 5);
    assertHas(pipeline);
  }

  @Test
  void theLogCanBeTakenWithoutAStore() throws Exception {
    Pipeline pipeline = open();
    log(pipeline, 100, 4 * BLOCK_BYTES);
    BatchLimits limits = new BatchLimits(100, 1 << 20);
    metadata.wanted();
    Pipeline.takeLog(ground(), CONFIG, limits, 1 << 20);
    assertThat(metadata.wanted()).containsExactly(true);
    assertThat(metadata.durable().sequence()).isEqualTo(3);
    List<Long> before = List.copyOf(segments.segments());
    Pipeline.takeLog(ground(), CONFIG, limits, 1 << 20);
    assertThat(metadata.wanted()).isEmpty();
    assertThat(List.copyOf(segments.segments())).as("nothing is begun").isEqualTo(before);
    assertHas(open());
  }
}
