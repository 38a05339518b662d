package io.pando.osd;

import io.pando.report.ProcessUse;

/** Who runs a daemon. Called on any of its loops. */
public interface DaemonHost {
  /** Something worth a line in the log. */
  void note(String what);

  /**
   * The daemon can no longer keep its promises and must end at once, without another write. Nothing
   * is to be expected of it any more.
   */
  void fatal(String why);

  /** What the daemon's process took until now; may take a millisecond or two. */
  ProcessUse processUse();
}
