package io.pando.id;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The OSDs of a group in the order of their positions, such as an up set or an acting set. A
 * position that no OSD has is a <em>hole</em>: the positions after it keep their numbers. Lists of
 * replicas, which are alike, have no holes; there a missing OSD makes the list shorter. Immutable.
 */
public final class MemberList {
  /** No position at all. */
  public static final MemberList EMPTY = new MemberList(List.of());

  private final List<Optional<OsdId>> positions;
  private final List<OsdId> osds;

  private MemberList(List<Optional<OsdId>> positions) {
    this.positions = List.copyOf(positions);
    this.osds = positions.stream().flatMap(Optional::stream).toList();
  }

  /** A list without holes. */
  public static MemberList of(List<OsdId> osds) {
    return osds.isEmpty() ? EMPTY : new MemberList(osds.stream().map(Optional::of).toList());
  }

  /** A list without holes. */
  public static MemberList of(OsdId... osds) {
    return of(List.of(osds));
  }

  /** A list by position; empty where there is a hole. */
  public static MemberList ofPositions(List<Optional<OsdId>> positions) {
    return new MemberList(positions);
  }

  /** The OSD at each position; empty at a hole. */
  public List<Optional<OsdId>> positions() {
    return positions;
  }

  /**
   * The OSDs in the order of their positions, without holes; an OSD at two positions is twice in
   * it.
   */
  public List<OsdId> osds() {
    return osds;
  }

  /** Number of OSDs; holes do not count. */
  public int count() {
    return osds.size();
  }

  /** Whether there is no OSD. */
  public boolean isEmpty() {
    return osds.isEmpty();
  }

  /** The OSD at the first position that is no hole; null if there is none. */
  public @Nullable OsdId first() {
    return osds.isEmpty() ? null : osds.getFirst();
  }

  /** Whether the OSD has a position. */
  public boolean contains(OsdId osd) {
    return osds.contains(osd);
  }

  /** The list with holes in place of the OSDs that do not match. */
  public MemberList keep(Predicate<OsdId> wanted) {
    return osds.stream().allMatch(wanted)
        ? this
        : new MemberList(positions.stream().map(osd -> osd.filter(wanted)).toList());
  }

  /** The list without its holes: the OSDs after a hole get lower positions. */
  public MemberList closedUp() {
    return osds.size() == positions.size() ? this : of(osds);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemberList that && positions.equals(that.positions);
  }

  @Override
  public int hashCode() {
    return positions.hashCode();
  }

  /** The OSDs by position such as {@code [osd.1, NONE, osd.3]}. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    positions.forEach(osd -> words.add(osd.map(OsdId::toString).orElse("NONE")));
    return "[" + String.join(", ", words) + "]";
  }
}
