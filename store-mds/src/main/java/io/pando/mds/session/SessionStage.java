package io.pando.mds.session;

/**
 * What a session is doing.
 *
 * <pre>
 *   OPENING → OPEN          the session is durable
 *   AWAITED → OPEN          a session of a former holder of the rank told what it has
 *   OPEN, AWAITED → EXPIRED the lease is over
 *   all but CLOSING → EXPIRED the session is fenced
 *   all → CLOSING           the end is in order, and not durable yet
 * </pre>
 */
public enum SessionStage {
  OPENING,
  AWAITED,
  OPEN,
  EXPIRED,
  CLOSING
}
