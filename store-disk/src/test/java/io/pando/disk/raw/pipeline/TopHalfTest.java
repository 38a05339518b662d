package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.Power;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.NotedDevice;
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
import org.junit.jupiter.api.Test;

/** What becomes of calls on the owner's loop, with workers whose steps a test takes. */
class TopHalfTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId B = new ObjectId(2, "b");
  private static final int SEGMENT = 64 * BLOCK_BYTES;
  private static final int BLOCKS = 64;

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final NotedDevice device = new NotedDevice(medium.device(BLOCKS));
  private final DelayedMetadata metadata = new DelayedMetadata();
  private final InlineLoop loop = new InlineLoop();
  private final List<String> told = new ArrayList<>();
  private final Pipeline pipeline = open();
  private final TopHalf top = new TopHalf(pipeline) {};
  private int submitted;

  private Pipeline open() {
    PipelineConfig config =
        new PipelineConfig(
            new LogConfig(SEGMENT, 8 * BLOCK_BYTES),
            8 * SEGMENT,
            2 * BLOCK_BYTES,
            100,
            1 << 20,
            0,
            1 << 20,
            8,
            0);
    Pipeline.Ground ground =
        new Pipeline.Ground(
            new StoreIdentity(
                ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1),
            metadata,
            device,
            new LogDisk(SEGMENT, 512, new Random64(1), new Power()),
            Codecs.portable(),
            new Account(),
            "raw");
    try {
      return Pipeline.open(
          ground, config, new BatchLimits(100, 1 << 20), 1 << 20, loop, new Random64(2));
    } catch (IOException | MetadataException | DamagedRecordException | LogDamagedException e) {
      throw new AssertionError(e);
    }
  }

  private void begin() {
    pipeline.attach(top, () -> told.add("log"), () -> told.add("store"));
    submit(false, new StoreOp.CreateCollection(HERE));
    work();
    told();
  }

  private List<String> told() {
    List<String> all = told.stream().filter(what -> what.length() > 5).toList();
    told.clear();
    return all;
  }

  private void submit(boolean binding, StoreOp... ops) {
    submit(new Transaction(List.of(ops), binding));
  }

  private void submit(Transaction transaction) {
    int number = ++submitted;
    top.submit(
        transaction,
        outcome ->
            told.add(
                number
                    + switch (outcome) {
                      case CommitOutcome.Committed _ -> " committed";
                      case CommitOutcome.NoSpace(long needed, long free) ->
                          " needs " + needed / BLOCK_BYTES + " of " + free / BLOCK_BYTES;
                      case CommitOutcome.Broken(String what) -> " broken: " + what;
                    }));
  }

  private static StoreOp write(ObjectId object, int blocks) {
    return new StoreOp.Write(HERE, object, 0, Payload.wrap(new byte[blocks * BLOCK_BYTES]));
  }

  private static StoreOp small(ObjectId object) {
    return new StoreOp.Write(HERE, object, 0, Payload.utf8("small"));
  }

  private void read(ObjectId object) {
    top.read(
        HERE,
        object,
        new ObjectQuery(List.of(new ByteRange(0, 1)), List.of(), false),
        outcome ->
            told.add(
                outcome instanceof ReadOutcome.Found found
                    ? "read " + found.view().size()
                    : "read: " + outcome));
  }

  /** Steps of both workers until neither has one, or one pauses. */
  private void work() {
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

  @Test
  void transactionsAreDurableOneAfterAnother() {
    begin();
    submit(false, small(A));
    submit(false, small(B));
    assertThat(top.pendingTransactions()).isEqualTo(2);
    assertThat(told()).isEmpty();
    work();
    assertThat(told()).containsExactly("2 committed", "3 committed");
    assertThat(top.pendingTransactions()).isZero();
    read(A);
    work();
    assertThat(told()).containsExactly("read 5");
  }

  @Test
  void whatIsLongEnoughGoesToItsPlaceFirst() {
    begin();
    device.asked();
    submit(false, write(A, 2));
    work();
    assertThat(told()).containsExactly("2 committed");
    assertThat(device.asked()).contains("write 0 2", "flush").doesNotContain("write 2 2");
    submit(false, write(B, 1));
    pipeline.log().step();
    pipeline.log().step();
    assertThat(device.asked()).as("goes with the log").isEmpty();
    work();
    assertThat(top.usage().usedBytes()).isEqualTo(3 * BLOCK_BYTES);
  }

  @Test
  void whatIsUnderWayCountsAsUsed() {
    begin();
    submit(false, write(A, 1));
    submit(false, small(B));
    assertThat(top.usage().usedBytes()).isEqualTo(2 * BLOCK_BYTES);
    submit(false, write(A, 3));
    assertThat(top.usage().usedBytes()).isEqualTo(5 * BLOCK_BYTES);
    assertThat(top.usage().capacityBytes()).isEqualTo(BLOCKS * BLOCK_BYTES);
    work();
    assertThat(top.usage().usedBytes()).isEqualTo(4 * BLOCK_BYTES);
  }

  /** An update that is on its way is seen by questions that come behind it. */
  @Test
  void questionsSeeWhatWasSubmittedBefore() {
    begin();
    submit(false, small(A));
    read(A);
    read(B);
    pipeline.store().step();
    assertThat(told()).as("nothing has to do with that one").containsExactly("read: Absent[]");
    work();
    assertThat(told()).containsExactly("2 committed", "read 5");
    submit(false, write(A, 1));
    for (int i = 0; i < 3; i++) {
      pipeline.log().step();
    }
    assertThat(told()).containsExactly("3 committed");
    read(A);
    assertThat(pipeline.log().isIdle()).as("the store has it already").isTrue();
    work();
    assertThat(told()).containsExactly("read 4096");
    top.check(true, report -> told.add("faults " + report.faults().size()));
    work();
    assertThat(told()).containsExactly("faults 0");
    assertThat(metadata.wanted()).contains(true);
  }

  @Test
  void whatHasNoRoomIsRefusedAndTheRestGoesOn() {
    begin();
    submit(false, write(A, BLOCKS + 1));
    submit(false, small(B));
    read(B);
    assertThat(top.pendingTransactions()).isEqualTo(2);
    work();
    assertThat(told()).containsExactly("2 needs 65 of 64", "3 committed", "read 5");
    submit(false, write(A, BLOCKS));
    submit(false, write(A, BLOCKS - 1));
    work();
    assertThat(told()).containsExactly("4 needs 64 of 63", "5 committed");
    submit(false, small(A));
    work();
    assertThat(told()).containsExactly("6 needs 1 of 0");
    submit(false, new StoreOp.Remove(HERE, A));
    submit(false, small(A));
    work();
    assertThat(told()).as("room is found behind it").containsExactly("7 committed", "8 committed");
  }

  @Test
  void afterABindingRefusalEverythingIsRefused() {
    begin();
    submit(true, write(A, BLOCKS + 1));
    submit(false, small(B));
    work();
    assertThat(told()).containsExactly("2 needs 65 of 64", "3 needs 65 of 64");
    submit(false, new StoreOp.CreateCollection(HERE));
    work();
    assertThat(told()).as("no rule is kept any more").containsExactly("4 needs 65 of 64");
    assertThat(top.pendingTransactions()).isZero();
  }

  @Test
  void whatIsBindingWaitsUntilTheMediumHasRoom() {
    medium.limitRoom(4, true);
    begin();
    submit(false, small(B));
    work();
    told();
    submit(true, write(A, 30));
    submit(false, small(B));
    read(B);
    work();
    assertThat(told()).isEmpty();
    assertThat(loop.delays()).containsExactly(20_000_000L);
    for (long delay : new long[] {40_000_000, 80_000_000, 160_000_000}) {
      loop.pass();
      work();
      assertThat(loop.delays()).containsExactly(delay);
    }
    for (int i = 0; i < 3; i++) {
      loop.pass();
      work();
    }
    assertThat(loop.delays()).containsExactly(320_000_000L, 640_000_000L, 640_000_000L);
    medium.limitRoom(40, true);
    loop.pass();
    work();
    assertThat(told()).containsExactly("3 committed", "4 committed", "read 5");
    assertThat(loop.delays()).isEmpty();
    submit(true, write(new ObjectId(3, "c"), 30));
    work();
    assertThat(loop.delays())
        .as("the delays begin again at the least")
        .containsExactly(20_000_000L);
  }

  @Test
  void aStoreThatBreaksRefusesWhatWaits() {
    medium.limitRoom(0, true);
    begin();
    top.whenBroken(why -> told.add("store: " + why));
    submit(true, write(A, 30));
    work();
    assertThat(loop.delays()).hasSize(1);
    metadata.fail("Input/output error");
    loop.pass();
    work();
    assertThat(told())
        .containsExactly("store: raw: Input/output error", "2 broken: raw: Input/output error");
    submit(false, small(A));
    work();
    assertThat(told()).containsExactly("3 broken: raw: Input/output error");
    assertThat(loop.delays()).isEmpty();
  }

  @Test
  void whatIsToBePackedIs() {
    begin();
    device.asked();
    submit(new Transaction(List.of(write(A, 8)), false, Compression.LZ4));
    work();
    assertThat(told()).containsExactly("2 committed");
    assertThat(top.usage().usedBytes()).isEqualTo(BLOCK_BYTES);
    assertThat(device.asked()).contains("write 0 1").doesNotContain("write 0 8");
    read(A);
    work();
    assertThat(told()).containsExactly("read " + 8 * BLOCK_BYTES);
  }

  @Test
  void itEndsBehindWhatWasSubmitted() {
    begin();
    submit(false, small(A));
    pipeline.stop();
    while (!pipeline.store().hasEnded()) {
      work();
    }
    assertThat(told()).containsExactly("2 committed");
    assertThat(pipeline.log().hasEnded()).isTrue();
    assertThat(pipeline.store().checkpoint()).isPositive();
  }
}
