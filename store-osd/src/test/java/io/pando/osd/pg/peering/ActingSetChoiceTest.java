package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupInfo.Totals;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A pool of three copies, whose authoritative log is that of OSD 7 and reaches from 4 to 9. */
class ActingSetChoiceTest {
  private static final Authority AUTHORITY =
      new Authority(MemberId.of(new OsdId(7)), info(9, true));

  private final SortedMap<MemberId, GroupInfo> heard = new TreeMap<>();

  private static GroupInfo info(int head, boolean whole) {
    return new GroupInfo(
        Maps.GROUP,
        new LogBounds(new Version(7, head), new Version(7, 4), new Version(7, head), Version.ZERO),
        new GroupInfo.CopyState(0, whole ? null : GroupInfo.NOTHING, Maps.EPOCH),
        History.fresh(1, Maps.EPOCH),
        new Totals(head, head, true));
  }

  private void whole(int... numbers) {
    for (int osd : numbers) {
      heard.put(MemberId.of(new OsdId(osd)), info(4, true));
    }
  }

  private static List<OsdId> osds(int... numbers) {
    List<OsdId> osds = new ArrayList<>();
    for (int number : numbers) {
      osds.add(new OsdId(number));
    }
    return osds;
  }

  private static Membership group(List<OsdId> acting) {
    return Maps.of(osds(1, 2, 3), acting, Replication.PRIMARY, Maps.EPOCH, new TreeSet<>());
  }

  private List<OsdId> wanted() {
    return wanted(group(osds(1, 2, 3)));
  }

  private List<OsdId> wanted(Membership now) {
    return ActingSetChoice.wanted(AUTHORITY, heard, now).osds();
  }

  @Test
  void theUpSetServesWhenItIsWhole() {
    whole(1, 2, 3);
    assertThat(wanted()).isEqualTo(osds(1, 2, 3));
    whole(0, 6);
    assertThat(wanted()).as("they are enough").isEqualTo(osds(1, 2, 3));
  }

  @Test
  void theUpSetServesWhenNobodyElseIsWhole() {
    whole(1, 3);
    heard.put(MemberId.of(new OsdId(5)), info(9, false));
    heard.put(MemberId.of(new OsdId(6)), info(3, true));
    assertThat(wanted()).isEqualTo(osds(1, 2, 3));
  }

  /** Those come first who belong here, then those who serve, the authority, and the others. */
  @Test
  void wholeCopiesOfOthersTakeTheRestOfThePlaces() {
    whole(1);
    whole(0, 5, 7);
    assertThat(wanted(group(osds(5, 0)))).isEqualTo(osds(1, 5, 0));
    assertThat(wanted(group(osds(5)))).isEqualTo(osds(1, 5, 7));
    assertThat(wanted()).isEqualTo(osds(1, 7, 0));
    whole(2);
    assertThat(wanted()).isEqualTo(osds(1, 2, 7));
    heard.remove(MemberId.of(new OsdId(0)));
    heard.remove(MemberId.of(new OsdId(2)));
    heard.remove(MemberId.of(new OsdId(5)));
    assertThat(wanted()).as("fewer than the pool wants").isEqualTo(osds(1, 7));
  }

  @Test
  void whoCannotLeadDoesNotComeFirst() {
    heard.put(MemberId.of(new OsdId(1)), info(9, false));
    whole(2, 3);
    assertThat(wanted()).isEqualTo(osds(2, 3));
    whole(0);
    assertThat(wanted()).isEqualTo(osds(2, 3, 0));
  }

  @Test
  void withoutAnUpSetOthersServe() {
    whole(4, 5);
    GroupMapping nobody = new GroupMapping(Maps.GROUP, MemberList.EMPTY, MemberList.of(osds(5)));
    Membership sized = new Membership(group(osds(5)).map(), nobody);
    assertThat(wanted(sized)).isEqualTo(osds(5, 4));
  }

  @Test
  void whoIsDownDoesNotServe() {
    whole(0, 1, 6);
    Membership now = group(osds(1, 2, 3));
    OsdInfo up = Objects.requireNonNull(now.map().osds().get(new OsdId(0)));
    OsdInfo down =
        new OsdInfo(
            up.id(),
            up.identity(),
            false,
            new OsdInfo.Weight(true, up.weight().reweight()),
            new OsdInfo.Endpoint(up.address(), 1),
            new OsdInfo.UpHistory(up.upFrom(), up.upThru(), 8, 1));
    ClusterMap next =
        now.map().apply(new Incremental(now.epoch() + 1, 0, List.of(new Incremental.PutOsd(down))));
    assertThat(wanted(new Membership(next, now.mapping()))).isEqualTo(osds(1, 6));
  }
}
