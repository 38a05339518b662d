package io.pando.mds.session;

/**
 * Limits of the sessions of a rank.
 *
 * @param leaseNanos a session has to be renewed within this time; monotonic nanoseconds
 * @param marginNanos how much later the server regards a lease as over: the client's clock may be
 *     slower
 * @param numbers inode numbers that a session is given at a time, at least 2
 * @param mostAnswers most changes of a session that were answered and may be repeated, at least 1
 * @param forgetBatch rows of answers that are removed at a time, at least 1
 * @param mostSessions most sessions
 */
public record SessionLimits(
    long leaseNanos,
    long marginNanos,
    int numbers,
    int mostAnswers,
    int forgetBatch,
    int mostSessions) {
  public SessionLimits {
    if (leaseNanos < 1 || marginNanos < 0) {
      throw new IllegalArgumentException(
          "a lease of %d ns with a margin of %d ns".formatted(leaseNanos, marginNanos));
    }
    if (numbers < 2 || mostAnswers < 1 || forgetBatch < 1 || mostSessions < 1) {
      throw new IllegalArgumentException(
          "%d inode numbers, %d answers, %d forgotten at a time, %d sessions"
              .formatted(numbers, mostAnswers, forgetBatch, mostSessions));
    }
  }

  /** Leases of 10 s and 1 s of margin; 16,384 numbers; 16,384 answers; 10,000 sessions. */
  public static SessionLimits usual() {
    return new SessionLimits(10_000_000_000L, 1_000_000_000L, 16_384, 16_384, 256, 10_000);
  }
}
