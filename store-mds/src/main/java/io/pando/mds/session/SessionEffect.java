package io.pando.mds.session;

import io.pando.fs.session.InoRange;
import java.util.List;

/** What sessions do, or ask for. */
public sealed interface SessionEffect {
  /**
   * The session is open, and durable if it is new: the client is told.
   *
   * @param fresh whether it is new
   * @param numbers inode numbers that it has
   */
  record Opened(long session, boolean fresh, List<InoRange> numbers) implements SessionEffect {}

  /** The session gets more inode numbers, which are durable. */
  record MoreNumbers(long session, List<InoRange> numbers) implements SessionEffect {}

  /** The lease is over: the session has to be fenced, then evicted by {@link Sessions#close}. */
  record Expired(long session) implements SessionEffect {}

  /** The end of the session is durable. */
  record Closed(long session) implements SessionEffect {}
}
