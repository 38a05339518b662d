package io.pando.client;

import io.pando.client.engine.ClientEngine;
import io.pando.client.engine.Completion;
import io.pando.client.engine.DaemonQueries;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.RankId;
import io.pando.message.MdsMessage;
import io.pando.report.files.RankReport;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Operations for operators of file systems. Safe for use by several threads. A query goes to the
 * metadata server that holds the rank, and fails with {@link PandoException.Unavailable} if there
 * is none, or if it does not answer in time.
 */
public final class FileAdmin {
  private final ClientEngine engine;
  private final Completion completion;
  private final Duration timeout;

  FileAdmin(ClientEngine engine, Completion completion, Duration timeout) {
    this.engine = engine;
    this.completion = completion;
    this.timeout = timeout;
  }

  /**
   * The report of a rank: its journal, clients, and requests that wait.
   *
   * @param system name of a file system
   * @throws PandoException.InvalidArgument if it does not exist
   */
  public RankReport report(String system, int rank) {
    return await(new DaemonQueries.Query.OfRank(rank(system, rank)));
  }

  /** See {@link #report}. */
  public CompletableFuture<RankReport> reportAsync(String system, int rank) {
    return hand(new DaemonQueries.Query.OfRank(rank(system, rank)));
  }

  /**
   * Begins to evict a client: it is fenced, so that nothing that it still sends is executed, and
   * its session ends. Returns the report from before.
   *
   * @param system name of a file system
   * @param session number of the session, by the report
   * @throws PandoException.InvalidArgument if there is no such file system
   * @throws PandoException.Unavailable if the rank has no such session
   */
  public RankReport evict(String system, int rank, long session) {
    return await(new DaemonQueries.Query.Evict(rank(system, rank), session));
  }

  /** See {@link #evict}. */
  public CompletableFuture<RankReport> evictAsync(String system, int rank, long session) {
    return hand(new DaemonQueries.Query.Evict(rank(system, rank), session));
  }

  private RankId rank(String system, int rank) {
    ClusterMap map = engine.map();
    FileSystem found =
        Optional.ofNullable(map)
            .flatMap(known -> known.files().named(system))
            .orElseThrow(() ->
                new PandoException.InvalidArgument("there is no file system '" + system + "'"));
    return new RankId(found.id(), rank);
  }

  private RankReport await(DaemonQueries.Query query) {
    return completion.await(
        engine.ask(query, timeout), this::report, timeout, "a query to a metadata server");
  }

  private CompletableFuture<RankReport> hand(DaemonQueries.Query query) {
    return completion.hand(engine.ask(query, timeout), this::report);
  }

  private RankReport report(DaemonQueries.Answer answer) {
    if (answer.message() instanceof MdsMessage.RankAnswer it) {
      if (it.report() != null) {
        return it.report();
      }
      throw new PandoException.Unavailable("the metadata server refuses: " + it.refused());
    }
    throw engine.isClosed()
        ? PandoExceptions.closed("a query to a metadata server", false)
        : new PandoException.Unavailable(
            "a query to a metadata server was not answered: " + answer.reason());
  }
}
