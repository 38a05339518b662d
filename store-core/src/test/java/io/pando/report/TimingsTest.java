package io.pando.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimingsTest {
  private static Timings of(List<Long> durations) {
    SortedMap<Integer, Long> buckets = new TreeMap<>();
    durations.forEach(nanos -> buckets.merge(Timings.bucketOf(nanos), 1L, Long::sum));
    return new Timings(durations.stream().mapToLong(Long::longValue).sum(), buckets);
  }

  private static List<Long> random(long seed, int count) {
    Random64 random = new Random64(seed);
    List<Long> durations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      durations.add(random.nextLong() >>> (1 + random.nextInt(62)));
    }
    return durations;
  }

  @Test
  void bucketHoldsWhatIsBetweenItsFloorAndTheNext() {
    for (long nanos : random(1, 10_000)) {
      int bucket = Timings.bucketOf(nanos);
      assertThat(bucket).isBetween(0, Timings.BUCKETS - 1);
      assertThat(Timings.floorNanos(bucket)).isLessThanOrEqualTo(nanos);
      if (bucket + 1 < Timings.BUCKETS) {
        assertThat(Timings.floorNanos(bucket + 1)).isGreaterThan(nanos);
      }
    }
    assertThat(Timings.bucketOf(-1)).isZero();
    assertThat(Timings.bucketOf(Long.MAX_VALUE)).isEqualTo(Timings.BUCKETS - 1);
  }

  @Test
  void percentilesAreTrueWithinSixteenth() {
    List<Long> durations = random(2, 5_000).stream().filter(it -> it < 1L << 60).toList();
    Timings timings = of(durations);
    List<Long> sorted = durations.stream().sorted().toList();
    for (double percent : List.of(1.0, 50.0, 90.0, 99.0, 99.9, 100.0)) {
      long exact = sorted.get((int) Math.ceil(sorted.size() * percent / 100) - 1);
      assertThat((double) timings.percentileNanos(percent))
          .isBetween(exact * 0.9375 - 1, exact * 1.0625 + 1);
    }
    assertThat(timings.meanNanos())
        .isEqualTo(durations.stream().mapToLong(Long::longValue).sum() / (double) sorted.size());
  }

  @Test
  void whatIsAddedCanBeTakenAway() {
    Timings first = of(random(3, 100));
    Timings second = of(random(4, 200));
    assertThat(first.plus(second).since(first)).isEqualTo(second);
    assertThat(first.plus(second).count()).isEqualTo(300);
    assertThat(first.since(first)).isEqualTo(Timings.NONE);
    assertThat(Timings.NONE.percentileNanos(50)).isZero();
    assertThat(Timings.NONE.meanNanos()).isZero();
  }
}
