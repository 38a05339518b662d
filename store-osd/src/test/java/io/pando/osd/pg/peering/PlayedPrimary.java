package io.pando.osd.pg.peering;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The peering of a group's primary, the first OSD, to which a test gives maps and infos. */
final class PlayedPrimary {
  static final MemberId SELF = MemberId.of(new OsdId(0));
  static final MemberId ONE = MemberId.of(new OsdId(1));
  static final MemberId TWO = MemberId.of(new OsdId(2));

  /** Served the group in an earlier interval, and is no member any more. */
  static final MemberId FORMER = MemberId.of(new OsdId(5));

  final GroupHarness harness;
  final ReplicaReturns returns = new ReplicaReturns(_ -> {});
  private final PeeringPace pace = new PeeringPace();
  PrimaryPeering primary;
  int activations;

  PlayedPrimary(Membership now, GroupInfo info) {
    StoredGroup fresh = StoredGroup.fresh(Maps.GROUP, 1, new GroupLineage(1, 0));
    StoredGroup stored = GroupHarness.withInfo(fresh, info);
    harness = new GroupHarness(SELF.osd(), now, GroupConfig.defaults(), stored);
    primary = new PrimaryPeering(harness.replica, () -> activations++, returns, pace);
  }

  /** Another interval with the same members begins. */
  void beginInterval() {
    harness.beginInterval();
    primary = new PrimaryPeering(harness.replica, () -> activations++, returns, pace);
    primary.begin();
  }

  /** Info of an empty copy that knows all earlier intervals. */
  static GroupInfo empty(Interval... intervals) {
    History history = new History(1, 0, 0, Maps.EPOCH, 1, List.of(intervals));
    return StoredGroup.emptyInfo(Maps.GROUP, 1, 0).withHistory(history);
  }

  /** The list of their OSDs. */
  static MemberList osds(MemberId... members) {
    return MemberList.of(Arrays.stream(members).map(MemberId::osd).toList());
  }

  /** Updates may have been accepted by these. */
  static Interval served(MemberId... acting) {
    MemberList osds = osds(acting);
    return new Interval(3, 6, osds, osds, true);
  }

  /** The same OSD, up or not, and proven to have been up at that epoch. */
  static Incremental.Edit osd(Membership now, MemberId member, boolean up, long upThru) {
    OsdInfo known = Objects.requireNonNull(now.map().osds().get(member.osd()));
    return new Incremental.PutOsd(
        new OsdInfo(
            member.osd(),
            known.identity(),
            up,
            new OsdInfo.Weight(true, known.weight().reweight()),
            known.endpoint(),
            new OsdInfo.UpHistory(known.upFrom(), upThru, 0, 0)));
  }

  /** The next map, with the group at the same OSDs. */
  static Membership next(Membership now, Incremental.Edit... edits) {
    ClusterMap map = now.map().apply(new Incremental(now.epoch() + 1, 0, List.of(edits)));
    return new Membership(map, now.mapping());
  }

  /** The interval continues with the next map. */
  void map(Incremental.Edit... edits) {
    enter(next(harness.replica.membership(), edits));
  }

  /** The interval continues with this map. */
  void enter(Membership next) {
    harness.replica.enter(next, info().history());
    primary.onMap();
  }

  /** An OSD goes up or down. */
  void mark(MemberId member, boolean up) {
    map(osd(harness.replica.membership(), member, up, Maps.EPOCH));
  }

  /** The map shows that this OSD was up at that epoch. */
  void raise(long upThru) {
    map(osd(harness.replica.membership(), SELF, true, upThru));
  }

  GroupInfo info() {
    return harness.replica.info();
  }

  /** Info of a log that begins with the first update. */
  GroupInfo withHead(Version head) {
    return info().withLog(new LogBounds(head, Version.ZERO, head, Version.ZERO));
  }

  /** These have what is here. */
  void hear(MemberId... members) {
    for (MemberId member : members) {
      primary.onNotify(member, info());
    }
  }
}
