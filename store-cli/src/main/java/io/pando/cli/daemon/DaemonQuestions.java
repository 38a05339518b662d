package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.cli.output.Json;
import io.pando.cli.socket.DaemonSocket;
import io.pando.osd.OsdDaemon;
import io.pando.report.OpenOperation;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What a daemon answers on its socket. */
final class DaemonQuestions {
  private static final double NANOS_PER_SECOND = 1e9;

  private final SortedMap<String, DaemonSocket.Question> questions = new TreeMap<>();

  /** The questions that every daemon answers. */
  DaemonQuestions(String daemon, ClusterConfig config, DaemonMetrics metrics) {
    questions.put("version", () -> version(daemon));
    questions.put(
        "config",
        () -> new Json().put("file", config.file().toString()).put("settings", config.settings()));
    questions.put("perf", metrics::json);
  }

  /** Adds the questions that an OSD answers. */
  DaemonQuestions of(OsdDaemon osd) {
    questions.put("ops", () -> operations(osd::operations));
    questions.put("slow-ops", () -> operations(osd::slowOperations));
    return this;
  }

  SortedMap<String, DaemonSocket.Question> all() {
    return questions;
  }

  private static Json version(String daemon) {
    String version = DaemonQuestions.class.getPackage().getImplementationVersion();
    return new Json()
        .put("daemon", daemon)
        .put("version", version == null ? "(not packaged)" : version)
        .put("java", Runtime.version().toString())
        .put("process", ProcessHandle.current().pid());
  }

  private static List<Json> operations(Consumer<Consumer<List<OpenOperation>>> source)
      throws IOException {
    CompletableFuture<List<OpenOperation>> asked = new CompletableFuture<>();
    source.accept(asked::complete);
    try {
      return OnLoop.await(asked, "the daemon").stream().map(DaemonQuestions::json).toList();
    } catch (DaemonException failure) {
      throw new IOException(failure.getMessage(), failure);
    }
  }

  private static Json json(OpenOperation operation) {
    return new Json()
        .put("request", operation.request().toString())
        .put("client", operation.client().toString())
        .put("group", operation.group().toString())
        .put("object", operation.object().name())
        .put("what", operation.what())
        .put("age_s", operation.progress().ageNanos() / NANOS_PER_SECOND)
        .put("steps", operation.progress().steps().stream().map(DaemonQuestions::json).toList())
        .put("waits_for", operation.progress().waitsFor());
  }

  private static Json json(OpenOperation.Step step) {
    return new Json().put("what", step.what()).put("after_s", step.afterNanos() / NANOS_PER_SECOND);
  }
}
