package io.pando.fuse.files.kernel;

import io.pando.fuse.protocol.FuseName;
import java.util.List;

/**
 * What the kernel may have of a node that it must not use any more.
 *
 * @param attributes it may have attributes
 * @param pages it may have pages
 */
record CacheLoss(boolean attributes, boolean pages, Names names) {
  /**
   * Names in a directory.
   *
   * @param names those that may be valid, absent ones included
   * @param untilNanos when the last of them becomes invalid by itself
   * @param busy a request about names in the directory waits for its answer, or did so just now:
   *     the kernel may be about to believe that a name is valid
   */
  record Names(List<FuseName> names, long untilNanos, boolean busy) {
    static final Names NONE = new Names(List.of(), 0, false);

    boolean isEmpty() {
      return names.isEmpty();
    }
  }

  boolean isEmpty() {
    return !attributes && !pages && names.isEmpty();
  }
}
