package io.pando.client;

import io.pando.id.ObjectId;
import io.pando.id.PoolId;

/**
 * A place in the listing of a pool. It is a place in placement order, so it stays valid when the
 * pool is split or merged into another number of placement groups.
 *
 * @param after the listing continues after this object; without a name: with the first object at
 *     its position
 */
public record ListCursor(PoolId pool, ObjectId after) {
  static ListCursor start(PoolId pool) {
    return new ListCursor(pool, new ObjectId(0, ""));
  }
}
