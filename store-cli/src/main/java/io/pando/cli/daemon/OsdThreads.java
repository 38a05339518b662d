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
 * The two groups of an OSD's threads, and on which cores they run: its event loops, which answer
 * clients, and those that wait for its disk, which must not take the time of the others. Which
 * thread is of which group shows in its name: {@code pando-loop…} and {@code store-…}.
 */
final class OsdThreads {
  private final String osd;
  private final OsdCores cores;

  private OsdThreads(String osd, OsdCores cores) {
    this.osd = osd;
    this.cores = cores;
  }

  /** Those of an OSD; refused where they cannot be pinned as it is configured. */
  static OsdThreads of(DaemonContext daemonContext, OsdEntry entry) throws DaemonException {
    String osd = "osd." + entry.id();
    if (entry.cores().isPinned() && !daemonContext.alone()) {
      throw new DaemonException(
          osd
              + " cannot have cores of its own in a process that it shares with other daemons: run"
              + " it with 'pando osd --id "
              + entry.id()
              + "', or all with 'pando up --processes', or take loop_cores and storage_cores out");
    }
    return new OsdThreads(osd, entry.cores());
  }

  /** Puts event loops where they belong. */
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
    /** Starts them. */
    T start() throws E;
  }

  /** Threads that are started meanwhile, by whom ever, belong to storage. */
  <T, E extends Exception> T startStorage(Starting<T, E> starting) throws DaemonException, E {
    CoreSet wanted = cores.storage();
    if (wanted == null) {
      return starting.start();
    }
    // A thread runs where the one may run that started it.
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
