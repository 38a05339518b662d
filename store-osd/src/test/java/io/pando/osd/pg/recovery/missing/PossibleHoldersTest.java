package io.pando.osd.pg.recovery.missing;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which OSDs may hold a version of an object that the members lack. */
class PossibleHoldersTest {
  private static final long NOW = 40;
  private static final Version VERSION = new Version(22, 5);

  /** The members now are 0 and 1. */
  private final Membership members =
      Maps.of(Maps.first(2), Maps.first(2), Replication.PRIMARY, NOW, new TreeSet<>());

  private static List<OsdId> osds(int... numbers) {
    return Arrays.stream(numbers).mapToObj(OsdId::new).toList();
  }

  private static List<MemberId> members(int... numbers) {
    return osds(numbers).stream().map(MemberId::of).toList();
  }

  private static Interval interval(long first, long last, int... acting) {
    return new Interval(
        first, last, MemberList.of(osds(acting)), MemberList.of(osds(acting)), true);
  }

  private static History history(long clean, long knownSince, Interval... intervals) {
    return new History(1, clean, clean, NOW, knownSince, List.of(intervals));
  }

  /** The members, with these OSDs down since some epoch. */
  private Membership down(long since, int... numbers) {
    ClusterMap map = members.map();
    TreeMap<OsdId, OsdInfo> all = new TreeMap<>(map.osds());
    for (OsdId osd : osds(numbers)) {
      all.computeIfPresent(
          osd,
          (_, it) ->
              new OsdInfo(
                  osd,
                  it.identity(),
                  false,
                  it.weight(),
                  it.endpoint(),
                  new OsdInfo.UpHistory(2, 2, since, 1)));
    }
    return new Membership(
        new ClusterMap(
            map.stamp(),
            new ClusterMap.PlacementInput(all, map.pools(), map.crush(), map.actingOverrides()),
            map.flags(),
            map.monitors(),
            map.losses()),
        members.mapping());
  }

  @Test
  void membersOfIntervalsSinceTheVersionMayHoldIt() {
    History history =
        history(10, 10, interval(10, 20, 0, 2), interval(21, 30, 0, 3), interval(31, 39, 1, 4));
    PossibleHolders holders = PossibleHolders.of(VERSION, history, down(35, 2, 3));
    assertThat(holders.up()).containsExactlyElementsOf(members(0, 1, 4));
    assertThat(holders.down()).as("2 served before").containsExactlyElementsOf(members(3));
  }

  @Test
  void anOlderVersionIsOnAllMembersSinceTheGroupWasClean() {
    History history = history(30, 30, interval(30, 35, 0, 3), interval(36, 39, 0, 4));
    PossibleHolders holders = PossibleHolders.of(VERSION, history, down(36, 2, 3));
    assertThat(holders.up()).containsExactlyElementsOf(members(0, 1, 4));
    assertThat(holders.down()).containsExactlyElementsOf(members(3));
  }

  @Test
  void dataThatWereGivenUpDoNotCount() {
    History history = history(10, 10, interval(10, 30, 0, 3), interval(31, 39, 1, 4));
    List<LostStore> gone =
        List.of(
            new LostStore(new OsdId(3), new UUID(1, 3), 20, 32, false),
            new LostStore(new OsdId(4), new UUID(1, 4), 20, 30, false));
    Membership after = Maps.afterLoss(down(35, 3, 4), gone, new TreeMap<>());
    assertThat(PossibleHolders.of(VERSION, history, after).down())
        .as("4 was given up before the interval in which it served")
        .containsExactlyElementsOf(members(4));
  }

  @Test
  void whereIntervalsAreNotKnownEveryOsdCountsThatWasUp() {
    History history = history(10, 34, interval(34, 39, 0, 1));
    PossibleHolders holders = PossibleHolders.of(VERSION, history, down(25, 3));
    assertThat(holders.down()).containsExactlyElementsOf(members(3));
    assertThat(holders.up()).containsExactlyElementsOf(members(0, 1, 2, 4, 5, 6, 7));
    assertThat(PossibleHolders.of(VERSION, history, down(21, 3)).down())
        .as("it went down before the version was written")
        .isEmpty();
  }

  @Test
  void anIntervalThatWasDroppedIsNotKnown() {
    History history = history(10, 10, interval(10, 24, 0, 1), interval(30, 39, 0, 1));
    assertThat(PossibleHolders.of(VERSION, history, down(27, 3)).down())
        .containsExactlyElementsOf(members(3));
  }
}
