package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.store.StoreOp;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What calls on the owner's loop cache, wake and give back. */
class TopHalfCallsTest extends TopHalfSteps {
  private void beginWithACache() {
    pipeline = open(1 << 20);
    top = new TopHalf(pipeline) {};
    begin();
  }

  @Test
  void whatWasReadIsReadAgainAtOnceWithAllThatWasSubmittedSince() {
    beginWithACache();
    submit(false, write(A, 1));
    work();
    read(A, 2 * BLOCK_BYTES);
    work();
    assertThat(told()).containsExactly("2 committed", "read 4096");
    read(A, 2 * BLOCK_BYTES);
    assertThat(told()).containsExactly("read 4096");
    submit(false, write(A, 2));
    read(A, 2 * BLOCK_BYTES);
    assertThat(told()).as("that is not durable yet").containsExactly("read 8192");
    work();
    assertThat(told()).containsExactly("3 committed");
  }

  @Test
  void whatWasRefusedIsNotRead() {
    beginWithACache();
    submit(false, write(A, 1));
    work();
    read(A, 2 * BLOCK_BYTES);
    work();
    submit(false, write(A, BLOCKS + 1));
    work();
    told();
    read(A, 2 * BLOCK_BYTES);
    assertThat(told()).isEmpty();
    work();
    assertThat(told()).containsExactly("read 4096");
  }

  @Test
  void theRulesOfCollectionsAreKept() {
    begin();
    assertThatThrownBy(() -> submit(false, new StoreOp.CreateCollection(HERE)))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("must not exist");
  }

  /** Also the collections of an existing store. */
  @Test
  void collectionsThatWereThereAreKnown() {
    begin();
    pipeline.stop();
    while (!pipeline.store().hasEnded()) {
      work();
    }
    pipeline = open(0);
    top = new TopHalf(pipeline) {};
    pipeline.attach(top, () -> {}, () -> {});
    submit(false, small(A));
    work();
    assertThat(told()).containsExactly("2 committed");
  }

  @Test
  void whoWritesTheLogIsWokenForEachCall() {
    begin();
    for (int i = 0; i < 2; i++) {
      submit(false, small(A));
      assertThat(told).contains("log");
      told.clear();
    }
    top.onAnnounced();
    assertThat(told).containsExactly("log");
    work();
  }

  @Test
  void whatWasAnnouncedIsDiscardedBehindWhatWasSubmitted() {
    begin();
    top.onAnnounced();
    assertThat(pipeline.log().isIdle()).isFalse();
    work();
    assertThat(pipeline.log().isIdle()).isTrue();
  }

  @Test
  void theStoreLooksAtItsMedium() {
    begin();
    top.refreshUsage();
    assertThat(pipeline.store().isIdle()).isFalse();
    work();
    assertThat(pipeline.store().isIdle()).isTrue();
  }

  /** Otherwise a check would find used blocks without an owner. */
  @Test
  void beforeACheckPromisedBlocksAreGivenBack() {
    begin();
    submit(false, small(A));
    work();
    assertThat(pipeline.volume().freeBlocks()).isLessThan(BLOCKS - 1);
    top.check(false, report -> told.add("faults " + report.faults().size()));
    work();
    assertThat(pipeline.volume().freeBlocks()).isEqualTo(BLOCKS - 1);
    assertThat(told()).containsExactly("2 committed", "faults 0");
  }

  @Test
  void whatIsBindingWaitsIfAllBlocksTogetherAreEnough() {
    medium.limitRoom(40, true);
    begin();
    submit(true, write(A, BLOCKS));
    work();
    assertThat(told()).isEmpty();
    assertThat(loop.delays()).containsExactly(20_000_000L);
  }

  @Test
  void whatIsBindingAndGoesWithTheLogIsRefusedIfItNeverFits() {
    begin();
    StoreOp[] ops = new StoreOp[BLOCKS + 1];
    Arrays.setAll(ops, i -> write(new ObjectId(i, "many"), 1));
    submit(true, ops);
    work();
    assertThat(told()).containsExactly("2 needs 65 of 64");
    assertThat(loop.delays()).isEmpty();
  }
}
