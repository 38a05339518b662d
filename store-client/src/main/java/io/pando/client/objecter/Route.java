package io.pando.client.objecter;

import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import java.util.List;

/**
 * Destination of an operation.
 *
 * @param primary incarnation of the primary, and its shard that owns the group
 * @param collector member that first learns that an update is done; in most cases the primary
 * @param members members of the group, the primary first: when they change, the primary may have
 *     dropped its updates in flight, so the operation must be resent
 */
record Route(PgId group, Peer.Dialed primary, Peer.Dialed collector, List<OsdId> members) {
  boolean isCollectedElsewhere() {
    return !collector.equals(primary);
  }
}
