package io.pando.id;

/**
 * The copy of a placement group that an OSD has: the group, and the position of its fragments if
 * the pool is erasure-coded. An OSD may have two copies of such a group for a while. Ordered by
 * group, then by position.
 *
 * @param position position in the erasure code, from 0; {@link MemberId#NO_POSITION} for a replica
 */
public record ReplicaId(PgId group, int position) implements Comparable<ReplicaId> {
  private static final char BEFORE_POSITION = 's';

  public ReplicaId {
    if (position < MemberId.NO_POSITION) {
      throw new IllegalArgumentException(
          "position of a copy must be %d for none, or not negative: %d"
              .formatted(MemberId.NO_POSITION, position));
    }
  }

  /** The only copy that an OSD has of a group in a pool of replicas. */
  public static ReplicaId of(PgId group) {
    return new ReplicaId(group, MemberId.NO_POSITION);
  }

  /**
   * Parses the text of a copy; throws {@link IllegalArgumentException} with the text if it has
   * another form.
   */
  public static ReplicaId parse(String text) {
    int mark = text.indexOf(BEFORE_POSITION);
    if (mark < 0) {
      return of(PgId.parse(text));
    }
    try {
      return new ReplicaId(
          PgId.parse(text.substring(0, mark)), Integer.parseUnsignedInt(text.substring(mark + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a copy of a placement group (expected POOL.SEED such as 1.2f, or POOL.SEEDsPOSITION"
              + " such as 1.2fs3): "
              + text,
          e);
    }
  }

  /** Whether the copy has a position: it consists of fragments. */
  public boolean hasPosition() {
    return position != MemberId.NO_POSITION;
  }

  @Override
  public int compareTo(ReplicaId other) {
    int byGroup = group.compareTo(other.group);
    return byGroup != 0 ? byGroup : Integer.compare(position, other.position);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaId that && position == that.position && group.equals(that.group);
  }

  @Override
  public int hashCode() {
    return 31 * group.hashCode() + position;
  }

  /** The group such as {@code 1.2f}, followed by the position if there is one: {@code 1.2fs3}. */
  @Override
  public String toString() {
    return hasPosition() ? group.toString() + BEFORE_POSITION + position : group.toString();
  }
}
