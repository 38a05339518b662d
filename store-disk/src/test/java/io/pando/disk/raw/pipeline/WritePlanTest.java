package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.StoreSpace;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.pipeline.log.DraftStep;
import io.pando.disk.raw.pipeline.log.LogItem;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which bytes of a write go through the log, and which to their place. */
class WritePlanTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId OBJECT = new ObjectId(1, "o");

  /** Number of blocks from which a write is placed, unless it is packed. */
  private static final int FROM = 3;

  private static Transaction transaction(Compression how, StoreOp... ops) {
    return new Transaction(List.of(ops), false, how);
  }

  private static StoreOp.Write write(long offset, int length) {
    byte[] bytes = new byte[length];
    new Random64(offset + length).nextBytes(bytes);
    return new StoreOp.Write(HERE, OBJECT, offset, Payload.wrap(bytes));
  }

  private static WritePlan plan(Transaction transaction) {
    return WritePlan.of(transaction, FROM * BLOCK_BYTES);
  }

  /** Promised places in two runs; the first one is short. */
  private static Space space() {
    Space space = new Space();
    List<GrantedExtent> runs = List.of(new GrantedExtent(70, 2), new GrantedExtent(90, 50));
    space.onGrant(new StoreItem.Grant(0, runs, 0, 0, true));
    return space;
  }

  private static String shape(DraftStep step) {
    return switch (step) {
      case DraftStep.Packable it ->
          "place %d+%d".formatted(it.block(), it.bytes().size() / BLOCK_BYTES);
      case DraftStep.Ready it -> {
        StoreOp op = ((RawStep.Take) it.step()).op();
        yield op instanceof StoreOp.Write write
            ? "log %d+%d".formatted(write.offset(), write.data().size())
            : "log";
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "0, 12288, NONE, place 0+3",
    "0, 12287, NONE, log 0+12287",
    "0, 12289, NONE, place 0+3 log 12288+1",
    "4096, 12288, NONE, place 1+3",
    "1, 16383, NONE, log 1+4095 place 1+3",
    "1, 16384, NONE, log 1+4095 place 1+3 log 16384+1",
    "1, 16382, NONE, log 1+16382",
    "4095, 12289, NONE, log 4095+1 place 1+3",
    "0, 20480, NONE, place 0+5",
    "0, 0, NONE, log 0+0",
    "0, 4096, LZ4, log 0+4096",
    "0, 8191, LZ4, log 0+8191",
    "0, 8192, LZ4, place 0+2",
    "1, 8192, LZ4, log 1+8192",
    "1, 12287, LZ4, log 1+4095 place 1+2",
    "1, 12288, LZ4, log 1+4095 place 1+2 log 12288+1"
  })
  void wholeBlocksArePlacedWhereEnoughFollowEachOther(
      long offset, int length, Compression how, String expected) {
    StoreOp.Write write = write(offset, length);
    WritePlan plan = plan(transaction(how, write));
    List<DraftStep> steps = plan.draft(space());
    assertThat(steps).extracting(WritePlanTest::shape).containsExactly(expected.split(" (?=[pl])"));
    byte[] all = new byte[length];
    long placed = 0;
    for (DraftStep step : steps) {
      switch (step) {
        case DraftStep.Packable it -> {
          it.bytes().copyTo(all, (int) (it.block() * BLOCK_BYTES - offset));
          placed += it.bytes().size() / BLOCK_BYTES;
          assertThat(it.allotments().stream().mapToInt(GrantedExtent::count).sum())
              .isEqualTo(placed);
        }
        case DraftStep.Ready it -> {
          StoreOp.Write part = (StoreOp.Write) ((RawStep.Take) it.step()).op();
          part.data().copyTo(all, (int) (part.offset() - offset));
        }
      }
    }
    assertThat(Payload.wrap(all)).isEqualTo(write.data());
    assertThat(plan.placedBlocks()).isEqualTo(placed);
    assertThat(plan.loggedBlocks())
        .isEqualTo(StoreSpace.blocksTouched(offset, length) - placed)
        .isNotNegative();
  }

  /** A single block is never packed: it cannot become shorter than a block. */
  @ParameterizedTest
  @CsvSource({"1, LZ4, false", "2, LZ4, true", "3, ZSTD, true", "2, NONE, false"})
  void twoPlacedBlocksCanBePacked(int blocks, Compression how, boolean packs) {
    WritePlan plan = WritePlan.of(transaction(how, write(0, blocks * BLOCK_BYTES)), BLOCK_BYTES);
    assertThat(plan.placedBlocks()).isEqualTo(blocks);
    assertThat(plan.packs()).isEqualTo(packs);
  }

  @Test
  void placesAreTakenInOrderFromWhatWasPromised() {
    WritePlan plan =
        plan(
            transaction(
                Compression.NONE,
                new StoreOp.Touch(HERE, OBJECT),
                write(4_000, 13_000),
                write(0, 4 * BLOCK_BYTES)));
    assertThat(plan.placedBlocks()).isEqualTo(3 + 4);
    assertThat(plan.loggedBlocks()).isEqualTo(2);
    List<LogItem.Placement> data = new ArrayList<>();
    List<RawStep> steps = plan.place(space(), data).steps();
    assertThat(steps).hasSize(5);
    assertThat(data).extracting(LogItem.Placement::place).containsExactly(70L, 90L, 91L);
    assertThat(data).extracting(it -> it.bytes().size() / BLOCK_BYTES).containsExactly(2, 1, 4);
    assertThat(((RawStep.Place) steps.get(2)).runs())
        .extracting(RawStep.Run::place)
        .containsExactly(70L, 90L);
    assertThat(((RawStep.Place) steps.get(2)).block()).isEqualTo(1);
    assertThat(((RawStep.Place) steps.get(4)).runs().getFirst().checksum(3))
        .isEqualTo(write(0, 4 * BLOCK_BYTES).data().slice(3 * BLOCK_BYTES, BLOCK_BYTES).crc32c());
  }
}
