package io.pando.client.objecter;

import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import java.util.List;

/**
 * Where an operation goes.
 *
 * @param primary that incarnation, and the shard of it that owns the group
 * @param collector who is the first to know that an update is done; mostly the primary
 * @param members who holds the group, the primary first: when they change, the primary may have
 *     dropped what it had under way, so that it is to be sent again
 */
record Route(PgId group, Peer.Dialed primary, Peer.Dialed collector, List<OsdId> members) {
  boolean isCollectedElsewhere() {
    return !collector.equals(primary);
  }
}
