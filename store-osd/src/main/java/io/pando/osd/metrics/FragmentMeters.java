package io.pando.osd.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.metrics.CountMeter;
import io.pando.osd.pg.step.FragmentCounts;

/** Meters of work on the fragments of erasure-coded pools. */
final class FragmentMeters {
  private final CountMeter decodedReads;
  private final CountMeter rebuilt;
  private final CountMeter rebuildBytes;
  private final CountMeter delta;
  private final CountMeter encoded;
  private final CountMeter whole;

  FragmentMeters(MeterRegistry registry) {
    this.decodedReads =
        CountMeter.of(
            registry,
            "pando.osd.fragment.decoded.reads",
            Tags.empty(),
            "Reads of clients for which lost fragments were computed");
    this.rebuilt =
        CountMeter.of(
            registry,
            "pando.osd.fragment.rebuilt",
            Tags.empty(),
            "Fragments that recovery computed or copied for members that lacked them");
    this.rebuildBytes =
        CountMeter.ofBytes(
            registry,
            "pando.osd.fragment.rebuild.read",
            Tags.empty(),
            "Data of fragments that recovery read to rebuild others");
    this.delta = stripes(registry, "delta");
    this.encoded = stripes(registry, "encode");
    this.whole = stripes(registry, "whole");
  }

  private static CountMeter stripes(MeterRegistry registry, String way) {
    return CountMeter.of(
        registry,
        "pando.osd.fragment.stripes",
        Tags.of("parity", way),
        "Stripes that updates wrote, by what their parity was computed from: the old parity and the"
            + " difference (delta), new data and the rest of the stripe (encode), new data alone"
            + " (whole)");
  }

  void add(FragmentCounts done) {
    decodedReads.add(done.decodedReads());
    rebuilt.add(done.rebuilt());
    rebuildBytes.add(done.rebuildBytes());
    delta.add(done.stripes().delta());
    encoded.add(done.stripes().encoded());
    whole.add(done.stripes().whole());
  }
}
