package io.pando.cli.daemon;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.cli.machine.ProcessWatch;
import io.pando.osd.DaemonHost;
import io.pando.report.ProcessUse;
import java.util.function.BiConsumer;

/** Receives messages of daemons, from any thread. */
public interface DaemonLog {
  /** A message for the log. */
  void note(String daemon, String what);

  /** Whether debug messages are written. */
  default boolean isDebugged() {
    return false;
  }

  /** A debug message for the log. */
  default void debug(String daemon, String what) {}

  /** The daemon can no longer keep its guarantees. By default the process ends at once. */
  void fatal(String daemon, String why);

  /**
   * The daemon ends, without a fault of its own: it was removed, or may not start.
   *
   * @param why what happened, and the way out; a sentence that begins with the daemon's name
   * @param status exit status, if the daemon has a process of its own
   */
  default void ended(String daemon, String why, int status) {
    fatal(daemon, why);
  }

  /**
   * The host interface of one OSD, with this log.
   *
   * @param watch watch over its process
   * @param registry registry for its meters
   */
  default DaemonHost of(String daemon, ProcessWatch watch, MeterRegistry registry) {
    DaemonLog log = this;
    BiConsumer<String, String> note = this::note;
    BiConsumer<String, String> fatal = this::fatal;
    return new DaemonHost() {
      @Override
      public void note(String what) {
        note.accept(daemon, what);
      }

      @Override
      public boolean isDebugged() {
        return log.isDebugged();
      }

      @Override
      public void debug(String what) {
        log.debug(daemon, what);
      }

      @Override
      public void fatal(String why) {
        fatal.accept(daemon, why);
      }

      @Override
      public MeterRegistry registry() {
        return registry;
      }

      @Override
      public ProcessUse processUse() {
        return watch.use();
      }
    };
  }
}
