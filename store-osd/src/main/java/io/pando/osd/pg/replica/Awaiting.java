package io.pando.osd.pg.replica;

/**
 * Work that waits until a transaction is durable. It runs only in the interval in which it began to
 * wait, unless it is made with {@link #inAnyInterval}.
 *
 * @param who name of the work, for reports
 * @param target what the work is about, for reports: a version, an object, a peer
 * @param since number of intervals that had ended when the work began to wait
 */
public record Awaiting(String who, Object target, Runnable action, long since) {
  private static final long ANY = -1;
  private static final Awaiting NOTHING = inAnyInterval("nothing", "nothing", () -> {});

  /** Nothing waits for the transaction. */
  public static Awaiting nothing() {
    return NOTHING;
  }

  /**
   * Work that is done even if the interval ends before. Only work that stays right then may be of
   * this kind: a change of the replica itself, or an answer that reports what is durable here and
   * bears the epoch of its request.
   */
  public static Awaiting inAnyInterval(String who, Object target, Runnable action) {
    return new Awaiting(who, target, action, ANY);
  }

  boolean isDue(long intervals) {
    return since == ANY || since == intervals;
  }

  @Override
  public String toString() {
    return since == ANY
        ? "%s of %s (in any interval)".formatted(who, target)
        : who + " of " + target;
  }
}
