package io.pando.osd.pg.replication;

import io.pando.group.ChangedRows;
import io.pando.id.MemberId;
import io.pando.message.ReplicationMessage;
import org.jspecify.annotations.Nullable;

/** What each member gets of an update. */
@FunctionalInterface
public interface UpdateParts {
  /** Every member gets the whole update: the members are replicas. */
  UpdateParts SAME = (update, _) -> update;

  /** The part of a member that has the object. Calls with equal arguments have equal results. */
  ReplicationMessage.Update of(ReplicationMessage.Update whole, MemberId member);

  /** What the update changes, as {@link io.pando.group.LogEntry#changed} tells. */
  default @Nullable ChangedRows changed() {
    return null;
  }
}
