package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.random.Random64;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Stores object after object, and remembers those that were acknowledged. */
final class PutLoop {
  private final ClusterConfig config;
  private final String poolName;
  private final List<String> acknowledged = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::run, "put-loop");
  private volatile boolean stopped;

  PutLoop(ClusterConfig config, String poolName) {
    this.config = config;
    this.poolName = poolName;
  }

  /** What an object of that name holds: from nothing up to some blocks. */
  static byte[] content(String name) {
    Random64 random = new Random64(name.hashCode());
    byte[] bytes = new byte[random.nextInt(20_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  void start() {
    thread.setUncaughtExceptionHandler((ended, thrown) -> failure.set(thrown));
    thread.start();
  }

  private void run() {
    try (Cluster cluster = CommandContext.connect(config)) {
      Pool pool = cluster.pool(poolName).withTimeout(Duration.ofSeconds(60));
      for (int i = 0; !stopped; i++) {
        String name = "object " + i;
        pool.writeFull(name, content(name));
        acknowledged.add(name);
      }
    }
  }

  /** Waits until that many more were acknowledged. */
  void awaitMore(int count) {
    int from = acknowledged.size();
    Progress.await(
        count + " more acknowledged",
        () -> failure.get() == null ? acknowledged.size() : Long.MAX_VALUE,
        from + count);
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new AssertionError("the loop ended after " + acknowledged.size(), thrown);
    }
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  List<String> acknowledged() {
    return List.copyOf(acknowledged);
  }
}
