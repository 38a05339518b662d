package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.report.ClusterEvent;
import io.pando.report.EventQuery;
import io.pando.report.Health;
import io.pando.sim.SimCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cluster log and mutes in a cluster of three monitors whose daemons fail. */
class EventsAndMutesTest {
  private final SimCluster cluster = new SimCluster(11, new SimCluster.Shape(3, 3, 1)).formed();
  private final Cluster client = cluster.connect();

  private List<ClusterEvent> events() {
    return cluster.await(client.admin().eventsAsync(EventQuery.ALL)).events();
  }

  private Health health() {
    return cluster.await(client.admin().statusAsync()).health();
  }

  @Test
  void aDeadOsdIsInTheLogAndItsMuteEndsWithIt() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 4, 3, 2, null)));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(20 * SECOND);
    cluster.crashOsd(1);
    cluster.world().runFor(60 * SECOND);
    assertThat(events())
        .filteredOn(event -> event.what().osds().contains(new OsdId(1)))
        .last()
        .satisfies(event -> assertThat(event.text()).startsWith("osd.1 marked down: "));
    assertThat(events())
        .extracting(ClusterEvent::text)
        .anyMatch(text -> text.startsWith("OSD_DOWN appeared (a warning): 1 osd down"));

    cluster.await(client.admin().changeAsync(new Change.MuteHealth("OSD_DOWN", 0, false, 1)));
    cluster.world().runFor(20 * SECOND);
    assertThat(health().unmuted()).extracting(Health.Check::code).doesNotContain("OSD_DOWN");
    assertThat(health().checks()).extracting(Health.Check::code).contains("OSD_DOWN");
    cluster.crashOsd(2);
    cluster.world().runFor(60 * SECOND);
    assertThat(health().unmuted()).extracting(Health.Check::code).contains("OSD_DOWN");
    assertThat(events())
        .extracting(ClusterEvent::text)
        .contains("the mute of OSD_DOWN ended: the check got worse, from 1 to 2");
  }

  @Test
  void aMuteAndTheLogOutliveTheMonitors() {
    cluster.await(
        client
            .admin()
            .changeAsync(
                new Change.MuteHealth("OSD_DOWN", Duration.ofDays(1).toMillis(), true, 0)));
    List<ClusterEvent> before = events();
    for (int monitor = 0; monitor < 3; monitor++) {
      cluster.crashMonitor(monitor);
      cluster.restartMonitor(monitor);
      cluster.world().runFor(20 * SECOND);
    }
    assertThat(health().mutes()).extracting(Health.Mute::code).containsExactly("OSD_DOWN");
    assertThat(events()).startsWith(before.toArray(ClusterEvent[]::new));
    assertThat(events()).extracting(ClusterEvent::number).isSorted();
  }
}
