package io.pando.osd.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.metrics.CountMeter;
import io.pando.report.ScrubCounts;

/** Work of scrubs. Thread-safe. */
final class ScrubMeters {
  private final CountMeter objects;
  private final CountMeter bytes;
  private final CountMeter inconsistent;
  private final CountMeter repaired;

  ScrubMeters(MeterRegistry registry) {
    this.objects =
        CountMeter.of(registry, "pando.osd.scrub.objects", Tags.empty(), "Objects examined");
    this.bytes =
        CountMeter.ofBytes(registry, "pando.osd.scrub", Tags.empty(), "Data read by scrubs");
    this.inconsistent =
        CountMeter.of(
            registry,
            "pando.osd.scrub.inconsistent",
            Tags.empty(),
            "Objects whose copies were found to differ by scrubs");
    this.repaired =
        CountMeter.of(
            registry,
            "pando.osd.scrub.repaired",
            Tags.empty(),
            "Inconsistent objects that were repaired");
  }

  void examined(long count, long size) {
    objects.add(count);
    bytes.add(size);
  }

  void inconsistent(long found, long mended) {
    inconsistent.add(found);
    repaired.add(mended);
  }

  ScrubCounts total() {
    return new ScrubCounts(objects.total(), bytes.total(), inconsistent.total(), repaired.total());
  }
}
