package io.pando.client;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.client.engine.CallOptions;
import io.pando.client.engine.PoolCalls;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.path.PathFileSystem;
import io.pando.client.mount.FileConnection;
import io.pando.cluster.ClusterMap;
import io.pando.id.ClusterId;
import io.pando.id.PoolId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A connection to a cluster. Expensive: a program should open one, share it among all threads, and
 * close it at the end. See {@link Pando}.
 */
public final class Cluster implements AutoCloseable {
  /** What a program of the SDK is for operators. */
  private static final String PROGRAM = "java";

  private final Connection connection;
  private final Admin admin;

  Cluster(Connection connection) {
    this.connection = connection;
    this.admin = new Admin(connection.engine(), connection.completion(), connection.config());
  }

  /**
   * Registry with the client's meters: {@code pando.client.operation} and others. It is the one
   * that {@link ClientConfig.Builder#meterRegistry} was given, otherwise one of the client's own.
   */
  public MeterRegistry meterRegistry() {
    return connection.config().session().registry();
  }

  /** Identity of the cluster. */
  public ClusterId id() {
    return admin.map().cluster();
  }

  /**
   * Number of this client's session, unique in the cluster: the number by which it can be fenced
   * ({@link io.pando.cluster.Change.AddFence}). Unsigned.
   */
  public long session() {
    return connection.engine().session();
  }

  /**
   * Opens a pool. Cheap: no message is sent.
   *
   * @throws PandoException.NoPool if the newest map has no pool of that name
   */
  public Pool pool(String name) {
    ClusterMap map = admin.map();
    return map.poolNamed(name)
        .map(this::open)
        .orElseThrow(() ->
            new PandoException.NoPool(
                "there is no pool '" + name + "' in map " + map.epoch() + wayOut(map, name)));
  }

  private String wayOut(ClusterMap map, String name) {
    if (map.removedPools().stream().anyMatch(pool -> pool.name().equals(name))) {
      return "; it was removed and can be restored (pando pool restore " + name + ")";
    }
    return map.livePools().isEmpty() ? "; create a pool first" : "; the pools are " + pools();
  }

  /** Opens a pool by its number. */
  public Pool pool(PoolId id) {
    ClusterMap map = admin.map();
    return map.livePool(id)
        .map(this::open)
        .orElseThrow(
            () -> new PandoException.NoPool("there is no pool " + id + " in map " + map.epoch()));
  }

  private Pool open(io.pando.cluster.PoolInfo pool) {
    return new Pool(
        new PoolCalls(
            connection.engine(),
            connection.completion(),
            pool.id(),
            pool.name(),
            new CallOptions(connection.config().operationTimeout(), false),
            connection.config().limits().maxOperationBytes()));
  }

  /** Names of the pools, in the order of their numbers. */
  public List<String> pools() {
    return admin.map().livePools().stream().map(io.pando.cluster.PoolInfo::name).toList();
  }

  /**
   * Opens a file system. Expensive: a program should open one and share it among all threads.
   * Closing it writes what is dirty, and ends its session; it must be closed before this
   * connection. Blocks until there is a map of the cluster, and not until a metadata server is
   * there.
   *
   * @throws PandoException.Unavailable if there is no such file system
   */
  public PandoFileSystem fileSystem(String name) {
    return fileSystem(name, PROGRAM, _ -> {});
  }

  /**
   * Opens a file system for a program that operators should know. See {@link #fileSystem(String)}.
   *
   * @param program what it is, such as {@code mount /mnt/photos}
   * @param note takes sentences for a log; called on the client's event loop, must not block
   */
  public PandoFileSystem fileSystem(String name, String program, Consumer<String> note) {
    FileConnection files = connection.files().open(name, program, note);
    return opened(name, files, files::close);
  }

  /** See {@link #fileSystem(String)}; closing it closes this connection too. */
  PandoFileSystem onlyFileSystem(String name) {
    FileConnection files = connection.files().open(name, PROGRAM, _ -> {});
    return opened(
        name,
        files,
        () -> {
          files.close();
          close();
        });
  }

  /** See {@link #fileSystem(String)}. */
  public CompletableFuture<PandoFileSystem> fileSystemAsync(String name) {
    return connection
        .files()
        .openAsync(name, PROGRAM, _ -> {})
        .thenApply(files -> opened(name, files, files::close));
  }

  private PandoFileSystem opened(String name, FileConnection files, Runnable closing) {
    return PathFileSystem.open(name, files.calls(), files.hash(), connection.completion(), closing);
  }

  /** Operations for operators. */
  public Admin admin() {
    return admin;
  }

  /**
   * Closes the connection: pending operations fail with {@link PandoException.Closed}, and threads
   * that were started for it end. Has no effect if it is closed already. Must not be called from an
   * event loop.
   */
  @Override
  public void close() {
    connection.close();
  }

  /** See {@link #close}; completes with whether the connection was open until now. */
  public CompletableFuture<Boolean> closeAsync() {
    return connection.startClose();
  }
}
