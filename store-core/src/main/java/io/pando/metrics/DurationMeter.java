package io.pando.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.pando.report.Durations;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A timer with a histogram of 10 µs to one minute. Thread-safe; durations are passed in, so that
 * virtual time can be measured too.
 */
public record DurationMeter(Timer timer) {
  private static final Duration SHORTEST = Duration.ofNanos(10_000);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Registers a timer, or finds the one that was registered with this name and these tags. */
  public static DurationMeter of(
      MeterRegistry registry, String name, Tags tags, String description) {
    return new DurationMeter(
        Timer.builder(name)
            .description(description)
            .tags(tags)
            .publishPercentileHistogram()
            .minimumExpectedValue(SHORTEST)
            .maximumExpectedValue(LONGEST)
            .register(registry));
  }

  /** Records a duration; a negative one counts as 0. */
  public void took(long nanos) {
    timer.record(Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /** All durations since the registration. A registry without histograms gives no buckets. */
  public Durations total() {
    HistogramSnapshot snapshot = timer.takeSnapshot();
    SortedMap<Long, Long> buckets = new TreeMap<>();
    double before = 0;
    for (CountAtBucket bucket : snapshot.histogramCounts()) {
      if (bucket.count() > before) {
        buckets.put((long) bucket.bucket(), (long) (bucket.count() - before));
        before = bucket.count();
      }
    }
    return new Durations(timer.count(), (long) timer.totalTime(TimeUnit.NANOSECONDS), buckets);
  }
}
