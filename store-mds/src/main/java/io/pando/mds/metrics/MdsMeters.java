package io.pando.mds.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.pando.fs.request.FsRequest;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.MdsSize;
import io.pando.mds.work.RankFigures;
import io.pando.mds.work.ServerRole;
import io.pando.message.FileMessage;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import io.pando.report.files.RankLoad;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The meters of one metadata server, through all of its lives. Durations are passed in: this class
 * reads no clock. Thread-safe.
 */
public final class MdsMeters {
  private final MeterRegistry registry;
  private final Map<String, DurationMeter> requests = new ConcurrentHashMap<>();
  private final Map<Class<?>, CountMeter> messages = new ConcurrentHashMap<>();
  private final Map<MdsCount, CountMeter> counts = new EnumMap<>(MdsCount.class);
  private final Map<MdsSize, AtomicLong> sizes = new EnumMap<>(MdsSize.class);
  private final DurationMeter batches;
  private final CountMeter slow;
  private final MultiGauge state;

  /** Registers the meters. */
  public MdsMeters(MeterRegistry registry) {
    this.registry = registry;
    for (MdsCount each : MdsCount.values()) {
      counts.put(
          each,
          each.isOfBytes()
              ? CountMeter.ofBytes(registry, each.meter(), Tags.empty(), each.description())
              : CountMeter.of(registry, each.meter(), Tags.empty(), each.description()));
    }
    for (MdsSize each : MdsSize.values()) {
      sizes.put(each, gauge(registry, each));
    }
    this.batches =
        DurationMeter.of(
            registry,
            "pando.mds.journal.batch",
            Tags.empty(),
            "Batches of records, from their submission until they are durable");
    this.slow =
        CountMeter.of(
            registry,
            "pando.mds.request.slow",
            Tags.empty(),
            "Requests that were answered after more than 30 s");
    this.state =
        MultiGauge.builder("pando.mds.state")
            .description(
                "State of the server or of its rank, with the file system and the rank that it"
                    + " holds or follows; always 1")
            .register(registry);
  }

  private static AtomicLong gauge(MeterRegistry registry, MdsSize size) {
    AtomicLong value = new AtomicLong();
    Gauge.builder(size.meter(), value, AtomicLong::get)
        .description(size.description())
        .baseUnit(size.isOfBytes() ? "bytes" : null)
        .register(registry);
    return value;
  }

  /** Times a request, from its arrival to its answer. */
  public void onAnswered(FsRequest request, boolean failed, long nanos) {
    String operation = label(request.getClass());
    String outcome = failed ? "failed" : "done";
    requests
        .computeIfAbsent(
            operation + " " + outcome,
            _ ->
                DurationMeter.of(
                    registry,
                    "pando.mds.request",
                    Tags.of("operation", operation, "outcome", outcome),
                    "Requests of clients, from arrival until the answer is known; it is sent"
                        + " when all that it shows of other clients is durable"))
        .took(nanos);
    if (nanos > TimeUnit.SECONDS.toNanos(RankLoad.SLOW_SECONDS)) {
      slow.add(1);
    }
  }

  /** Times a batch of the journal that is durable. */
  public void onBatch(long nanos) {
    batches.took(nanos);
  }

  /** Counts a message of a client. */
  public void onMessage(FileMessage message) {
    messages
        .computeIfAbsent(
            message.getClass(),
            kind ->
                CountMeter.of(
                    registry,
                    "pando.mds.messages",
                    Tags.of("kind", label(kind)),
                    "Messages of clients"))
        .add(1);
  }

  /** The name of a class as a label: {@code GetInode} is {@code get_inode}. */
  private static String label(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  /** Shows the figures of a rank; the differences of counts are added to the meters. */
  void show(RankFigures before, RankFigures now) {
    counts.forEach((what, meter) -> meter.add(now.counted(what) - before.counted(what)));
    sizes.forEach((what, value) -> value.set(now.sizeOf(what)));
  }

  /** Shows what the server is for. */
  void show(ServerRole role) {
    Tags tags = Tags.of("state", role.state(), "system", role.system(), "rank", role.rank());
    state.register(List.of(MultiGauge.Row.of(tags, 1)), true);
  }
}
