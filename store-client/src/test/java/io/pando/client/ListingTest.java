package io.pando.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 11, 64, 100, 65_536})
  void goesThroughEveryGroupInPlacementOrder(int groups) {
    List<Integer> seeds = new ArrayList<>();
    for (int seed = 0; seed >= 0; seed = Listing.seedAfter(seed, groups)) {
      seeds.add(seed);
    }
    assertThat(seeds)
        .isEqualTo(
            IntStream.range(0, groups)
                .boxed()
                .sorted((a, b) -> Integer.compareUnsigned(Integer.reverse(a), Integer.reverse(b)))
                .toList());
  }
}
