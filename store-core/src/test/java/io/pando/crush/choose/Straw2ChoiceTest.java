package io.pando.crush.choose;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.crush.model.CrushWeight;
import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

class Straw2ChoiceTest {
  private static final int DRAWS = 1 << 16;

  @Test
  void logarithmsFallFromAllToNothing() {
    assertThat(CrushLn.below(0)).isEqualTo(1L << 48);
    for (int draw = 0; draw < DRAWS; draw++) {
      assertThat(CrushLn.below(draw)).isBetween(0L, 1L << 48);
    }
  }

  /** Comparison by multiplication equals comparison by division, for all pairs of draws. */
  @Test
  void aProductDecidesAsADivisionWould() {
    long[] weights = {1, 3, 100, 0x8000, 0x10000, 0x1_8000, 0x4_0000, 0x3fff, 0x12_3456};
    Random64 random = new Random64(1);
    for (long weight : weights) {
      for (long other : weights) {
        if (Math.max(weight, other) / Math.min(weight, other) < 1 << 14) {
          for (int draw = 0; draw < DRAWS; draw++) {
            long best = CrushLn.below(random.nextInt(DRAWS)) / other;
            long distance = CrushLn.below(draw);
            assertThat(distance < best * weight).isEqualTo(distance / weight < best);
          }
        }
      }
    }
  }

  /** Compares with the rule as specified: the greatest quotient, the first of equal ones. */
  @Test
  void choosesTheGreatestDraw() {
    Random64 random = new Random64(2);
    DrawMemory memory = new DrawMemory();
    for (int i = 0; i < 300; i++) {
      int size = 1 + random.nextInt(40);
      int[] items = new int[size];
      long[] weights = new long[size];
      for (int j = 0; j < size; j++) {
        items[j] = (int) random.nextLong();
        weights[j] = weight(random);
      }
      memory.prepare(1, size);
      Straw2Choice choice = Straw2Choice.of(items, weights);
      for (int x = 0; x < 100; x++) {
        assertThat(choice.choose(x, x & 7, memory)).isEqualTo(greatest(items, weights, x));
      }
    }
  }

  private static long weight(Random64 random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(1 << 10);
      case 2 -> random.nextLong() >>> 32;
      default -> CrushWeight.ONE;
    };
  }

  private static int greatest(int[] items, long[] weights, int x) {
    int best = 0;
    long bestDraw = Long.MIN_VALUE;
    for (int i = 0; i < items.length; i++) {
      long below = CrushLn.below(CrushHash.hash32(x, items[i], x & 7) & 0xffff);
      long draw = weights[i] == 0 ? Long.MIN_VALUE : -below / weights[i];
      if (draw > bestDraw) {
        best = i;
        bestDraw = draw;
      }
    }
    return items[best];
  }
}
