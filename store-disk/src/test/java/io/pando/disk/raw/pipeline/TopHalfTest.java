package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Compression;
import io.pando.id.ObjectId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outcomes of calls on the owner's loop, with workers whose steps the test takes. */
class TopHalfTest extends TopHalfSteps {
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

  /** A pending update is visible to later queries. */
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
    top.onBroken(why -> told.add("store: " + why));
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
