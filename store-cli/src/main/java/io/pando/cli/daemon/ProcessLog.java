package io.pando.cli.daemon;

import java.io.PrintStream;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes daemons' messages to the log of the process. A daemon that cannot go on ends the process
 * at once, with a report and exit status {@value #FATAL}: a program whose state cannot be trusted
 * must not write any more.
 *
 * @param err stream that gets such reports too
 */
public record ProcessLog(PrintStream err) implements DaemonLog {
  /** Exit status of a process whose daemon cannot keep its guarantees. */
  public static final int FATAL = 70;

  private static final String OSD = "osd.";
  private static final Logger LOG = LoggerFactory.getLogger("pando");

  /** Ends the process when a thread ends with an unexpected exception. */
  public void watchThreads() {
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
      LOG.error("thread {} ended", thread.getName(), failure);
      failure.printStackTrace(err);
      fatal("thread " + thread.getName(), String.valueOf(failure));
    });
  }

  private static String wayOut(String daemon, String why) {
    return daemon.startsWith(OSD) && why.contains(": store: ")
        ? damagedStore("DIR", Integer.parseInt(daemon.substring(OSD.length())))
        : "Start it again; if this happens again, keep its data directory and\nreport this.";
  }

  /**
   * Advice for a store that may be damaged.
   *
   * @param directory data directory of the OSD
   */
  static String damagedStore(String directory, int osd) {
    return String.format(
        "Check its store: pando store fsck %s. If that finds damage: pando store repair %s, or move"
            + " the directory away, give up its data (pando osd replace %d) and start "
            + "the OSD: it is"
            + " filled again from the other replicas",
        directory, directory, osd);
  }

  @Override
  public void note(String daemon, String what) {
    LOG.info("{}: {}", daemon, what);
  }

  @Override
  public boolean isDebugged() {
    return LOG.isDebugEnabled();
  }

  @Override
  public void debug(String daemon, String what) {
    LOG.debug("{}: {}", daemon, what);
  }

  @Override
  public void ended(String daemon, String why, int status) {
    LOG.warn("{}", why);
    err.println("pando: " + why);
    err.flush();
    Runtime.getRuntime().halt(status);
  }

  @Override
  public void fatal(String daemon, String why) {
    String report =
        """
        pando: FATAL: %s
          time     %s
          process  %d
          what     %s
        It stopped at once, so that nothing wrong is written. Acknowledged updates are on its disk
        and on the other replicas. %s
        """
            .formatted(
                daemon, Instant.now(), ProcessHandle.current().pid(), why, wayOut(daemon, why));
    LOG.error("{}", report);
    err.print(report);
    err.flush();
    Runtime.getRuntime().halt(FATAL);
  }
}
