package io.pando.osd.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.id.PoolId;
import io.pando.message.ObjectMessage;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import java.util.List;

/** Operations of clients on one pool. Thread-safe. */
public final class PoolMeters {
  private static final String OPERATION = "pando.osd.operation";

  private final DurationMeter reads;
  private final DurationMeter writes;
  private final DurationMeter lists;
  private final CountMeter failures;
  private final CountMeter received;
  private final CountMeter sent;

  PoolMeters(MeterRegistry registry, PoolId pool) {
    Tags tags = Tags.of("pool", Integer.toString(pool.value()));
    this.reads = operation(registry, tags, "read");
    this.writes = operation(registry, tags, "write");
    this.lists = operation(registry, tags, "list");
    this.failures =
        CountMeter.of(
            registry,
            "pando.osd.operation.failures",
            tags,
            "Answers to clients that report an error, or that another OSD is to be asked");
    this.received = bytes(registry, tags, "in");
    this.sent = bytes(registry, tags, "out");
  }

  private static DurationMeter operation(MeterRegistry registry, Tags tags, String operation) {
    return DurationMeter.of(
        registry,
        OPERATION,
        tags.and("operation", operation),
        "Operations of clients, from arrival to answer");
  }

  private static CountMeter bytes(MeterRegistry registry, Tags tags, String direction) {
    return CountMeter.ofBytes(
        registry,
        "pando.osd.client",
        tags.and("direction", direction),
        "Data of clients' objects that were received (in) and sent (out)");
  }

  /** Counts data that a client sent. */
  public void onWritten(long bytes) {
    if (bytes > 0) {
      received.add(bytes);
    }
  }

  /**
   * Counts and times an answer to a client.
   *
   * @param openNanos time since the request arrived
   */
  public void onReply(ObjectMessage.Reply reply, long openNanos) {
    if (reply instanceof ObjectMessage.OperateReply operated
        && operated.outcome() instanceof OpOutcome.Succeeded succeeded) {
      (countResults(succeeded) ? reads : writes).took(openNanos);
    } else if (reply instanceof ObjectMessage.ListReply) {
      lists.took(openNanos);
    } else if (!(reply instanceof ObjectMessage.QueryReply
        || reply instanceof ObjectMessage.ScrubOrdered)) {
      failures.add(1);
    }
  }

  /** Counts an answer that this OSD gave in place of the member that had the request. */
  public void onTold(ObjectMessage.OperateReply reply) {
    if (reply.outcome() instanceof OpOutcome.Succeeded succeeded) {
      countResults(succeeded);
    } else {
      failures.add(1);
    }
  }

  /** Times a write that arrived here and that another member of the group answered. */
  public void onSettled(long openNanos) {
    writes.took(openNanos);
  }

  /** Counts what an answer brings; returns whether the operation was a read. */
  private boolean countResults(OpOutcome.Succeeded succeeded) {
    boolean queried = false;
    long bytes = 0;
    for (OpResult result : succeeded.results()) {
      queried |= !(result instanceof OpResult.Done);
      bytes += bytes(result);
    }
    if (bytes > 0) {
      sent.add(bytes);
    }
    return queried;
  }

  private static long bytes(OpResult result) {
    return switch (result) {
      case OpResult.Data data -> data.data().size();
      case OpResult.SparseData sparse -> sparse.data().size();
      default -> 0;
    };
  }

  OsdPerformance.Clients total() {
    return new OsdPerformance.Clients(
        reads.timer().count(),
        writes.timer().count(),
        lists.timer().count(),
        failures.total(),
        sent.total(),
        received.total());
  }

  OsdStats.PoolWork work() {
    OsdPerformance.Clients sum = total();
    return new OsdStats.PoolWork(
        sum.reads() + sum.lists(), sum.writes(), sum.readBytes(), sum.writtenBytes());
  }

  /** Removes the meters from their registry. */
  void remove(MeterRegistry registry) {
    List.of(reads, writes, lists).forEach(it -> registry.remove(it.timer()));
    List.of(failures, received, sent).forEach(it -> registry.remove(it.counter()));
  }

  DurationMeter reads() {
    return reads;
  }

  DurationMeter writes() {
    return writes;
  }
}
