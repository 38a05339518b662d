package io.pando.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.time.Backoff;
import org.junit.jupiter.api.Test;

class Random64Test {
  @Test
  void isTheSameSequenceForEver() {
    Random64 random = new Random64(42);
    assertThat(random.nextLong()).isEqualTo(0xbdd732262feb6e95L);
    assertThat(random.nextLong()).isEqualTo(0x28efe333b266f103L);
  }

  @Test
  void staysWithinBounds() {
    Random64 random = new Random64(7);
    boolean[] seen = new boolean[10];
    for (int i = 0; i < 1_000; i++) {
      seen[random.nextInt(10)] = true;
      assertThat(random.between(-3, 3)).isBetween(-3L, 3L);
    }
    assertThat(seen).doesNotContain(false);
  }

  @Test
  void backoffGrowsToItsCeilingAndIsNeverShorterThanHalf() {
    Backoff backoff = new Backoff(100, 10_000);
    Random64 random = new Random64(3);
    for (int failures = 1; failures < 100; failures++) {
      long ceiling = failures > 7 ? 10_000 : 100L << (failures - 1);
      assertThat(backoff.delayNanos(failures, random)).isBetween(ceiling / 2, ceiling);
    }
  }
}
