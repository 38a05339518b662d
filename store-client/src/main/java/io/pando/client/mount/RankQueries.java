package io.pando.client.mount;

import io.pando.client.engine.ClientEngine;
import io.pando.client.engine.Completion;
import io.pando.client.engine.DaemonQueries;
import io.pando.client.file.FileAdmin;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.RankId;
import io.pando.message.MdsMessage;
import io.pando.report.files.RankReport;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Queries of operators to the holders of ranks, on a client's engine. */
public final class RankQueries implements FileAdmin {
  private final ClientEngine engine;
  private final Completion completion;
  private final Duration timeout;

  /** Queries that are given up after {@code timeout}. */
  public RankQueries(ClientEngine engine, Completion completion, Duration timeout) {
    this.engine = engine;
    this.completion = completion;
    this.timeout = timeout;
  }

  @Override
  public RankReport report(String system, int rank) {
    return await(new DaemonQueries.Query.OfRank(rank(system, rank)));
  }

  @Override
  public CompletableFuture<RankReport> reportAsync(String system, int rank) {
    return hand(new DaemonQueries.Query.OfRank(rank(system, rank)));
  }

  @Override
  public RankReport evict(String system, int rank, long session) {
    return await(new DaemonQueries.Query.Evict(rank(system, rank), session));
  }

  @Override
  public CompletableFuture<RankReport> evictAsync(String system, int rank, long session) {
    return hand(new DaemonQueries.Query.Evict(rank(system, rank), session));
  }

  private RankId rank(String system, int rank) {
    ClusterMap map = engine.map();
    FileSystem found =
        Optional.ofNullable(map)
            .flatMap(known -> known.files().named(system))
            .orElseThrow(() ->
                completion
                    .exceptions()
                    .invalidArgument("file system '" + system + "' does not exist"));
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
      throw completion.exceptions().unavailable("the metadata server refuses: " + it.refused());
    }
    throw completion
        .exceptions()
        .unavailable("a query to a metadata server was not answered: " + answer.reason());
  }
}
