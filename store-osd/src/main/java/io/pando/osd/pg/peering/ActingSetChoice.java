package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
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
   * @param heard infos of all members that were heard, including this one
   */
  static MemberList wanted(
      Authority authority, SortedMap<MemberId, GroupInfo> heard, Membership now) {
    return authority.member().hasPosition()
        ? byPosition(authority, heard, now)
        : ofReplicas(authority, heard, now);
  }

  /**
   * With fragments each position is chosen by itself: the OSD of the up set if it is whole, else
   * another one that is. A position without a whole copy stays with the up set, but not in front of
   * all whole ones: the first position leads. An OSD that has several positions gets one of them,
   * first of all the one of the up set; it stays a member of the others by the up set.
   */
  private static MemberList byPosition(
      Authority authority, SortedMap<MemberId, GroupInfo> heard, Membership now) {
    SortedMap<Integer, OsdId> chosen = new TreeMap<>();
    for (MemberId member : whole(authority, heard, now)) {
      if (!chosen.containsValue(member.osd())) {
        chosen.putIfAbsent(member.position(), member.osd());
      }
    }
    List<Optional<OsdId>> up = now.mapping().up().positions();
    List<Optional<OsdId>> wanted = new ArrayList<>();
    boolean leads = false;
    for (int position = 0; position < now.pool().size(); position++) {
      OsdId whole = chosen.get(position);
      Optional<OsdId> ofUp = position < up.size() ? up.get(position) : Optional.empty();
      wanted.add(
          whole != null || !leads
              ? Optional.ofNullable(whole)
              : ofUp.filter(osd -> !chosen.containsValue(osd)));
      leads |= whole != null;
    }
    MemberList list = MemberList.ofPositions(wanted);
    return list.equals(now.mapping().up()) || list.isEmpty() ? now.mapping().up() : list;
  }

  private static MemberList ofReplicas(
      Authority authority, SortedMap<MemberId, GroupInfo> heard, Membership now) {
    MemberList up = now.mapping().up();
    List<MemberId> whole = whole(authority, heard, now);
    long wholeUp = whole.stream().filter(now.up()::contains).count();
    boolean leads = now.up().stream().findFirst().filter(whole::contains).isPresent();
    boolean nobodyElse = wholeUp == whole.size() || wholeUp >= now.pool().size();
    return leads && nobodyElse
        ? up
        : MemberList.of(whole.stream().limit(now.pool().size()).map(MemberId::osd).toList());
  }

  /**
   * The members that have everything, or lack only what the log tells; members of the up set come
   * first.
   */
  private static List<MemberId> whole(
      Authority authority, SortedMap<MemberId, GroupInfo> heard, Membership now) {
    List<MemberId> candidates = new ArrayList<>(now.up());
    candidates.addAll(now.acting());
    candidates.add(authority.member());
    candidates.addAll(heard.keySet());
    List<MemberId> whole = new ArrayList<>();
    SortedSet<MemberId> seen = new TreeSet<>();
    for (MemberId member : candidates) {
      GroupInfo info = heard.get(member);
      if (seen.add(member) && info != null && now.isUp(member) && authority.canLead(info)) {
        whole.add(member);
      }
    }
    return whole;
  }
}
