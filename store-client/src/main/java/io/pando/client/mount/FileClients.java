package io.pando.client.mount;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.client.engine.Completion;
import io.pando.client.engine.DaemonEngine;
import io.pando.client.fs.FileClientConfig;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.client.fs.open.OpenFilesConfig;
import io.pando.client.fs.session.SessionConfig;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.release.Release;
import io.pando.fs.session.ClientIdentity;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.time.Backoff;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Opens clients of file systems over the network of a connection. Safe for use by any thread. */
public final class FileClients {
  private static final Backoff REOPEN =
      new Backoff(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.SECONDS.toNanos(1));
  private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A tenth of the lease that servers give. */
  private static final long MARGIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * How the cluster is found.
   *
   * @param limit longest time until there is a map
   * @param registry registry of the clients' meters
   */
  public record Config(DaemonEngine.Contacts contacts, Duration limit, MeterRegistry registry) {}

  private final Config config;
  private final Network network;
  private final Completion completion;

  public FileClients(Config config, Network network, Completion completion) {
    this.config = config;
    this.network = network;
    this.completion = completion;
  }

  /**
   * Opens a file system; blocks until there is a map of the cluster. Fails with the exception for a
   * cluster that is out of reach, also if there is no such file system.
   *
   * @param program what the client is, for operators
   * @param note takes sentences for a log, on the client's event loop
   */
  public FileConnection open(String system, String program, Consumer<String> note) {
    return completion.await(
        begin(system, program, note), this::opened, config.limit(), "opening " + system);
  }

  /** See {@link #open}. */
  public CompletableFuture<FileConnection> openAsync(
      String system, String program, Consumer<String> note) {
    return completion.hand(begin(system, program, note), this::opened);
  }

  private CompletableFuture<FileEngine.Opening> begin(
      String system, String program, Consumer<String> note) {
    List<? extends EventLoop> loops = network.loops();
    EventLoop loop = loops.get(ThreadLocalRandom.current().nextInt(loops.size()));
    ClientIdentity self = new ClientIdentity(host(), program, Release.current().label());
    FileEngine.Settings settings =
        new FileEngine.Settings(
            system, config.contacts(), id -> machine(id, self), note, config.registry());
    CompletableFuture<FileEngine.Opening> opening =
        FileEngine.open(
            settings,
            loop,
            new NetworkNodes(network, config.contacts().cluster()),
            ThreadLocalRandom.current().nextLong());
    Duration limit = config.limit();
    EventLoop.Timer timer =
        loop.schedule(
            limit.toNanos(),
            () ->
                opening.complete(
                    new FileEngine.Opening.Refused(
                        "no monitor gave a cluster map within %d ms; check the addresses, and that"
                                .formatted(limit.toMillis())
                            + " a majority of the monitors is up")));
    var _ = opening.whenComplete((_, _) -> timer.cancel());
    return opening;
  }

  private static OpenFilesConfig machine(FileSystemId system, ClientIdentity self) {
    SessionConfig session = new SessionConfig(system, 0, self, REOPEN, OPEN_NANOS, MARGIN_NANOS);
    return OpenFilesConfig.of(FileClientConfig.of(session), FileDataConfig.DEFAULT);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private FileConnection opened(FileEngine.Opening opening) {
    return switch (opening) {
      case FileEngine.Opening.Opened it -> new FileConnection(it.files(), completion);
      case FileEngine.Opening.Refused it -> throw completion.exceptions().unavailable(it.why());
    };
  }
}
