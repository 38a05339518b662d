package io.pando.cli.daemon;

import io.pando.cli.machine.ProcessWatch;
import io.pando.osd.DaemonHost;
import io.pando.report.ProcessUse;
import java.util.function.BiConsumer;

/** Hears what daemons have to say, from any thread. */
public interface DaemonLog {
  /** Something worth a line. */
  void note(String daemon, String what);

  /** The daemon cannot keep its promises any more. By default the process ends at once. */
  void fatal(String daemon, String why);

  /**
   * The same for one OSD.
   *
   * @param watch of its process
   */
  default DaemonHost of(String daemon, ProcessWatch watch) {
    BiConsumer<String, String> note = this::note;
    BiConsumer<String, String> fatal = this::fatal;
    return new DaemonHost() {
      @Override
      public void note(String what) {
        note.accept(daemon, what);
      }

      @Override
      public void fatal(String why) {
        fatal.accept(daemon, why);
      }

      @Override
      public ProcessUse processUse() {
        return watch.use();
      }
    };
  }
}
