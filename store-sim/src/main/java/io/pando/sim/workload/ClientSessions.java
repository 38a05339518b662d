package io.pando.sim.workload;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.port.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The sessions of one client, one after the other: when a session is fenced, the client opens
 * another one. Runs on one event loop.
 */
public final class ClientSessions {
  private static final long RETRY_NANOS = 500_000_000;

  private final String client;
  private final EventLoop loop;
  private final Opening opening;
  private int opened = 1;
  private Session current;

  /**
   * A session of the client.
   *
   * @param pool the pool, with the session's name in the history
   */
  public record Session(Cluster cluster, RecordedPool pool) {}

  /**
   * How sessions are opened.
   *
   * @param connect connects to the cluster
   * @param pool the pool of a new session, which has the given name in the history
   */
  public record Opening(
      Supplier<CompletableFuture<Cluster>> connect,
      BiFunction<Cluster, String, RecordedPool> pool) {}

  /**
   * @param client name of the client, and of its first session in the history
   * @param loop waits before another attempt to connect
   */
  public ClientSessions(String client, Cluster first, EventLoop loop, Opening opening) {
    this.client = client;
    this.loop = loop;
    this.opening = opening;
    this.current = new Session(first, opening.pool().apply(first, client));
  }

  /** The newest session, which may be fenced. */
  public Session current() {
    return current;
  }

  /** The pool in a session that was not fenced so far; a new session is opened if need be. */
  public CompletableFuture<RecordedPool> usable() {
    if (!current.pool().isFenced()) {
      return CompletableFuture.completedFuture(current.pool());
    }
    CompletableFuture<RecordedPool> done = new CompletableFuture<>();
    open(done);
    return done;
  }

  private void open(CompletableFuture<RecordedPool> done) {
    var _ =
        opening
            .connect()
            .get()
            .whenComplete((cluster, failure) -> {
              if (failure != null || !use(cluster)) {
                loop.schedule(RETRY_NANOS, () -> open(done));
              } else {
                done.complete(current.pool());
              }
            });
  }

  /** Uses a new session if the present one is fenced; false if the pool is removed now. */
  private boolean use(Cluster cluster) {
    if (!current.pool().isFenced()) {
      return true;
    }
    try {
      RecordedPool pool = opening.pool().apply(cluster, client + "." + (opened + 1));
      current = new Session(cluster, pool);
      opened++;
      return true;
    } catch (PandoException.NoPool removed) {
      return false;
    }
  }
}
