package io.pando.osd.pg;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.osd.pg.peering.Intervals;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;

/**
 * The membership of a group whose copy is being removed from the store. It follows the cluster map,
 * because a map can make this OSD a member again before the removal is done. The new copy is then
 * created by a later map than the one that began the interval, and all members must agree on the
 * epoch in which the interval began.
 */
record StrayGroup(MemberId self, Membership membership, GroupInfo info) {
  /** The membership when the removal begins. */
  static StrayGroup of(Replica replica) {
    return new StrayGroup(replica.self(), replica.membership(), replica.info());
  }

  StrayGroup onMap(Membership next, boolean successive) {
    GroupInfo.History history = Intervals.advance(info, self, membership, next, successive);
    return new StrayGroup(self, next, info.withHistory(history));
  }

  /** First epoch of the present interval. */
  long intervalSince() {
    return info.history().sameIntervalSince();
  }
}
