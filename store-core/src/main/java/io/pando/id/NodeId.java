package io.pando.id;

import java.util.Locale;

/** A node on the network: its role, and its number among the nodes of that role. */
public record NodeId(Role role, long number) implements Comparable<NodeId> {
  /** The role of a node. */
  public enum Role {
    MON,
    OSD,
    MDS,
    CLIENT
  }

  @Override
  public int compareTo(NodeId other) {
    int byRole = role.compareTo(other.role);
    return byRole != 0 ? byRole : Long.compareUnsigned(number, other.number);
  }

  /** The OSD's id; only for the role OSD. */
  public OsdId osd() {
    if (role != Role.OSD) {
      throw new IllegalStateException(this + " is not an OSD");
    }
    return new OsdId(Math.toIntExact(number));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeId that && number == that.number && role == that.role;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return role.name().toLowerCase(Locale.ROOT) + "." + Long.toUnsignedString(number);
  }
}
