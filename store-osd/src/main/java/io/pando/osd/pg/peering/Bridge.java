package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who should serve a group. That is the up set, unless it has fewer whole replicas than the pool
 * wants while others that are up hold whole copies: then those serve too, for as long as the up set
 * is being filled, so that no copy is given up before there is another one and {@code min_size}
 * does not stop the service. And it is not the up set while its first one cannot lead.
 */
final class Bridge {
  private Bridge() {}

  /**
   * The acting set there should be, the primary first; the up set if there is no need of another.
   *
   * @param heard all that told what they have, this OSD too
   */
  static List<OsdId> wanted(
      Authority authority, SortedMap<OsdId, GroupInfo> heard, Membership now) {
    List<OsdId> up = now.mapping().up();
    List<OsdId> whole = whole(authority, heard, now);
    long wholeUp = whole.stream().filter(osd -> up.contains(osd)).count();
    boolean leads = !up.isEmpty() && whole.contains(up.getFirst());
    boolean nobodyElse = wholeUp == whole.size() || wholeUp >= now.pool().size();
    return leads && nobodyElse
        ? up
        : List.copyOf(whole.subList(0, Math.min(whole.size(), now.pool().size())));
  }

  /** Who has everything, or lacks only what the log tells: those first who belong here. */
  private static List<OsdId> whole(
      Authority authority, SortedMap<OsdId, GroupInfo> heard, Membership now) {
    List<OsdId> candidates = new ArrayList<>(now.mapping().up());
    candidates.addAll(now.mapping().acting());
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
