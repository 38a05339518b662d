package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FreeSpaceTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 1000})
  void handsOutEachBlockOnceAndTakesItBackOnlyWhenRecycled(int capacity) {
    Random64 random = new Random64(capacity);
    FreeSpace free = new FreeSpace(capacity);
    BitSet owned = new BitSet();
    BitSet released = new BitSet();
    for (int step = 0; step < 5000; step++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          if (free.availableBelowLimit() == 0 && free.limit() < capacity) {
            free.raiseLimit(Math.min(capacity, free.limit() + 1 + random.nextInt(100)));
          }
          if (free.availableBelowLimit() > 0) {
            take(free, owned, released, 1 + random.nextInt(20));
          }
        }
        case 2, 3 -> {
          int block = owned.nextSetBit(random.nextInt(capacity));
          if (block >= 0) {
            free.release(block);
            owned.clear(block);
            released.set(block);
          }
        }
        default -> {
          if (random.oneIn(10)) {
            free.seal(step);
            free.recycle(step);
            released.clear();
          }
        }
      }
      free.invariants();
      free.thoroughInvariants();
      assertThat(free.occupied()).isEqualTo(owned.cardinality());
      assertThat(free.available())
          .isEqualTo(capacity - owned.cardinality() - released.cardinality());
    }
  }

  private static void take(FreeSpace free, BitSet owned, BitSet released, int most) {
    FreeSpace.Run run = free.allocate(most);
    assertThat(run.count()).isBetween(1, most);
    assertThat(run.first() + run.count()).isLessThanOrEqualTo(free.limit());
    for (int block = (int) run.first(); block < run.first() + run.count(); block++) {
      assertThat(owned.get(block) || released.get(block)).isFalse();
      owned.set(block);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatWasPromisedIsTakenOrGivenBack(long seed) {
    Random64 random = new Random64(seed);
    FreeSpace free = new FreeSpace(500);
    free.raiseLimit(500);
    int taken = 0;
    for (int i = 0; i < 50; i++) {
      FreeSpace.Run run = free.allot(1 + random.nextInt(9));
      assertThat(free.occupied()).isEqualTo(taken);
      if (random.nextBoolean()) {
        free.giveBack(run);
      } else {
        for (int block = 0; block < run.count(); block++) {
          free.take(run.first() + block);
        }
        taken += run.count();
      }
    }
    assertThat(free.allotted()).isZero();
    assertThat(free.occupied()).isEqualTo(taken);
    assertThat(free.available()).isEqualTo(500 - taken);
    assertThatThrownBy(() -> free.take(0)).isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void whatABatchReleasedIsFreeOnceThatBatchIsDurable() {
    FreeSpace free = new FreeSpace(100);
    free.raiseLimit(100);
    free.allocate(100);
    free.release(1);
    free.release(2);
    free.seal(10);
    free.release(50);
    free.seal(20);
    free.release(60);
    free.recycle(9);
    assertThat(free.available()).isZero();
    free.recycle(19);
    assertThat(free.available()).isEqualTo(2);
    free.recycle(20);
    assertThat(free.available()).isEqualTo(3);
    assertThat(free.isUsed(60)).isTrue();
    assertThat(free.occupied()).isEqualTo(96);
    assertThatThrownBy(() -> free.release(1)).isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void whatACollectionHadIsGivenBackAndHandedOutOnlyWhenReservedAgain() {
    FreeSpace free = new FreeSpace(100);
    free.raiseLimit(100);
    FreeSpace.Run kept = free.allocate(10);
    FreeSpace.Run removed = free.allocate(20);
    FreeSpace.Run overwritten = free.allocate(5);
    for (int i = 0; i < removed.count(); i++) {
      free.release(removed.first() + i);
    }
    free.onCollectionRemoved();
    free.seal(1);
    for (int i = 0; i < overwritten.count(); i++) {
      free.release(overwritten.first() + i);
    }
    free.seal(2);
    assertThat(free.takeUnwanted()).isNull();
    free.recycle(2);
    assertThat(free.takeUnwanted()).isNull();
    free.announce();
    assertThat(free.availableBelowLimit()).isEqualTo(70);
    assertThat(free.takeUnwanted()).isEqualTo(removed);
    assertThat(free.takeUnwanted()).isNull();
    assertThat(free.occupied()).isEqualTo(kept.count());
    assertThat(free.available()).isEqualTo(90);
    assertThat(free.availableBelowLimit()).isEqualTo(70);
    for (int left = 70; left > 0; ) {
      FreeSpace.Run run = free.allocate(left);
      assertThat(run.first() + run.count() <= removed.first() || run.first() >= 30).isTrue();
      left -= run.count();
    }
    FreeSpace.Run bare = free.bareRun(100);
    assertThat(bare).isEqualTo(removed);
    free.onReserved(removed);
    assertThat(free.allocate(100)).isEqualTo(removed);
  }

  @Test
  void allButWhatIsKeptIsGivenToAMediumThatIsShort() {
    FreeSpace free = new FreeSpace(10_000);
    free.raiseLimit(10_000);
    FreeSpace.Run kept = free.allocate(3_000);
    free.markUnwanted(1_000);
    free.announce();
    while (free.takeUnwanted() != null) {
      assertThat(free.occupied()).isEqualTo(kept.count());
    }
    assertThat(free.availableBelowLimit()).isEqualTo(1_000);
    assertThat(free.bare()).isEqualTo(6_000);
  }
}
