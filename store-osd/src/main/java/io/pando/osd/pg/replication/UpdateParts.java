package io.pando.osd.pg.replication;

import io.pando.id.MemberId;
import io.pando.message.ReplicationMessage;

/** What each member gets of an update. */
@FunctionalInterface
public interface UpdateParts {
  /** Every member gets the whole update: the members are replicas. */
  UpdateParts SAME = (update, _) -> update;

  /** The part of a member that has the object. Calls with equal arguments have equal results. */
  ReplicationMessage.Update of(ReplicationMessage.Update whole, MemberId member);
}
