package io.pando.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.PercentileHistogramBuckets;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DurationsTest {
  private static final NavigableSet<Double> BOUNDS =
      PercentileHistogramBuckets.buckets(
          DistributionStatisticConfig.builder()
              .percentilesHistogram(true)
              .minimumExpectedValue(1e4)
              .maximumExpectedValue(6e10)
              .build()
              .merge(DistributionStatisticConfig.DEFAULT));

  private static Durations of(List<Long> durations) {
    SortedMap<Long, Long> buckets = new TreeMap<>();
    durations.forEach(nanos -> {
      Double bound = BOUNDS.ceiling((double) nanos);
      if (bound != null) {
        buckets.merge(bound.longValue(), 1L, Long::sum);
      }
    });
    return new Durations(
        durations.size(), durations.stream().mapToLong(Long::longValue).sum(), buckets);
  }

  private static List<Long> random(long seed, int count) {
    Random64 random = new Random64(seed);
    List<Long> durations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      durations.add(20_000 + (random.nextLong() >>> (29 + random.nextInt(20))));
    }
    return durations;
  }

  @Test
  void percentilesAreTrueWithinABucket() {
    List<Long> durations = random(2, 5_000);
    Durations timings = of(durations);
    List<Long> sorted = durations.stream().sorted().toList();
    for (double percent : List.of(1.0, 50.0, 90.0, 99.0, 99.9, 100.0)) {
      long exact = sorted.get((int) Math.ceil(sorted.size() * percent / 100) - 1);
      assertThat((double) timings.percentileNanos(percent))
          .as("%s %%", percent)
          .isBetween(exact * 0.6, exact * 1.4);
    }
    assertThat(timings.meanNanos())
        .isEqualTo(durations.stream().mapToLong(Long::longValue).sum() / (double) sorted.size());
  }

  @Test
  void aPercentileAboveAllBucketsIsTheHighestBound() {
    SortedMap<Long, Long> buckets = new TreeMap<>();
    buckets.put(1_000L, 1L);
    assertThat(new Durations(10, 100_000, buckets).percentileNanos(99)).isEqualTo(1_000);
  }

  @Test
  void whatIsAddedCanBeTakenAway() {
    Durations first = of(random(3, 100));
    Durations second = of(random(4, 200));
    assertThat(first.plus(second).since(first)).isEqualTo(second);
    assertThat(first.plus(second).count()).isEqualTo(300);
    assertThat(first.since(first)).isEqualTo(Durations.NONE);
    assertThat(Durations.NONE.percentileNanos(50)).isZero();
    assertThat(Durations.NONE.meanNanos()).isZero();
  }
}
