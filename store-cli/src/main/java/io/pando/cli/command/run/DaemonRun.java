package io.pando.cli.command.run;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MdsEntry;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.config.OsdMemory;
import io.pando.cli.daemon.DaemonContext;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.MdsRuntime;
import io.pando.cli.daemon.MonDaemon;
import io.pando.cli.daemon.Networks;
import io.pando.cli.daemon.OsdRuntime;
import io.pando.cli.daemon.ProcessLog;
import io.pando.cli.daemon.Provision;
import io.pando.cli.daemon.UntilStopped;
import io.pando.cli.machine.HeapSizing;
import io.pando.cli.output.LogSetup;
import io.pando.cli.process.OsdProcess;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.mds.rehearsal.ReplayRehearsal;
import io.pando.port.Network;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs one daemon in this process until it is told to stop.
 *
 * @param logFile log file of the daemon; null logs to standard error
 */
public record DaemonRun(CommandContext context, @Nullable Path logFile) {
  /** Time for the monitors to elect a leader, when all hosts start together. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Until a metadata server rehearses: other daemons of the machine may be starting, too. */
  private static final long BEFORE_REHEARSAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Between two replays of a rehearsal, so that it does not hold up what runs on the machine. */
  private static final long REHEARSAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Runs a monitor. */
  public int monitor(int id) throws DaemonException, IOException, InterruptedException {
    ClusterConfig config = context.config();
    MonitorEntry entry = MonitorPlace.of(config, id);
    return run(
        config,
        "mon." + id,
        daemonContext -> {
          MonDaemon daemon = MonDaemon.start(daemonContext, entry);
          return daemon::close;
        });
  }

  /** Creates an OSD in the cluster map, unless it is there already. */
  private void create(int id) throws DaemonException {
    ClusterConfig all = context.config();
    ClusterConfig one = all.withOsd(all.osdNumbered(id));
    try (Cluster client = CommandContext.connect(all, PATIENCE)) {
      String purged = Provision.createOsds(client, one).get(id);
      if (purged != null) {
        throw new DaemonException(purged);
      }
    }
  }

  /**
   * Runs an OSD.
   *
   * @param create whether to create it in the cluster map first
   */
  public int osd(int id, boolean create) throws DaemonException, IOException, InterruptedException {
    ClusterConfig config = context.config();
    OsdEntry entry = config.osdNumbered(id);
    OsdMemory memory = config.settings().osd().storage().memory();
    String limits = OsdProcess.fit(memory);
    if (create) {
      create(id);
    }
    boolean _ = HeapSizing.begin();
    return run(
        config,
        "osd." + id,
        daemonContext -> {
          daemonContext.log().note("osd." + id, limits);
          OsdRuntime daemon = OsdRuntime.start(daemonContext, entry);
          return daemon::close;
        });
  }

  /** Runs a metadata server. */
  public int mds(int id) throws DaemonException, IOException, InterruptedException {
    ClusterConfig config = context.config();
    MdsEntry entry = config.mdsNumbered(id);
    return run(
        config,
        "mds." + id,
        daemonContext -> {
          MdsRuntime daemon = MdsRuntime.start(daemonContext, entry);
          Thread.ofPlatform().daemon().name("rehearsal").start(DaemonRun::rehearse);
          return daemon::close;
        });
  }

  /** Has the code of a replay compiled, before this server may have to take a rank over. */
  private static void rehearse() {
    LockSupport.parkNanos(BEFORE_REHEARSAL_NANOS);
    ReplayRehearsal rehearsal = new ReplayRehearsal();
    for (int i = 0; i < ReplayRehearsal.USUAL_ROUNDS; i++) {
      long _ = rehearsal.replay();
      LockSupport.parkNanos(REHEARSAL_PAUSE_NANOS);
    }
  }

  private int run(ClusterConfig config, String name, Start start)
      throws DaemonException, IOException, InterruptedException {
    if (logFile == null) {
      LogSetup.daemon(config.settings().log());
    } else {
      LogSetup.daemon(logFile, config.settings().log());
    }
    PrintStream err = context.console().err();
    RunFolder folder = RunFolder.of(config);
    folder.claim(name);
    ProcessLog log = new ProcessLog(err);
    Network network = Networks.open(config);
    UntilStopped.Stop stop;
    try {
      stop = start.start(new DaemonContext(config, network, log, true, null));
    } catch (Throwable failure) {
      network.close();
      folder.release(name);
      throw failure;
    }
    log.watchThreads();
    UntilStopped.whenStopped(
        err,
        () -> {
          log.note(name, "stops");
          stop.run();
          network.close();
          folder.release(name);
        });
    log.note(name, "runs, over " + network.describe());
    UntilStopped.await();
    return 0;
  }

  private interface Start {
    UntilStopped.Stop start(DaemonContext daemonContext) throws DaemonException;
  }
}
