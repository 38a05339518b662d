package io.pando.client.file;

import io.pando.report.files.RankReport;
import java.util.concurrent.CompletableFuture;

/**
 * Operations for operators of file systems. Safe for use by several threads. A query goes to the
 * metadata server that holds the rank, and fails with {@code PandoException.Unavailable} if there
 * is none, or if it does not answer in time; with {@code PandoException.InvalidArgument} if there
 * is no such file system.
 */
public interface FileAdmin {
  /**
   * The report of a rank: its journal, clients, and requests that wait.
   *
   * @param system name of a file system
   */
  RankReport report(String system, int rank);

  /** See {@link #report}. */
  CompletableFuture<RankReport> reportAsync(String system, int rank);

  /**
   * Begins to evict a client: it is fenced, so that nothing that it still sends is executed, and
   * its session ends. Returns the report from before. Fails with {@code PandoException.Unavailable}
   * if the rank has no such session.
   *
   * @param system name of a file system
   * @param session number of the session, by the report
   */
  RankReport evict(String system, int rank, long session);

  /** See {@link #evict}. */
  CompletableFuture<RankReport> evictAsync(String system, int rank, long session);
}
