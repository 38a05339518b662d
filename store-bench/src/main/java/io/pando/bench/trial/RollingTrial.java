package io.pando.bench.trial;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.daemon.Provision;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.report.QuorumCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Restarts the daemons of a cluster one after the other while clients work, each as soon as it is
 * ok to stop.
 *
 * @param clients operations at a time
 * @param onRestarted called after each restart, with the operations that ended during it
 */
record RollingTrial(
    TrialCluster trial, int clients, BiConsumer<String, RollingLoad.Span> onRestarted) {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final int SIZE_BYTES = 4096;

  /** Operations that end before the first restart, and after each. */
  private static final int BETWEEN = 500;

  /** Operations during the restarts of monitors, during those of OSDs, and all. */
  record Result(RollingLoad.Span monitors, RollingLoad.Span osds, RollingLoad.Span all) {}

  Result run(int rounds) throws IOException, InterruptedException {
    RollingLoad.Span monitors = new RollingLoad.Span();
    RollingLoad.Span osds = new RollingLoad.Span();
    List<NodeId> monitorNames = trial.config().monitors().stream().map(MonitorEntry::node).toList();
    List<OsdId> osdNames =
        trial.config().osds().stream().map(OsdEntry::id).map(OsdId::new).toList();
    try (Cluster client = trial.connect()) {
      Pool pool = client.pool(TrialCluster.POOL);
      RollingLoad.Span all;
      try (RollingLoad load = new RollingLoad(pool, clients, SIZE_BYTES)) {
        load.awaitMore(10L * BETWEEN, PATIENCE.toSeconds());
        onRestarted.accept("before", load.take());
        for (int round = 0; round < rounds; round++) {
          for (NodeId monitor : monitorNames) {
            monitors.add(monitor(client, load, monitor));
          }
          for (OsdId osd : osdNames) {
            osds.add(osd(client, load, osd));
          }
        }
        await("all groups are clean", () -> Provision.isClean(client, trial.config()));
        osds.add(load.take());
        all = load.all();
      }
      return new Result(monitors, osds, all);
    }
  }

  private RollingLoad.Span monitor(Cluster client, RollingLoad load, NodeId monitor)
      throws IOException, InterruptedException {
    await(
        monitor + " is ok to stop",
        () -> QuorumCheck.of(client.admin().monitors(), List.of(monitor)).isOk());
    restart(monitor.toString());
    await(monitor + " is in the quorum", () -> isInQuorum(monitor));
    return settled(load, monitor.toString());
  }

  /** Asks this monitor: the others do not notice its absence at once. */
  private boolean isInQuorum(NodeId monitor) {
    ClusterConfig all = trial.config();
    ClusterConfig alone = all.withMonitor(all.monitorNumbered((int) monitor.number()));
    try (Cluster client = CommandContext.connect(alone, ANSWER)) {
      return client.admin().monitors().quorum().contains(monitor);
    }
  }

  private RollingLoad.Span osd(Cluster client, RollingLoad load, OsdId osd)
      throws IOException, InterruptedException {
    await(osd + " is ok to stop", () -> client.admin().okToStop(List.of(osd)).isOk());
    long epoch = client.admin().map().epoch();
    restart(osd.toString());
    await(
        osd + " is up",
        () -> {
          var map = client.admin().map();
          return map.epoch() > epoch && Provision.isReady(map, osd);
        });
    return settled(load, osd.toString());
  }

  private void restart(String name) throws IOException {
    trial.processes().stop(name);
    trial.processes().startAgain(name);
  }

  private RollingLoad.Span settled(RollingLoad load, String name) throws InterruptedException {
    load.awaitMore(BETWEEN, PATIENCE.toSeconds());
    RollingLoad.Span span = load.take();
    onRestarted.accept(name, span);
    return span;
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    List<String> last = new ArrayList<>();
    boolean held =
        BoundedWait.until(
            PATIENCE,
            () -> {
              try {
                return condition.getAsBoolean();
              } catch (PandoException notNow) {
                last.add(String.valueOf(notNow.getMessage()));
                return false;
              }
            });
    if (!held) {
      throw UserError.failed(
          "not within %d s: %s. %s"
              .formatted(PATIENCE.toSeconds(), what, last.isEmpty() ? "" : last.getLast()));
    }
  }
}
