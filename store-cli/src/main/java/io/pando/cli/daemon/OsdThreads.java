package io.pando.cli.daemon;

import io.pando.cli.config.OsdCores;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.machine.CoreSet;
import io.pando.cli.machine.Pinning;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two groups of an OSD's threads and their cores: its event loops, which answer clients, and
 * its storage threads, which wait for its disk and must not take time from the event loops. The
 * group of a thread shows in its name: {@code pando-loop…} or {@code store-…}.
 */
record OsdThreads(String osd, OsdCores cores) {
  /** The threads of an OSD; throws if they cannot be pinned as configured. */
  static OsdThreads of(DaemonContext daemonContext, OsdEntry entry) throws DaemonException {
    String osd = "osd." + entry.id();
    if (entry.cores().isPinned() && !daemonContext.alone()) {
      throw new DaemonException(
          osd
              + " cannot have cores of its own in a process that it shares with other daemons: run"
              + " it with 'pando osd --id "
              + entry.id()
              + "', or all with 'pando up --processes', or remove loop_cores and storage_cores");
    }
    return new OsdThreads(osd, entry.cores());
  }

  /** Pins event loops to their cores. */
  void pinLoops(List<EventLoop> loops) throws DaemonException {
    CoreSet wanted = cores.loops();
    if (wanted == null) {
      return;
    }
    for (EventLoop loop : loops) {
      String failure = OnLoop.get(loop, () -> pin(wanted));
      if (!failure.isEmpty()) {
        throw new DaemonException(osd + ", loop_cores: " + failure);
      }
    }
  }

  private static String pin(CoreSet wanted) {
    try {
      Pinning.pin(wanted);
      return "";
    } catch (IOException failure) {
      return String.valueOf(failure.getMessage());
    }
  }

  /** Starts threads that wait for the disk. */
  interface Starting<T, E extends Exception> {
    /** Starts the threads. */
    T start() throws E;
  }

  /**
   * Starts storage threads: all threads started during the call are pinned to the storage cores.
   */
  <T, E extends Exception> T startStorage(Starting<T, E> starting) throws DaemonException, E {
    CoreSet wanted = cores.storage();
    if (wanted == null) {
      return starting.start();
    }
    // A new thread inherits the cores of the thread that starts it.
    CoreSet before = pinStorage(wanted);
    try {
      return starting.start();
    } finally {
      pinStorage(before);
    }
  }

  private CoreSet pinStorage(CoreSet wanted) throws DaemonException {
    try {
      CoreSet before = Pinning.now();
      Pinning.pin(wanted);
      return before;
    } catch (IOException failure) {
      throw new DaemonException(osd + ", storage_cores: " + failure.getMessage(), failure);
    }
  }

  /** A sentence for the log. */
  String describe(int shards) {
    return "%d %s: event loops on %s, storage threads on %s"
        .formatted(
            shards,
            shards == 1 ? "shard" : "shards",
            describe(cores.loops()),
            describe(cores.storage()));
  }

  private static String describe(@Nullable CoreSet where) {
    return where == null ? "any core" : "cores " + where;
  }
}
