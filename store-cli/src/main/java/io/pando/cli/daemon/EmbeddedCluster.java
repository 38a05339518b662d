package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import io.pando.port.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The daemons of a cluster in this process, over real sockets and real files. Not safe for use by
 * several threads.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private final Household household;
  private final List<MonDaemon> monitors = new ArrayList<>();
  private final SortedMap<Integer, OsdRuntime> osds = new TreeMap<>();

  private EmbeddedCluster(Household household) {
    this.household = household;
  }

  /** A cluster none of whose daemons is started yet. */
  public static EmbeddedCluster open(ClusterConfig config, DaemonLog log) {
    return new EmbeddedCluster(new Household(config, Networks.open(config), log, false));
  }

  /** The network of its daemons, for clients in this process. */
  public Network network() {
    return household.network();
  }

  /** Starts all monitors. */
  public void startMonitors() throws DaemonException {
    for (MonitorEntry entry : household.config().monitors()) {
      monitors.add(MonDaemon.start(household, entry));
    }
  }

  /** Starts all OSDs; the cluster map must know them. */
  public void startOsds() throws DaemonException {
    for (OsdEntry entry : household.config().osds()) {
      osds.put(entry.id(), OsdRuntime.start(household, entry));
    }
  }

  /** Starts an OSD that was stopped. */
  public void startOsd(int id) throws DaemonException {
    try {
      osds.put(id, OsdRuntime.start(household, household.config().osdNumbered(id)));
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

  /** Stops all daemons cleanly: OSDs first, so that the monitors learn of it. */
  @Override
  public void close() throws DaemonException {
    List<Stoppable> all = new ArrayList<>();
    osds.values().forEach(osd -> all.add(osd::close));
    monitors.forEach(monitor -> all.add(monitor::close));
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
    household.network().close();
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  private interface Stoppable {
    void stop() throws DaemonException;
  }
}
