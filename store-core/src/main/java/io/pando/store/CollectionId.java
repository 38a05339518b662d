package io.pando.store;

import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A collection of a store: the objects of one copy of a placement group, or what such a copy keeps
 * aside for undoing updates, or the daemon's own records. Ordered like the keys of stores: the
 * daemon's own, groups of replicas, groups whose copies have positions, then what these keep aside.
 *
 * @param replica the copy of a group; null for the daemon's own collection
 * @param isAside whether the collection holds what the copy keeps aside; the copy has a position
 *     then. Such a collection is not a copy of the group: its objects are not the group's objects
 */
public record CollectionId(@Nullable ReplicaId replica, boolean isAside)
    implements Comparable<CollectionId> {
  /** The daemon's own records: identity, cluster maps. */
  public static final CollectionId DAEMON = new CollectionId(null, false);

  private static final String ASIDE = "~aside";

  public CollectionId {
    if (isAside && (replica == null || !replica.hasPosition())) {
      throw new IllegalArgumentException(
          "only a copy of a group that has a position keeps something aside, not "
              + (replica == null ? "the daemon" : replica));
    }
  }

  /** The collection of a placement group in a pool of replicas. */
  public static CollectionId of(PgId group) {
    return of(ReplicaId.of(group));
  }

  /** The collection of a copy of a placement group. */
  public static CollectionId of(ReplicaId replica) {
    return new CollectionId(replica, false);
  }

  /**
   * What a copy of a placement group keeps aside for undoing updates.
   *
   * @param replica the copy, which has a position
   */
  public static CollectionId aside(ReplicaId replica) {
    return new CollectionId(replica, true);
  }

  /**
   * Parses the text of a collection; throws {@link IllegalArgumentException} with the text if it
   * has another form.
   */
  public static CollectionId parse(String text) {
    if (text.equals(DAEMON.toString())) {
      return DAEMON;
    }
    return text.endsWith(ASIDE)
        ? aside(ReplicaId.parse(text.substring(0, text.length() - ASIDE.length())))
        : of(ReplicaId.parse(text));
  }

  /**
   * The group that the collection belongs to; null for the daemon's own collection. Whether it is a
   * copy of that group says {@link #copy}.
   */
  public @Nullable PgId group() {
    return replica == null ? null : replica.group();
  }

  /** The copy of a group that the collection is; null if it is not a copy of a group. */
  public @Nullable ReplicaId copy() {
    return isAside ? null : replica;
  }

  @Override
  public int compareTo(CollectionId other) {
    if (replica == null || other.replica == null) {
      return Boolean.compare(replica != null, other.replica != null);
    }
    int byKind = Boolean.compare(isAside, other.isAside);
    if (byKind == 0) {
      byKind = Boolean.compare(replica.hasPosition(), other.replica.hasPosition());
    }
    return byKind != 0 ? byKind : replica.compareTo(other.replica);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollectionId that
        && isAside == that.isAside
        && Objects.equals(replica, that.replica);
  }

  @Override
  public int hashCode() {
    return replica == null ? 0 : replica.hashCode() + (isAside ? 1 << 30 : 0);
  }

  /** The copy such as {@code 1.2fs3}, with {@code ~aside} for what it keeps aside. */
  @Override
  public String toString() {
    return replica == null ? "daemon" : isAside ? replica + ASIDE : replica.toString();
  }
}
