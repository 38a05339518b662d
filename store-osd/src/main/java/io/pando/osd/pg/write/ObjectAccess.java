package io.pando.osd.pg.write;

import io.pando.osd.pg.replica.Replica;

/**
 * How the primary reaches the bytes of objects: what differs between replicas and fragments.
 *
 * @param reads reads objects as clients see them
 * @param updates divides updates among the members
 */
public record ObjectAccess(ContentReads reads, UpdatePlanner updates) {
  /** Every member has all bytes. */
  public static ObjectAccess ofReplicas(Replica replica) {
    return new ObjectAccess(
        (client, object, query, callbacks) ->
            replica.reads().object(client, object, query, callbacks.done(), callbacks.dropped()),
        UpdatePlanner.SAME);
  }
}
