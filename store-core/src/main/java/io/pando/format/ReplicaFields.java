package io.pando.format;

import io.pando.id.PgId;
import io.pando.id.ReplicaId;

/**
 * A copy of a group as it is encoded: the fields of the group, then the position.
 *
 * @param positionPlusOne 0, and absent in earlier releases, if the copy has no position
 */
public record ReplicaFields(PgId group, int positionPlusOne) {
  static ReplicaFields of(ReplicaId replica) {
    return new ReplicaFields(replica.group(), replica.position() + 1);
  }

  ReplicaId toReplica() {
    return new ReplicaId(group, positionPlusOne - 1);
  }
}
