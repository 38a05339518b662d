package io.pando.id;

/**
 * Number of a storage daemon: non-negative, stable for its life, the device number of the CRUSH
 * map.
 */
public record OsdId(int value) implements Comparable<OsdId> {
  public OsdId {
    if (value < 0) {
      throw new IllegalArgumentException("OSD number must not be negative: " + value);
    }
  }

  /** Its name on the network. */
  public NodeId node() {
    return new NodeId(NodeId.Role.OSD, value);
  }

  @Override
  public int compareTo(OsdId other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OsdId that && value == that.value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public String toString() {
    return "osd." + value;
  }
}
