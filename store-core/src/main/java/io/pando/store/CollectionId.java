package io.pando.store;

import io.pando.id.PgId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A collection of a store: the objects of one placement group, or the daemon's own records.
 *
 * @param group the group; null for the daemon's own collection
 */
public record CollectionId(@Nullable PgId group) implements Comparable<CollectionId> {
  /** The daemon's own records: identity, cluster maps. */
  public static final CollectionId DAEMON = new CollectionId(null);

  /** The collection of a placement group. */
  public static CollectionId of(PgId group) {
    return new CollectionId(group);
  }

  @Override
  public int compareTo(CollectionId other) {
    if (group == null || other.group == null) {
      return Boolean.compare(group != null, other.group != null);
    }
    return group.compareTo(other.group);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollectionId that && Objects.equals(group, that.group);
  }

  @Override
  public int hashCode() {
    return group == null ? 0 : group.hashCode();
  }

  @Override
  public String toString() {
    return group == null ? "daemon" : group.toString();
  }
}
