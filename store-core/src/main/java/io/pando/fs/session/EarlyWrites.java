package io.pando.fs.session;

/**
 * Limits of what a client writes to new files that may not exist after a failure.
 *
 * <p>A client may write the first object of a file before the record that makes the file is
 * durable. If the server and the client fail then, the object belongs to no file. So a server that
 * evicts a session removes the first objects of the lowest numbers that the session has not used. A
 * client uses its numbers in ascending order, but for one that it gave back, and writes early only
 * while few of them may be unused: then the number of each such file is among those.
 */
public final class EarlyWrites {
  /** Most numbers that may be unused while a client writes a file early. */
  public static final int MOST_UNUSED = 32;

  /** How many numbers a server looks at when it evicts a session. */
  public static final int REMOVED = 2 * MOST_UNUSED;

  private EarlyWrites() {}
}
