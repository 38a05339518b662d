package io.pando.client;

import io.pando.id.ObjectId;
import io.pando.id.PoolId;

/**
 * A place in the listing of a pool. It is a place in the order of the objects, so it holds however
 * the pool is divided into placement groups meanwhile.
 *
 * @param after the listing goes on behind this one; without a name: with the first object at its
 *     position
 */
public record ListCursor(PoolId pool, ObjectId after) {
  static ListCursor start(PoolId pool) {
    return new ListCursor(pool, new ObjectId(0, ""));
  }
}
