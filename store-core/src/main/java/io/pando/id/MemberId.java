package io.pando.id;

/**
 * A member of a placement group: an OSD and what it holds of the group. Replicas are alike and have
 * no position, so the OSD alone names such a member. Members that hold fragments of an erasure code
 * differ by their positions, and an OSD may be two of them for a while. Ordered by OSD, then by
 * position.
 *
 * @param position position in the erasure code, from 0; {@link #NO_POSITION} for a replica
 */
public record MemberId(OsdId osd, int position) implements Comparable<MemberId> {
  /** In place of the position of a replica. */
  public static final int NO_POSITION = -1;

  public MemberId {
    if (position < NO_POSITION) {
      throw new IllegalArgumentException(
          "position of a member must be %d for none, or not negative: %d"
              .formatted(NO_POSITION, position));
    }
  }

  /** The member that holds a replica on that OSD. */
  public static MemberId of(OsdId osd) {
    return new MemberId(osd, NO_POSITION);
  }

  /** Whether the member has a position: it holds fragments and not a replica. */
  public boolean hasPosition() {
    return position != NO_POSITION;
  }

  @Override
  public int compareTo(MemberId other) {
    int byOsd = osd.compareTo(other.osd);
    return byOsd != 0 ? byOsd : Integer.compare(position, other.position);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemberId that && position == that.position && osd.equals(that.osd);
  }

  @Override
  public int hashCode() {
    return 31 * osd.hashCode() + position;
  }

  /** The OSD such as {@code osd.3}, followed by the position if there is one: {@code osd.3(2)}. */
  @Override
  public String toString() {
    return hasPosition() ? osd + "(" + position + ")" : osd.toString();
  }
}
