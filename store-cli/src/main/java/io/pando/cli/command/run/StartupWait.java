package io.pando.cli.command.run;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MdsEntry;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.daemon.Provision;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Waits until a started cluster is up, and names the daemons that are not.
 *
 * @param leftOut OSDs that were not started, with the reason
 */
record StartupWait(ClusterConfig config, LocalDaemons daemons, SortedMap<Integer, String> leftOut) {
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /**
   * Waits until every OSD and metadata server is up, or the reason is known why it is not.
   *
   * @return a sentence for each daemon that is not up
   */
  List<String> await(Cluster client, Duration patience) throws InterruptedException {
    BoundedWait.until(
        patience,
        () -> {
          ClusterMap map = client.admin().map();
          return config.osds().stream()
                  .allMatch(osd ->
                      isLeftOut(osd) || isUp(map, osd) || daemons.trouble(osd.id()).isPresent())
              && config.metadataServers().stream()
                  .allMatch(mds -> isUp(map, mds) || daemons.troubleOfMds(mds.id()).isPresent());
        });
    ClusterMap map = client.admin().map();
    List<String> troubles = new ArrayList<>(daemons.monitorTroubles());
    troubles.addAll(leftOut.values());
    for (OsdEntry osd : config.osds()) {
      if (!isLeftOut(osd) && !isUp(map, osd)) {
        troubles.add(daemons.trouble(osd.id()).orElseGet(() -> late("osd." + osd.id(), patience)));
      }
    }
    for (MdsEntry mds : config.metadataServers()) {
      if (!isUp(map, mds)) {
        troubles.add(
            daemons.troubleOfMds(mds.id()).orElseGet(() -> late(mds.node().toString(), patience)));
      }
    }
    return troubles;
  }

  private String late(String daemon, Duration patience) {
    return "%s is not up after %d s; see its log in %s"
        .formatted(daemon, patience.toSeconds(), config.file().resolveSibling("log"));
  }

  private static boolean isUp(ClusterMap map, MdsEntry mds) {
    return map.files().daemon(mds.node()).isPresent();
  }

  /**
   * Waits until every monitor that was started answers with a quorum that it is part of. Another
   * host may be stopped only then: until a restarted monitor is back, the quorum may need all
   * others.
   *
   * @return a sentence for each monitor that does not answer
   */
  List<String> awaitMonitors(Duration patience) throws InterruptedException {
    List<String> troubles = new ArrayList<>();
    for (MonitorEntry monitor : config.monitors()) {
      boolean answers =
          BoundedWait.until(
              patience, () -> daemons.monitorTroubles().isEmpty() ? isInQuorum(monitor) : true);
      if (!answers) {
        troubles.add(
            "%s is not in the quorum after %d s; see its log in %s"
                .formatted(
                    monitor.node(), patience.toSeconds(), config.file().resolveSibling("log")));
      }
    }
    return troubles;
  }

  /** Asks this monitor and no other. */
  private boolean isInQuorum(MonitorEntry monitor) {
    try (Cluster client = CommandContext.connect(config.withMonitor(monitor), ANSWER)) {
      return client.admin().monitors().quorum().contains(monitor.node());
    } catch (PandoException notYet) {
      return false;
    }
  }

  private boolean isLeftOut(OsdEntry osd) {
    return leftOut.containsKey(osd.id());
  }

  private static boolean isUp(ClusterMap map, OsdEntry osd) {
    return Provision.isReady(map, new OsdId(osd.id()));
  }
}
