package io.pando.store;

import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A collection of a store: the objects of one copy of a placement group, or the daemon's own
 * records. Ordered like the keys of stores: the daemon's own, groups of replicas, then groups whose
 * copies have positions.
 *
 * @param replica the copy of a group; null for the daemon's own collection
 */
public record CollectionId(@Nullable ReplicaId replica) implements Comparable<CollectionId> {
  /** The daemon's own records: identity, cluster maps. */
  public static final CollectionId DAEMON = new CollectionId(null);

  /** The collection of a placement group in a pool of replicas. */
  public static CollectionId of(PgId group) {
    return of(ReplicaId.of(group));
  }

  /** The collection of a copy of a placement group. */
  public static CollectionId of(ReplicaId replica) {
    return new CollectionId(replica);
  }

  /** The group; null for the daemon's own collection. */
  public @Nullable PgId group() {
    return replica == null ? null : replica.group();
  }

  @Override
  public int compareTo(CollectionId other) {
    if (replica == null || other.replica == null) {
      return Boolean.compare(replica != null, other.replica != null);
    }
    int byKind = Boolean.compare(replica.hasPosition(), other.replica.hasPosition());
    return byKind != 0 ? byKind : replica.compareTo(other.replica);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollectionId that && Objects.equals(replica, that.replica);
  }

  @Override
  public int hashCode() {
    return replica == null ? 0 : replica.hashCode();
  }

  @Override
  public String toString() {
    return replica == null ? "daemon" : replica.toString();
  }
}
