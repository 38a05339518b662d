package io.pando.osd;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.report.ProcessUse;

/** The process that runs a daemon. Called on any of the daemon's loops. */
public interface DaemonHost {
  /** Writes a line to the log. */
  void note(String what);

  /** Whether debug lines are written, such as one for each request. */
  boolean isDebugged();

  /** Writes a debug line to the log, if {@link #isDebugged}. */
  void debug(String what);

  /**
   * Ends the process at once, without another write: the daemon can no longer keep its guarantees.
   * The daemon does nothing after this call.
   */
  void fatal(String why);

  /**
   * Resources that the daemon's process has used since its start. The call may take one or two
   * milliseconds.
   */
  ProcessUse processUse();

  /** Registry for the meters of this incarnation of the daemon. */
  MeterRegistry registry();
}
