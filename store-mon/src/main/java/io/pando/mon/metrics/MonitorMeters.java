package io.pando.mon.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.cluster.ChangeOutcome;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import io.pando.port.ReplicatedLog;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of one monitor. Gauges show the values of the last tick. Thread-safe. */
public final class MonitorMeters {
  private final DurationMeter accepted;
  private final DurationMeter rejected;
  private final DurationMeter unavailable;
  private final CountMeter beacons;
  private final CountMeter questions;
  private final AtomicLong epoch;
  private final AtomicLong leads;
  private final AtomicLong term;
  private final AtomicLong quorum;
  private final AtomicLong subscribers;
  private final AtomicLong proposals;

  /** Registers the meters. */
  public MonitorMeters(MeterRegistry registry) {
    this.accepted = changes(registry, "accepted");
    this.rejected = changes(registry, "rejected");
    this.unavailable = changes(registry, "unavailable");
    this.beacons =
        CountMeter.of(registry, "pando.mon.beacons", Tags.empty(), "Reports that OSDs sent");
    this.questions =
        CountMeter.of(registry, "pando.mon.questions", Tags.empty(), "Questions of clients");
    this.epoch = gauge(registry, "pando.mon.epoch", "Epoch of the newest map that it has applied");
    this.leads = gauge(registry, "pando.mon.leader", "1 if it leads the monitors, otherwise 0");
    this.term = gauge(registry, "pando.mon.term", "Term of the Raft election");
    this.quorum =
        gauge(registry, "pando.mon.quorum", "Monitors in contact with the leader, as it sees them");
    this.subscribers =
        gauge(registry, "pando.mon.subscribers", "Nodes to which it sends each new map");
    this.proposals =
        gauge(registry, "pando.mon.proposals", "Changes that it proposed and that are under way");
  }

  private static DurationMeter changes(MeterRegistry registry, String outcome) {
    return DurationMeter.of(
        registry,
        "pando.mon.change",
        Tags.of("outcome", outcome),
        "Changes of the map that were proposed through this monitor, until their outcome");
  }

  private static AtomicLong gauge(MeterRegistry registry, String name, String description) {
    AtomicLong value = new AtomicLong();
    Gauge.builder(name, value, AtomicLong::get).description(description).register(registry);
    return value;
  }

  /** Counts a report of an OSD. */
  public void onBeacon() {
    beacons.add(1);
  }

  /** Counts a question of a client. */
  public void onQuestion() {
    questions.add(1);
  }

  /** Times a change of the map that was proposed. */
  public void onOutcome(ChangeOutcome outcome, long nanos) {
    DurationMeter meter =
        switch (outcome) {
          case ChangeOutcome.Accepted _ -> accepted;
          case ChangeOutcome.Rejected _ -> rejected;
          case ChangeOutcome.Unavailable _ -> unavailable;
        };
    meter.took(nanos);
  }

  /**
   * Sets the gauges.
   *
   * @param subscribed number of nodes that get each new map
   * @param underWay number of proposed changes without an outcome
   */
  public void onTick(ReplicatedLog.View view, long mapEpoch, int subscribed, int underWay) {
    epoch.set(mapEpoch);
    leads.set(view.leads() ? 1 : 0);
    term.set(view.term());
    quorum.set(view.quorum().size());
    subscribers.set(subscribed);
    proposals.set(underWay);
  }
}
