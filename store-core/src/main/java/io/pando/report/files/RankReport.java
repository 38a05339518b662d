package io.pando.report.files;

import java.util.List;

/**
 * A rank as its holder sees it.
 *
 * @param journal its journal
 * @param clients sessions, by number
 * @param waiting requests that are not answered, the oldest first, at most {@value #MOST_WAITING}
 * @param requests requests that are not answered, those that are not listed included
 */
public record RankReport(
    JournalUse journal, List<ClientReport> clients, List<WaitingRequest> waiting, int requests) {
  /** Most requests that are listed. */
  public static final int MOST_WAITING = 100;

  /**
   * How full a journal is.
   *
   * @param bytes from its oldest segment to its end
   * @param limitBytes clients wait when it is longer
   * @param ordered number of the newest record
   * @param durable number of the newest record that is durable
   */
  public record JournalUse(long bytes, long limitBytes, long ordered, long durable) {}
}
