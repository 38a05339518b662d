package io.pando.client.engine;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.id.PoolId;
import io.pando.message.ObjectMessage;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import io.pando.op.OpOutcome;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of one client. Used on its event loop. */
final class ClientMeters {
  private final MeterRegistry registry;
  private final CountMeter requests;
  private final AtomicInteger open = new AtomicInteger();

  /** Timers by pool, kind and outcome; a timer is looked up for every operation. */
  private final Map<PoolId, Map<Kind, Map<Ending, DurationMeter>>> pools = new HashMap<>();

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
    Kind kind = Kind.of(operation);
    pools
        .computeIfAbsent(operation.pool(), _ -> new EnumMap<>(Kind.class))
        .computeIfAbsent(kind, _ -> new EnumMap<>(Ending.class))
        .computeIfAbsent(Ending.of(outcome), ending -> register(operation.pool(), kind, ending))
        .took(nanos);
  }

  private DurationMeter register(PoolId pool, Kind kind, Ending ending) {
    return DurationMeter.of(
        registry,
        "pando.client.operation",
        Tags.of(
            "pool", pool.toString(),
            "operation", kind.name().toLowerCase(Locale.ROOT),
            "outcome", ending.name().toLowerCase(Locale.ROOT)),
        "Operations, from their submission until their completion");
  }

  private enum Kind {
    READ,
    WRITE,
    LIST,
    ADMIN;

    static Kind of(Operation operation) {
      return switch (operation) {
        case Operation.Vector vector -> vector.mutates() ? WRITE : READ;
        case Operation.Listing _ -> LIST;
        case Operation.Query _, Operation.Scrub _ -> ADMIN;
      };
    }
  }

  private enum Ending {
    DONE,
    FAILED,
    TIMED_OUT,
    REFUSED,
    CANCELLED;

    static Ending of(OperationOutcome outcome) {
      return switch (outcome) {
        case OperationOutcome.Replied replied -> isFailed(replied) ? FAILED : DONE;
        case OperationOutcome.PoolGone _, OperationOutcome.Fenced _ -> FAILED;
        case OperationOutcome.TimedOut _ -> TIMED_OUT;
        case OperationOutcome.Refused _ -> REFUSED;
        case OperationOutcome.Cancelled _, OperationOutcome.Closed _ -> CANCELLED;
      };
    }

    private static boolean isFailed(OperationOutcome.Replied replied) {
      return replied.reply() instanceof ObjectMessage.OperateReply reply
          && reply.outcome() instanceof OpOutcome.Failed;
    }
  }
}
