package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How soon the monitors know who is gone, and who is not. Times are virtual. */
class FailureTest {
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));

  private Cluster form(long seed, int osds) {
    cluster = new SimCluster(seed, new SimCluster.Shape(3, osds, 1)).formed();
    Cluster client = cluster.connect();
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 8, 3, 2, null)));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    return client;
  }

  private boolean isUp(Cluster client, int osd) {
    return client.admin().map().isUp(new OsdId(osd));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void twoOfThreeThatDieTogetherAreMissedAsSoonAsOne(long seed) {
    Cluster client = form(seed, 3);
    cluster.crashOsd(0);
    cluster.crashOsd(1);
    cluster.world().runFor(3 * SECOND);
    assertThat(isUp(client, 0)).isFalse();
    assertThat(isUp(client, 1)).isFalse();
    assertThat(isUp(client, 2)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void onePausedIsMissedAfterTheGraceAndComesBackAtOnce(long seed) {
    Cluster client = form(seed, 3);
    Fault pause = new Fault.Paused(new OsdId(1).node());
    cluster.apply(pause);
    cluster.world().runFor(3 * SECOND);
    assertThat(isUp(client, 1)).isTrue();
    cluster.world().runFor(3 * SECOND);
    assertThat(isUp(client, 1)).isFalse();
    cluster.lift(pause);
    cluster.world().runFor(3 * SECOND);
    for (int osd = 0; osd < 3; osd++) {
      assertThat(isUp(client, osd)).as("osd.%d", osd).isTrue();
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  /**
   * It boots again by another monitor, and has the grace for its next beacon then: else it would be
   * marked down as soon as it is up, and soon be kept down as one that flaps.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void oneThatTheLeaderDoesNotHearIsNotMarkedDownAtOnceWhenItBootsAgain(long seed) {
    Cluster client = form(seed, 3);
    NodeId osd = new OsdId(1).node();
    NodeId leader = Objects.requireNonNull(cluster.await(client.admin().monitorsAsync()).leader());
    Fault cut = new Fault.Link(new LinkFault.Partition(List.of(Nodes.of(osd), Nodes.of(leader))));
    cluster.apply(cut);
    cluster.world().runFor(50 * SECOND);
    assertThat(timesDown(1)).isEqualTo(1);
    assertThat(isUp(client, 1)).isTrue();
    cluster.lift(cut);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  private long timesDown(int osd) {
    return cluster.maps().stream()
        .filter(map -> map.osds().containsKey(new OsdId(osd)))
        .mapToLong(map -> Objects.requireNonNull(map.osds().get(new OsdId(osd))).downAt())
        .filter(epoch -> epoch > 0)
        .distinct()
        .count();
  }

  /** Who is cut off from the others, and not from the monitors, must not take them down. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void oneThatIsCutOffTakesNobodyDown(long seed) {
    Cluster client = form(seed, 4);
    NodeId lonely = new OsdId(2).node();
    Nodes osds = new Nodes.OfRole(NodeId.Role.OSD);
    List<Fault> cut =
        List.of(
            new Fault.Link(new LinkFault.Cut(osds, Nodes.of(lonely))),
            new Fault.Link(new LinkFault.Cut(Nodes.of(lonely), osds)));
    cut.forEach(cluster::apply);
    long downAt = downAt(client, 2);
    for (int tenths = 0; tenths < 200; tenths++) {
      cluster.world().runFor(SECOND / 10);
      assertThat(isUp(client, 0) && isUp(client, 1) && isUp(client, 3)).isTrue();
    }
    assertThat(downAt(client, 2)).as("it may have come back since").isGreaterThan(downAt);
  }

  private static long downAt(Cluster client, int osd) {
    return Objects.requireNonNull(client.admin().map().osds().get(new OsdId(osd))).downAt();
  }

  /** It comes up by the monitors, is missed by the others, and so on: it is made to wait. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void oneThatComesAndGoesIsKeptDown(long seed) {
    Cluster client = form(seed, 4);
    NodeId lonely = new OsdId(2).node();
    Nodes osds = new Nodes.OfRole(NodeId.Role.OSD);
    cluster.apply(new Fault.Link(new LinkFault.Cut(osds, Nodes.of(lonely))));
    cluster.world().runFor(300 * SECOND);
    long before = client.admin().map().epoch();
    cluster.world().runFor(100 * SECOND);
    assertThat(client.admin().map().epoch() - before).isLessThan(40);
    cluster.fabric().liftAll();
    cluster.world().runFor(400 * SECOND);
    assertThat(isUp(client, 2)).isTrue();
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }
}
