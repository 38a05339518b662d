package io.pando.disk.raw.pipeline.apply;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.Power;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.worker.DelayedMetadata;
import io.pando.disk.raw.pipeline.worker.InlineLoop;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.Answers;
import io.pando.disk.serve.BatchLimits;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** The store's worker, whose steps the test takes. */
public abstract class StoreSteps {
  protected static final CollectionId HERE = CollectionId.DAEMON;
  protected static final ObjectId OBJECT = new ObjectId(1, "o");
  protected static final int SEGMENT = 16 * BLOCK_BYTES;
  protected static final int BLOCKS = 2000;
  protected static final PipelineConfig CONFIG =
      new PipelineConfig(
          new LogConfig(SEGMENT, 2 * BLOCK_BYTES),
          4 * SEGMENT,
          BLOCK_BYTES,
          new PipelineConfig.ApplyLimits(3, 10_000, 0, 20_000),
          8,
          0);

  protected final FaultyMedium medium = new FaultyMedium(new Random64(1));
  protected final RecordingDevice device = new RecordingDevice(medium.device(BLOCKS));
  protected final LogDisk segments = new LogDisk(SEGMENT, 512, new Random64(1), new Power());
  protected final InlineLoop loop = new InlineLoop();
  protected final Answers answers = new Answers(loop, "raw");
  protected final DelayedMetadata metadata = new DelayedMetadata();
  protected final List<String> told = new ArrayList<>();
  protected final List<StoreItem.Grant> grants = new ArrayList<>();
  protected final List<StoreItem.Grant> lastGrants = new ArrayList<>();
  protected RawVolume volume = open();
  protected StoreWorker worker = worker(new BatchLimits(2, 30_000));
  protected long ticket;
  protected long sequence;

  protected final RawVolume open() {
    try {
      return RawVolume.open(metadata, device, 8 * BLOCK_BYTES, 1 << 20, Codecs.portable());
    } catch (IOException | MetadataException | DamagedRecordException e) {
      throw new AssertionError(e);
    }
  }

  protected final StoreResources ground() {
    StoreIdentity identity =
        new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
    return new StoreResources(
        identity,
        "raw",
        new StoreResources.Devices(metadata, device, segments, false),
        Codecs.portable(),
        StoreResources.Metering.of(new Account()));
  }

  protected final StoreWorker worker(BatchLimits limits) {
    List<String> events = told;
    try {
      StoreWorker made = new StoreWorker(volume, CONFIG, limits, ground(), answers);
      made.onWork(
          () -> events.add("work"),
          () -> events.add("progress"),
          why -> events.add("breakdown: " + why));
      made.onGrants(grants::add, lastGrants::add, () -> events.add("announced"));
      made.whenBroken(why -> events.add("broken: " + why));
      return made;
    } catch (MetadataException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  protected void makeACollection() throws Exception {
    volume.apply(update(new StoreOp.CreateCollection(HERE)));
    assertThat(volume.reserve(1000)).isTrue();
    device.asked();
  }

  protected List<String> told() {
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  protected static RawTransaction update(StoreOp op) {
    return new RawTransaction(List.of(new RawStep.Take(op)));
  }

  protected static StoreOp write(int block, int value) {
    byte[] bytes = new byte[BLOCK_BYTES];
    Arrays.fill(bytes, (byte) value);
    return new StoreOp.Write(HERE, OBJECT, (long) block * BLOCK_BYTES, Payload.wrap(bytes));
  }

  /** A batch of {@code count} updates, each of which writes one block. */
  protected StoreItem.Batch batch(int count, long logBytes, long weight, GrantedExtent... unused) {
    List<RawTransaction> updates = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      updates.add(update(write((int) ticket, (int) ticket + 1)));
      ticket++;
      sequence++;
    }
    return new StoreItem.Batch(
        updates, ticket, new StoreItem.LogExtent(sequence, 7, logBytes), weight, List.of(unused));
  }

  protected StoreItem.Query<ReadOutcome> ask(boolean settled) {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
    return new StoreItem.Query<>(
        stored -> stored.reader().read(HERE, OBJECT, query),
        settled,
        outcome ->
            told.add(
                outcome instanceof ReadOutcome.Found found
                    ? "blocks " + found.view().size() / BLOCK_BYTES
                    : outcome.toString()));
  }

  protected void steps(Worker.Phase... phases) {
    for (Worker.Phase phase : phases) {
      assertThat(worker.phase()).isEqualTo(phase);
      worker.step();
    }
    assertThat(worker.phase()).isEqualTo(Worker.Phase.SERVE);
  }

  protected void commit() {
    steps(Worker.Phase.SERVE, Worker.Phase.WRITE, Worker.Phase.FLUSH, Worker.Phase.COMMIT);
  }
}
