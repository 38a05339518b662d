package io.pando.client.objecter;

import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work that a client requests from the OSDs. */
public sealed interface Operation {
  /** The pool of the work. */
  PoolId pool();

  /**
   * Execute a vector on one object.
   *
   * @param waitsIfFull whether it waits while there is no space for it, instead of failing
   */
  record Vector(
      PoolId pool, ObjectId object, List<ObjectOp> ops, Concurrency company, boolean waitsIfFull)
      implements Operation {
    public Vector {
      ops = List.copyOf(ops);
    }

    /** A vector that fails if there is no space for it. */
    public Vector(PoolId pool, ObjectId object, List<ObjectOp> ops, Concurrency company) {
      this(pool, object, ops, company, false);
    }
  }

  /**
   * List objects of the group that owns a place in the pool.
   *
   * @param after object after which the listing starts; without a name: at its position
   */
  record Listing(PoolId pool, ObjectId after, int max) implements Operation {}

  /** Query the state of a group. */
  record Query(PgId group) implements Operation {
    @Override
    public PoolId pool() {
      return group.pool();
    }
  }

  /** Request a scrub of a group. */
  record Scrub(PgId group, ScrubKind kind) implements Operation {
    @Override
    public PoolId pool() {
      return group.pool();
    }
  }

  /**
   * The group that the work names; null if the work concerns objects, which may move between
   * groups.
   */
  default @Nullable PgId named() {
    return switch (this) {
      case Query query -> query.group();
      case Scrub scrub -> scrub.group();
      case Vector _, Listing _ -> null;
    };
  }

  /**
   * Other vectors of this client on the same object with which a vector may be in flight. A vector
   * that is not served is resent later, so later vectors might overtake it.
   */
  enum Concurrency {
    /** Other updates: each says which one it must not overtake. */
    UPDATES,
    /** Others that only read. */
    READERS,
    /** Other pieces of one long transfer, whose order does not matter. */
    PIECES
  }

  /** Whether it may change an object. */
  default boolean mutates() {
    if (this instanceof Vector vector) {
      for (ObjectOp op : vector.ops()) {
        if (op instanceof ObjectOp.Mutation) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether it waits while there is no space for it. */
  default boolean waitsForSpace() {
    return this instanceof Vector vector
        && vector.waitsIfFull()
        && vector.ops().stream().anyMatch(ObjectOp::needsSpace);
  }

  /** Bytes that it transfers, as far as they are known in advance. */
  default long sizeBytes() {
    long size = 0;
    if (this instanceof Vector vector) {
      for (ObjectOp op : vector.ops()) {
        long sum = size + sizeBytes(op);
        size = sum < 0 ? Long.MAX_VALUE : sum;
      }
    }
    return size;
  }

  private static long sizeBytes(ObjectOp op) {
    return switch (op) {
      case ObjectOp.Read read -> read.range().length();
      case ObjectOp.SparseRead read -> read.range().length();
      case ObjectOp.Write write -> write.data().size();
      case ObjectOp.WriteFull write -> write.data().size();
      case ObjectOp.Append append -> append.data().size();
      case ObjectOp.SetAttribute set -> set.value().size();
      case ObjectOp.CompareAttribute compare -> compare.value().size();
      case ObjectOp.SetEntries set ->
          set.entries().values().stream().mapToLong(value -> value.size()).sum();
      default -> 0;
    };
  }
}
