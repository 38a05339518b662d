package io.pando.client.mount;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsAnswer;
import io.pando.message.Message;
import io.pando.metrics.CountMeter;
import io.pando.metrics.DurationMeter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Meters of a client of a file system. Calls beside messages show how much its caches answer. Used
 * on the event loop of the client.
 */
final class FileCallMeters {
  private final MeterRegistry registry;
  private final Map<Class<?>, DurationMeter> done = new HashMap<>();
  private final Map<Class<?>, DurationMeter> failed = new HashMap<>();
  private final Map<Class<?>, CountMeter> sent = new HashMap<>();

  FileCallMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** A call was answered. */
  void onAnswered(FileCall call, FileOutcome outcome, long nanos) {
    boolean error = outcome instanceof FileOutcome.Answered(FsAnswer.Failed _);
    // A request for names or inodes is told by what it asks for.
    Class<?> kind = call instanceof FileCall.Request it ? it.request().getClass() : call.getClass();
    (error ? failed : done)
        .computeIfAbsent(kind, each -> register(each, error ? "failed" : "done"))
        .took(nanos);
  }

  private DurationMeter register(Class<?> kind, String outcome) {
    return DurationMeter.of(
        registry,
        "pando.client.file.call",
        Tags.of("operation", label(kind), "outcome", outcome),
        "Calls of programs on a file system, from their submission until their answer");
  }

  /** A message is sent to a metadata server. */
  void onSent(Message message) {
    sent.computeIfAbsent(
            message.getClass(),
            kind ->
                CountMeter.of(
                    registry,
                    "pando.client.file.messages",
                    Tags.of("kind", label(kind)),
                    "Messages to metadata servers"))
        .add(1);
  }

  /** The name of a class as a label: {@code GetInode} is {@code get_inode}. */
  private static String label(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
