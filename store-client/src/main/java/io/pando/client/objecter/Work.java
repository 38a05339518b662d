package io.pando.client.objecter;

import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client wants of the OSDs. */
public sealed interface Work {
  /** The pool it is about. */
  PoolId pool();

  /** Execute a vector on one object. */
  record Vector(PoolId pool, ObjectId object, List<ObjectOp> ops, Company company) implements Work {
    public Vector {
      ops = List.copyOf(ops);
    }
  }

  /**
   * List objects of the group that owns a place in the pool.
   *
   * @param after start behind this one; without a name: at its position
   */
  record Listing(PoolId pool, ObjectId after, int max) implements Work {}

  /** Ask about a group. */
  record Query(PgId group) implements Work {
    @Override
    public PoolId pool() {
      return group.pool();
    }
  }

  /** Have a group scrubbed. */
  record Scrub(PgId group, ScrubKind kind) implements Work {
    @Override
    public PoolId pool() {
      return group.pool();
    }
  }

  /** The group that it asks by name; null if it is about objects, wherever they are. */
  default @Nullable PgId named() {
    return switch (this) {
      case Query query -> query.group();
      case Scrub scrub -> scrub.group();
      case Vector _, Listing _ -> null;
    };
  }

  /**
   * With what other vectors of this client on the same object a vector may be under way. A vector
   * that is not served is sent again later, so that those behind it might overtake it.
   */
  enum Company {
    /** Other updates: each says which one it must not overtake. */
    UPDATES,
    /** Others that only read. */
    READERS,
    /** Other pieces of one long transfer, whose order is of no account. */
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

  /** Bytes that it moves, as far as they are known beforehand. */
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
