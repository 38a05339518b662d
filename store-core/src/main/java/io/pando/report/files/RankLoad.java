package io.pando.report.files;

/**
 * What the holder of a rank tells the monitors with each beacon: whether clients wait for it.
 *
 * @param slowRequests number of requests that have waited for longer than {@value #SLOW_SECONDS} s
 * @param oldestMillis how long the oldest of them has waited; 0 if there is none
 * @param waitsFor what the oldest of them waits for, as a clause; empty if there is none
 * @param journalBytes bytes of the journal
 * @param journalLimitBytes clients wait when it is longer; 0 if the journal was not read yet
 */
public record RankLoad(
    int slowRequests,
    long oldestMillis,
    String waitsFor,
    long journalBytes,
    long journalLimitBytes) {
  /** Seconds after which a request is slow. */
  public static final int SLOW_SECONDS = 30;

  /** Of a rank whose journal is being read. */
  public static final RankLoad NONE = new RankLoad(0, 0, "", 0, 0);
}
