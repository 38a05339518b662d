package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
            free.recycle();
            released.clear();
          }
        }
      }
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
  void undoingIsAsIfNothingHadHappened(long seed) {
    Random64 random = new Random64(seed);
    FreeSpace free = new FreeSpace(500);
    free.raiseLimit(500);
    FreeSpace.Run kept = free.allocate(100);
    List<FreeSpace.Run> undone = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      if (random.nextBoolean() && free.availableBelowLimit() > 0) {
        undone.add(free.allocate(1 + random.nextInt(30)));
      } else {
        free.release(kept.first() + i);
      }
    }
    free.undo(undone);
    assertThat(free.occupied()).isEqualTo(100);
    assertThat(free.available()).isEqualTo(400);
    for (int block = 0; block < 500; block++) {
      assertThat(free.isUsed(block)).isEqualTo(block < 100);
    }
    assertThatThrownBy(() -> free.release(300)).isInstanceOf(Invariant.BrokenInvariant.class);
  }
}
