package io.pando.mds.caps;

import io.pando.fs.Ino;

/**
 * A session was asked to give capabilities up, or to tell the state of a file, and has not done so.
 *
 * @param sinceNanos when it was asked; monotonic
 */
public record UnansweredRevocation(long session, Ino ino, long sinceNanos) {}
