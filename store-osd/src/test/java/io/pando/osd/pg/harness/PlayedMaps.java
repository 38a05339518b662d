package io.pando.osd.pg.harness;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The maps of a {@link GroupCluster}, in which a test says where its one group is. */
final class PlayedMaps {
  private final SortedMap<Long, Membership> all = new TreeMap<>();
  private List<OsdId> placed;

  PlayedMaps(Membership first) {
    all.put(first.epoch(), first);
    placed = first.mapping().up().osds();
  }

  private Membership last() {
    return all.lastEntry().getValue();
  }

  ClusterMap newest() {
    return last().map();
  }

  GroupMapping mapping() {
    return last().mapping();
  }

  /** By the map of this epoch. */
  Membership at(long epoch) {
    Membership then = all.get(epoch);
    if (then == null) {
      throw new AssertionError("no map " + epoch);
    }
    return then;
  }

  /** By the maps that came after this epoch. */
  Collection<Membership> after(long epoch) {
    return all.tailMap(epoch + 1).values();
  }

  /** From the next map on the group is on those of these that are up. */
  void place(List<OsdId> osds) {
    placed = osds;
  }

  /** Makes the next map. */
  Membership apply(List<Incremental.Edit> edits) {
    ClusterMap next = newest().apply(new Incremental(newest().epoch() + 1, 0, edits));
    MemberList up = running(next, MemberList.of(placed));
    MemberList override =
        running(next, next.actingOverrides().getOrDefault(Maps.GROUP, MemberList.EMPTY));
    GroupMapping mapping = new GroupMapping(Maps.GROUP, up, override.isEmpty() ? up : override);
    Membership made = new Membership(next, mapping);
    all.put(next.epoch(), made);
    return made;
  }

  /** Whether the members have positions, which may be empty. */
  boolean areCoded() {
    return last().pool().isErasureCoded();
  }

  private MemberList running(ClusterMap map, MemberList members) {
    MemberList up = members.keep(map::isUp);
    return areCoded() ? up : up.closedUp();
  }

  private OsdInfo info(OsdId osd) {
    OsdInfo info = newest().osds().get(osd);
    if (info == null) {
      throw new AssertionError("no " + osd);
    }
    return info;
  }

  /** An OSD comes up, or goes down, in the next epoch. */
  Incremental.Edit marked(OsdId osd, boolean up) {
    long epoch = newest().epoch() + 1;
    OsdInfo it = info(osd);
    return put(it, up, up ? epoch : it.upFrom(), it.upThru(), up ? it.downAt() : epoch);
  }

  /** The map shows that an OSD is up in this epoch. */
  Incremental.Edit raised(OsdId osd, long epoch) {
    OsdInfo it = info(osd);
    return put(it, it.up(), it.upFrom(), epoch, it.downAt());
  }

  private static Incremental.Edit put(
      OsdInfo it, boolean up, long upFrom, long upThru, long downAt) {
    return new Incremental.PutOsd(
        new OsdInfo(
            it.id(),
            it.identity(),
            up,
            it.weight(),
            it.endpoint(),
            new OsdInfo.UpHistory(upFrom, upThru, downAt, 0)));
  }
}
