package io.pando.client.engine;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.message.ObjectMessage;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import io.pando.op.OpOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of one client. Used on its event loop. */
final class ClientMeters {
  private final MeterRegistry registry;
  private final CountMeter requests;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<Tags, DurationMeter> operations = new HashMap<>();

  ClientMeters(MeterRegistry registry) {
    this.registry = registry;
    this.requests =
        CountMeter.of(
            registry,
            "pando.client.requests",
            Tags.empty(),
            "Requests sent to OSDs; more than one for an operation that had to be sent again");
    Gauge.builder("pando.client.operations", open, AtomicInteger::get)
        .description("Operations that are not completed")
        .register(registry);
  }

  void onSubmitted() {
    open.incrementAndGet();
  }

  void onSent() {
    requests.add(1);
  }

  void onCompleted(Operation operation, OperationOutcome outcome, long nanos) {
    open.decrementAndGet();
    Tags tags =
        Tags.of(
            "pool", operation.pool().toString(),
            "operation", kind(operation),
            "outcome", word(outcome));
    operations
        .computeIfAbsent(
            tags,
            all ->
                DurationMeter.of(
                    registry,
                    "pando.client.operation",
                    all,
                    "Operations, from their submission until their completion"))
        .took(nanos);
  }

  private static String kind(Operation operation) {
    return switch (operation) {
      case Operation.Vector vector -> vector.mutates() ? "write" : "read";
      case Operation.Listing _ -> "list";
      case Operation.Query _, Operation.Scrub _ -> "admin";
    };
  }

  private static String word(OperationOutcome outcome) {
    return switch (outcome) {
      case OperationOutcome.Replied replied -> isFailed(replied) ? "failed" : "done";
      case OperationOutcome.PoolGone _ -> "failed";
      case OperationOutcome.TimedOut _ -> "timed_out";
      case OperationOutcome.Refused _ -> "refused";
      case OperationOutcome.Cancelled _, OperationOutcome.Closed _ -> "cancelled";
    };
  }

  private static boolean isFailed(OperationOutcome.Replied replied) {
    return replied.reply() instanceof ObjectMessage.OperateReply reply
        && reply.outcome() instanceof OpOutcome.Failed;
  }
}
