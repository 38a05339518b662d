package io.pando.cli.daemon;

import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pando;
import io.pando.client.PandoException;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.id.Address;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Tells whether a life of a monitor is over. A monitor that was removed or moved may never hear of
 * it from the log: it was down, or its replica stopped before it applied the change. The others
 * send it no entries any more, so it asks them.
 */
final class MonitorLife {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final DaemonContext daemonContext;
  private final MonitorInfo self;

  MonitorLife(DaemonContext daemonContext, MonitorInfo self) {
    this.daemonContext = daemonContext;
    this.self = self;
  }

  /** Why the life is over by a map; empty if it is not. */
  Optional<String> whyOver(ClusterMap map) {
    if (map.epoch() < self.life()) {
      // A monitor that copies the others' state passes maps from before its life.
      return Optional.empty();
    }
    Optional<MonitorInfo> now =
        map.monitors().stream().filter(it -> it.node().equals(self.node())).findFirst();
    if (now.isEmpty()) {
      return Optional.of(
          "was removed from the cluster (map %d). To add it again: pando mon add %d"
              .formatted(map.epoch(), self.node().number()));
    }
    return now.get().life() == self.life()
        ? Optional.empty()
        : Optional.of(
            "began again at %s:%d (map %d): start it there"
                .formatted(now.get().host(), now.get().port(), map.epoch()));
  }

  /**
   * Asks the other monitors, for a few seconds, whether the life is over.
   *
   * @param known monitors of the map that this one has; those of the configuration are asked too
   * @param answer gets why the life is over, or nothing if it is not or if no monitor answered; on
   *     a thread of its own
   */
  void ask(List<MonitorInfo> known, Consumer<Optional<String>> answer) {
    List<Address> others =
        Stream.concat(
                known.stream().map(it -> new Address(it.node(), 0, it.host(), it.port())),
                daemonContext.monitors().stream())
            .filter(it -> !it.node().equals(self.node()))
            .distinct()
            .toList();
    Thread.ofPlatform()
        .daemon()
        .name("life-" + self.node())
        .start(() -> answer.accept(others.isEmpty() ? Optional.empty() : ask(others)));
  }

  private Optional<String> ask(List<Address> others) {
    ClientConfig config =
        ClientConfig.builder()
            .monitors(others)
            .cluster(daemonContext.config().cluster())
            .adminTimeout(PATIENCE)
            .build();
    try (Cluster cluster = Pando.connect(config, daemonContext.network())) {
      return whyOver(cluster.admin().map());
    } catch (PandoException noAnswer) {
      daemonContext.log().debug(self.node().toString(), "asked the others: " + noAnswer);
      return Optional.empty();
    }
  }
}
