package io.pando.osd.pg.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongSetTest {
  /** Among them zero, digests that differ in high bits alone, and such as end in ones. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itIsTheSetThatItSaysItIs(long seed) {
    Random64 random = new Random64(seed);
    LongSet set = new LongSet();
    Set<Long> model = new HashSet<>();
    for (int i = 0; i < 6_000; i++) {
      long digest =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(300);
            case 1 -> (random.nextInt(700) + 1L) << 40;
            case 2 -> ((long) random.nextInt(500) << 32) | 0xffff_ffffL;
            default -> random.nextLong();
          };
      assertThat(set.add(digest)).as("%x is new", digest).isEqualTo(model.add(digest));
    }
    for (long digest : model) {
      assertThat(set.add(digest)).as("%x is new", digest).isFalse();
    }
  }
}
