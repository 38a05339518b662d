package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.Power;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.pipeline.worker.DelayedMetadata;
import io.pando.disk.raw.pipeline.worker.InlineLoop;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.BatchLimits;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Calls on the owner's loop, with workers whose steps the test takes. */
abstract class TopHalfSteps {
  static final CollectionId HERE = CollectionId.DAEMON;
  static final ObjectId A = new ObjectId(1, "a");
  static final ObjectId B = new ObjectId(2, "b");
  static final int SEGMENT = 64 * BLOCK_BYTES;
  static final int BLOCKS = 64;

  final FaultyMedium medium = new FaultyMedium(new Random64(1));
  final RecordingDevice device = new RecordingDevice(medium.device(BLOCKS));
  final LogDisk segments = new LogDisk(SEGMENT, 512, new Random64(1), new Power());
  final DelayedMetadata metadata = new DelayedMetadata();
  final InlineLoop loop = new InlineLoop();
  final List<String> told = new ArrayList<>();
  Pipeline pipeline = open(0);
  TopHalf top = new TopHalf(pipeline) {};
  private int submitted;

  Pipeline open(long readCacheBytes) {
    PipelineConfig config =
        new PipelineConfig(
            new LogConfig(SEGMENT, 8 * BLOCK_BYTES),
            8 * SEGMENT,
            2 * BLOCK_BYTES,
            new PipelineConfig.ApplyLimits(100, 1 << 20, 0, 1 << 20),
            8,
            readCacheBytes);
    StoreResources ground =
        new StoreResources(
            new StoreIdentity(
                ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1),
            "raw",
            new StoreResources.Devices(metadata, device, segments, false),
            Codecs.portable(),
            StoreResources.Metering.of(new Account()));
    try {
      return Pipeline.open(
          ground, config, new BatchLimits(100, 1 << 20), 1 << 20, loop, new Random64(2));
    } catch (IOException | MetadataException | DamagedRecordException | LogDamagedException e) {
      throw new AssertionError(e);
    }
  }

  void begin() {
    pipeline.attach(top, () -> told.add("log"), () -> told.add("store"));
    submit(false, new StoreOp.CreateCollection(HERE));
    work();
    told();
  }

  List<String> told() {
    List<String> all = told.stream().filter(what -> what.length() > 5).toList();
    told.clear();
    return all;
  }

  void submit(boolean binding, StoreOp... ops) {
    submit(new Transaction(List.of(ops), binding));
  }

  void submit(Transaction transaction) {
    int number = ++submitted;
    top.submit(
        transaction,
        outcome ->
            told.add(
                number
                    + switch (outcome) {
                      case CommitOutcome.Committed _ -> " committed";
                      case CommitOutcome.NoSpace(long needed, long free) ->
                          " needs " + blocks(needed) + " of " + blocks(free);
                      case CommitOutcome.Broken(String what) -> " broken: " + what;
                    }));
  }

  private static long blocks(long bytes) {
    assertThat(bytes % BLOCK_BYTES).isZero();
    return bytes / BLOCK_BYTES;
  }

  static StoreOp write(ObjectId object, int blocks) {
    return new StoreOp.Write(HERE, object, 0, Payload.wrap(new byte[blocks * BLOCK_BYTES]));
  }

  static StoreOp small(ObjectId object) {
    return new StoreOp.Write(HERE, object, 0, Payload.utf8("small"));
  }

  void read(ObjectId object) {
    read(object, 1);
  }

  void read(ObjectId object, int bytes) {
    top.read(
        HERE,
        object,
        new ObjectQuery(List.of(new ByteRange(0, bytes)), List.of(), false),
        outcome ->
            told.add(
                outcome instanceof ReadOutcome.Found found
                    ? "read " + found.view().size()
                    : "read: " + outcome));
  }

  /** Takes steps of both workers until neither has one, or one pauses. */
  void work() {
    boolean any = true;
    while (any) {
      any = false;
      for (Worker worker : List.of(pipeline.log(), pipeline.store())) {
        if (!worker.isIdle() && worker.pauseNanos() == 0) {
          worker.step();
          any = true;
        }
      }
    }
  }
}
