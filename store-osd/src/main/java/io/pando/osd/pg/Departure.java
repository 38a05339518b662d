package io.pando.osd.pg;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import io.pando.osd.pg.peering.Intervals;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;

/**
 * A group that is being removed from the store follows the map: this OSD may become a member again
 * before that is done. Then the copy is made anew by a later map than the one that began the
 * interval, and all members must agree on when it began.
 */
record Departure(OsdId self, Membership membership, GroupInfo info) {
  /** Begins where the group stands that is to be removed. */
  static Departure of(Replica replica) {
    return new Departure(replica.self(), replica.membership(), replica.info());
  }

  Departure onMap(Membership next, boolean successive) {
    GroupInfo.History history = Intervals.advance(info, self, membership, next, successive);
    return new Departure(self, next, info.withHistory(history));
  }

  /** First epoch of the present interval. */
  long intervalSince() {
    return info.history().sameIntervalSince();
  }
}
