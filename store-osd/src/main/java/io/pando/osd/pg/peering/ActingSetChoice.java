package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Chooses the acting set of a group. It is the up set, with two exceptions. First, if the up set
 * has fewer whole replicas than the pool's size while other OSDs that are up hold whole copies,
 * those OSDs serve too until the up set is filled. So no copy is given up before another exists,
 * and {@code min_size} does not stop the service. Second, it is not the up set while its first OSD
 * cannot lead.
 */
final class ActingSetChoice {
  private ActingSetChoice() {}

  /**
   * The acting set that the group should have, the primary first; the up set if no other is needed.
   *
   * @param heard infos of all OSDs that were heard, including this one
   */
  static MemberList wanted(Authority authority, SortedMap<OsdId, GroupInfo> heard, Membership now) {
    MemberList up = now.mapping().up();
    List<OsdId> whole = whole(authority, heard, now);
    long wholeUp = whole.stream().filter(osd -> up.contains(osd)).count();
    OsdId first = up.first();
    boolean leads = first != null && whole.contains(first);
    boolean nobodyElse = wholeUp == whole.size() || wholeUp >= now.pool().size();
    return leads && nobodyElse
        ? up
        : MemberList.of(whole.subList(0, Math.min(whole.size(), now.pool().size())));
  }

  /**
   * The OSDs that have everything, or lack only what the log tells; members of the up set come
   * first.
   */
  private static List<OsdId> whole(
      Authority authority, SortedMap<OsdId, GroupInfo> heard, Membership now) {
    List<OsdId> candidates = new ArrayList<>(now.mapping().up().osds());
    candidates.addAll(now.mapping().acting().osds());
    candidates.add(authority.osd());
    candidates.addAll(heard.keySet());
    List<OsdId> whole = new ArrayList<>();
    SortedSet<OsdId> seen = new TreeSet<>();
    for (OsdId osd : candidates) {
      GroupInfo info = heard.get(osd);
      if (seen.add(osd) && info != null && now.map().isUp(osd) && authority.canLead(info)) {
        whole.add(osd);
      }
    }
    return whole;
  }
}
