package io.pando.mds.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that is changed, cut, read, interrupted, and continued from its journal. */
class MetadataStoreTest {
  @Test
  void nothingThatWasDurableIsLost() {
    int crashes = 0;
    int refused = 0;
    int resumed = 0;
    int rejected = 0;
    long largest = 0;
    for (long seed = 1; seed <= 24; seed++) {
      StoreWorld world = new StoreWorld(seed);
      for (int i = 0; i < 5_000; i++) {
        world.step();
      }
      world.settle();
      assertThat(world.end()).isNull();
      assertThat(world.restart()).isTrue();
      crashes += world.crashes();
      refused += world.refused();
      resumed += world.resumed();
      rejected += world.rejected();
      largest = Math.max(largest, world.largest());
      assertThat(world.journalBytes()).as("size of the journal at rest").isLessThan(20_000);
    }
    assertThat(crashes).isGreaterThan(60);
    assertThat(largest).as("the journal was cut").isLessThan(60_000);
    assertThat(refused).isLessThan(200_000);
    assertThat(resumed).as("successors that followed the journal").isGreaterThan(20);
    assertThat(rejected).as("followers that saw what was lost, or were behind").isGreaterThan(2);
  }

  @Test
  void changesOfAStepAreOneBatch() {
    StoreWorld world = new StoreWorld(3);
    for (int i = 0; i < 500; i++) {
      world.step();
    }
    world.settle();
    assertThat(world.batchesOfStep(3)).isEqualTo(1);
    assertThat(world.batchesOfStep(1)).isEqualTo(1);
    assertThat(world.restart()).isTrue();
  }

  @Test
  void aBatchWaitsForMoreRecordsIfSomeCameWhileTheOneBeforeWasWritten() {
    StoreWorld world = new StoreWorld(3);
    for (int i = 0; i < 500; i++) {
      world.step();
    }
    world.settle();
    assertThat(world.batchesWhenBusy(800_000, false)).as("more may come").isEqualTo(1);
    assertThat(world.batchesWhenBusy(1_200_000, false)).as("none came").isEqualTo(2);
    assertThat(world.batchesWhenBusy(800_000, true)).as("a client waits").isEqualTo(2);
    assertThat(world.restart()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void damageOfTheJournalIsNamedAndNothingIsSkipped(long seed) {
    StoreWorld world = new StoreWorld(seed);
    for (int i = 0; i < 1_000; i++) {
      world.step();
    }
    world.settle();
    List<String> parts =
        world.objects().names().stream().filter(it -> it.matches("journal\\.0\\.\\d+")).toList();
    String part = parts.getLast();
    assertThat(world.objects().flip(part, 60, 3)).isTrue();
    assertThat(world.restart(false)).isFalse();
    assertThat(world.end())
        .isInstanceOfSatisfying(
            StoreEffect.Damaged.class, it -> assertThat(it.object()).isEqualTo(part));
  }

  @Test
  void aRankThatWasActiveMustHaveAJournal() {
    StoreWorld world = new StoreWorld(1);
    for (int i = 0; i < 500; i++) {
      world.step();
    }
    world.settle();
    world.objects().remove("journal.0");
    assertThat(world.restart()).isFalse();
    assertThat(world.end())
        .isEqualTo(
            new StoreEffect.Damaged("journal.0", 0, "does not exist, or has no head of a journal"));
  }

  @Test
  void limitsThatCannotHoldAreRefused() {
    assertThatThrownBy(() -> new StoreLimits(10, 10, 1, 1, 1, 1))
        .hasMessageContaining("at most 10");
    assertThatThrownBy(() -> new StoreLimits(10, 20, 0, 1, 1, 1)).hasMessageContaining("0 rows");
    assertThat(StoreLimits.usual().mostBytes()).isEqualTo(256L << 20);
  }
}
