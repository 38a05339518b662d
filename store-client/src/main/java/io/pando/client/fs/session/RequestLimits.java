package io.pando.client.fs.session;

/**
 * Limits of the requests of a session.
 *
 * @param mostUnanswered most requests that were sent and have no answer
 * @param mostKept most requests that were sent and are kept, either without an answer or not
 *     durable
 * @param mostQueued most requests that wait to be sent; further ones are refused
 */
public record RequestLimits(int mostUnanswered, int mostKept, int mostQueued) {
  /** Limits that a mount of one machine does not reach. */
  public static final RequestLimits USUAL = new RequestLimits(256, 8_192, 65_536);

  public RequestLimits {
    if (mostUnanswered < 1 || mostKept < mostUnanswered || mostQueued < 1) {
      throw new IllegalArgumentException(
          "limits of requests: %d unanswered, %d kept, %d queued"
              .formatted(mostUnanswered, mostKept, mostQueued));
    }
  }
}
