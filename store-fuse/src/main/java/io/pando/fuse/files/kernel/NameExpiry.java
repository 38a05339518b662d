package io.pando.fuse.files.kernel;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Directories with names, in the order in which these end: names that the kernel does not have any
 * more are forgotten while others are given, so no walk through many directories fills the memory.
 * Only the client's thread uses it.
 */
final class NameExpiry {
  private record Due(KernelNode directory, long at) {}

  private final Deque<Due> dues = new ArrayDeque<>();
  private final long nanos;

  /**
   * No directories.
   *
   * @param nanos most time for which the kernel keeps a name
   */
  NameExpiry(long nanos) {
    this.nanos = nanos;
  }

  /** A directory has its first name. */
  void add(KernelNode directory, long now) {
    dues.add(new Due(directory, now + nanos));
  }

  /** Forgets names that are over. */
  void advance(long now) {
    for (Due first = dues.peek(); first != null && first.at <= now; first = dues.peek()) {
      dues.remove();
      if (first.directory.expireNames(now)) {
        add(first.directory, now);
      }
    }
  }
}
