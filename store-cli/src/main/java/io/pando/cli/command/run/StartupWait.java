package io.pando.cli.command.run;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
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
   * Waits until every OSD is up or the reason is known why it is not.
   *
   * @return a sentence for each daemon that is not up
   */
  List<String> await(Cluster client, Duration patience) throws InterruptedException {
    BoundedWait.until(
        patience,
        () -> {
          ClusterMap map = client.admin().map();
          return config.osds().stream()
              .allMatch(
                  osd -> isLeftOut(osd) || isUp(map, osd) || daemons.trouble(osd.id()).isPresent());
        });
    ClusterMap map = client.admin().map();
    List<String> troubles = new ArrayList<>(daemons.monitorTroubles());
    troubles.addAll(leftOut.values());
    for (OsdEntry osd : config.osds()) {
      if (!isLeftOut(osd) && !isUp(map, osd)) {
        troubles.add(
            daemons
                .trouble(osd.id())
                .orElse(
                    "osd.%d is not up after %d s; see its log in %s"
                        .formatted(
                            osd.id(), patience.toSeconds(), config.file().resolveSibling("log"))));
      }
    }
    return troubles;
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
    ClusterConfig alone =
        new ClusterConfig(
            config.file(),
            config.folders(),
            config.cluster(),
            List.of(monitor),
            config.osds(),
            config.settings());
    try (Cluster client = CommandContext.connect(alone, ANSWER)) {
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
