package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.MdsEntry;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import io.pando.id.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The daemons of a cluster in this process, over real sockets and real files. Not thread-safe. */
public final class EmbeddedCluster implements AutoCloseable {
  private final DaemonContext daemonContext;
  private final List<MonDaemon> monitors = new ArrayList<>();
  private final SortedMap<Integer, OsdRuntime> osds = new TreeMap<>();
  private final List<MdsRuntime> metadataServers = new ArrayList<>();

  private EmbeddedCluster(DaemonContext daemonContext) {
    this.daemonContext = daemonContext;
  }

  /** Creates a cluster without starting its daemons. */
  public static EmbeddedCluster open(ClusterConfig config, DaemonLog log) {
    return open(config, log, null);
  }

  /**
   * Creates a cluster without starting its daemons.
   *
   * @param heapDisks disks of the OSDs' stores in place of files; null for files
   */
  public static EmbeddedCluster open(
      ClusterConfig config, DaemonLog log, @Nullable HeapDisks heapDisks) {
    return new EmbeddedCluster(
        new DaemonContext(config, Networks.open(config), log, false, heapDisks));
  }

  /**
   * Starts all monitors that can be started.
   *
   * @return reasons why the other monitors do not start
   * @throws DaemonException if there are too few for a majority
   */
  public List<String> startMonitors() throws DaemonException {
    List<DaemonException> failures = new ArrayList<>();
    for (MonitorEntry entry : daemonContext.config().monitors()) {
      try {
        monitors.add(MonDaemon.start(daemonContext, entry));
      } catch (DaemonException failure) {
        failures.add(failure);
      }
    }
    List<String> reasons = failures.stream().map(DaemonException::getMessage).toList();
    if (monitors.size() <= daemonContext.config().monitors().size() / 2) {
      throw new DaemonException(
          "too few monitors start for a majority: " + String.join("; ", reasons),
          failures.getFirst());
    }
    return reasons;
  }

  /** Starts all OSDs; the cluster map must contain them. */
  public void startOsds() throws DaemonException {
    SortedMap<Integer, DaemonException> failures = startOsds(new TreeMap<>());
    if (!failures.isEmpty()) {
      throw failures.firstEntry().getValue();
    }
  }

  /**
   * Starts all OSDs that can be started; the cluster map must contain them.
   *
   * @param without OSDs that are not started
   * @return reasons why other OSDs do not start
   */
  public SortedMap<Integer, DaemonException> startOsds(SortedMap<Integer, String> without) {
    SortedMap<Integer, DaemonException> failures = new TreeMap<>();
    for (OsdEntry entry : daemonContext.config().osds()) {
      if (without.containsKey(entry.id())) {
        continue;
      }
      try {
        osds.put(entry.id(), OsdRuntime.start(daemonContext, entry));
      } catch (DaemonException failure) {
        failures.put(entry.id(), failure);
      }
    }
    return failures;
  }

  /**
   * Starts all metadata servers that can be started.
   *
   * @return reasons why others do not start, by number
   */
  public SortedMap<Integer, DaemonException> startMetadataServers() {
    SortedMap<Integer, DaemonException> failures = new TreeMap<>();
    for (MdsEntry entry : daemonContext.config().metadataServers()) {
      try {
        metadataServers.add(MdsRuntime.start(daemonContext, entry));
      } catch (DaemonException failure) {
        failures.put(entry.id(), failure);
      }
    }
    return failures;
  }

  /** Ends a metadata server at once, as {@code kill -9} does. */
  public void killMetadataServer(NodeId server) throws DaemonException {
    for (MdsRuntime each : metadataServers) {
      if (each.node().equals(server)) {
        metadataServers.remove(each);
        each.kill();
        return;
      }
    }
    throw new DaemonException(server + " does not run");
  }

  /** Starts an OSD that was stopped. */
  public void startOsd(int id) throws DaemonException {
    try {
      osds.put(id, OsdRuntime.start(daemonContext, daemonContext.config().osdNumbered(id)));
    } catch (ConfigException unknown) {
      throw new DaemonException("osd." + id + " is not in the configuration", unknown);
    }
  }

  /** Stops an OSD cleanly. */
  public void stopOsd(int id) throws DaemonException {
    OsdRuntime osd = osds.remove(id);
    if (osd == null) {
      throw new DaemonException("osd." + id + " does not run");
    }
    osd.close();
  }

  /**
   * Stops all daemons cleanly: metadata servers first, since they write to OSDs, and monitors last,
   * so that they can mark the others down.
   */
  @Override
  public void close() throws DaemonException {
    List<Stoppable> all = new ArrayList<>();
    metadataServers.forEach(server -> all.add(server::close));
    osds.values().forEach(osd -> all.add(osd::close));
    monitors.forEach(monitor -> all.add(monitor::close));
    metadataServers.clear();
    osds.clear();
    monitors.clear();
    List<DaemonException> failures = new ArrayList<>();
    for (Stoppable daemon : all) {
      try {
        daemon.stop();
      } catch (DaemonException failure) {
        failures.add(failure);
      }
    }
    daemonContext.network().close();
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  private interface Stoppable {
    void stop() throws DaemonException;
  }
}
