package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnfilledBlocksTest {
  private static final int CAPACITY = 5000;

  private final FreeSpace free = new FreeSpace(CAPACITY);
  private final UnfilledBlocks unfilled = new UnfilledBlocks();

  private void claim(int blocks) {
    unfilled.add(free.limit(), free.limit() + blocks);
    free.raiseLimit(free.limit() + blocks);
  }

  @Test
  void onlyTheLastRangeIsKnown() {
    claim(10);
    claim(5);
    assertThat(unfilled.next(free, 12)).isEqualTo(new FreeSpace.Run(0, 12));
    free.raiseLimit(20);
    claim(10);
    assertThat(unfilled.next(free, 100)).isEqualTo(new FreeSpace.Run(20, 10));
    assertThat(unfilled.next(free, 100)).isNull();
  }

  @Test
  void runsAreNoLongerThanAsked() {
    claim(300);
    assertThat(unfilled.next(free, 128)).isEqualTo(new FreeSpace.Run(0, 128));
    assertThat(unfilled.next(free, 128)).isEqualTo(new FreeSpace.Run(128, 128));
    assertThat(unfilled.next(free, 128)).isEqualTo(new FreeSpace.Run(256, 44));
    assertThat(unfilled.next(free, 128)).isNull();
  }

  /** Whatever happens in between: no block in use, and none twice, and all that stayed free. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void freeBlocksAreTakenOnce(long seed) {
    Random64 random = new Random64(seed);
    BitSet taken = new BitSet();
    BitSet touched = new BitSet();
    while (free.limit() < CAPACITY - 40) {
      switch (random.nextInt(4)) {
        case 0 -> claim(1 + random.nextInt(40));
        case 1 -> {
          if (free.availableBelowLimit() > 0) {
            FreeSpace.Run run = free.allot(1 + random.nextInt(20));
            touched.set((int) run.first(), (int) run.first() + run.count());
            if (random.nextBoolean()) {
              free.giveBack(run);
            }
          }
        }
        default -> take(unfilled.next(free, 1 + random.nextInt(16)), taken);
      }
    }
    for (FreeSpace.Run run = unfilled.next(free, 7); run != null; run = unfilled.next(free, 7)) {
      take(run, taken);
    }
    taken.or(touched);
    assertThat(taken.nextClearBit(0)).isEqualTo((int) free.limit());
  }

  private void take(FreeSpace.@Nullable Run run, BitSet taken) {
    for (long block = run == null ? 1 : run.first();
        run != null && block < run.first() + run.count();
        block++) {
      assertThat(free.isUsed(block)).isFalse();
      assertThat(taken.get((int) block)).isFalse();
      taken.set((int) block);
    }
  }
}
