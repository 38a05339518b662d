package io.pando.fs;

import java.util.ArrayList;
import java.util.List;

/**
 * Capabilities of one client for one inode.
 *
 * @param bits bit i stands for the capability with number i
 */
public record CapabilitySet(int bits) {
  private static final List<Capability> EVERY = List.of(Capability.values());

  /** No capability. */
  public static final CapabilitySet NONE = new CapabilitySet(0);

  /** All capabilities: those of a client that is alone. */
  public static final CapabilitySet ALL = new CapabilitySet((1 << EVERY.size()) - 1);

  /**
   * Those with which a file is made that is written at once. Servers grant them, and clients begin
   * before the grant arrives: no other client knows the file.
   */
  public static final CapabilitySet NEW_WRITTEN =
      of(
          Capability.ATTRIBUTES_SHARED,
          Capability.LINKS_SHARED,
          Capability.LINKS_EXCLUSIVE,
          Capability.XATTRS_SHARED,
          Capability.READ,
          Capability.CACHE,
          Capability.WRITE,
          Capability.BUFFER);

  public CapabilitySet {
    if (bits >>> EVERY.size() != 0) {
      throw new IllegalArgumentException("not capabilities: " + Integer.toHexString(bits));
    }
  }

  /** Some capabilities. */
  public static CapabilitySet of(Capability... some) {
    int bits = 0;
    for (Capability each : some) {
      bits |= each.bit();
    }
    return new CapabilitySet(bits);
  }

  public boolean isEmpty() {
    return bits == 0;
  }

  public boolean contains(Capability capability) {
    return (bits & capability.bit()) != 0;
  }

  public boolean containsAll(CapabilitySet others) {
    return (others.bits & ~bits) == 0;
  }

  public CapabilitySet union(CapabilitySet other) {
    return new CapabilitySet(bits | other.bits);
  }

  public CapabilitySet intersection(CapabilitySet other) {
    return new CapabilitySet(bits & other.bits);
  }

  public CapabilitySet minus(CapabilitySet other) {
    return new CapabilitySet(bits & ~other.bits);
  }

  /** All that no other client may have beside these. */
  public CapabilitySet excluded() {
    int excluded = 0;
    for (Capability each : EVERY) {
      excluded |= contains(each) ? each.excludes().bits : 0;
    }
    return new CapabilitySet(excluded);
  }

  /** Whether another client must not have those while a client has these. */
  public boolean conflictsWith(CapabilitySet ofAnother) {
    return !excluded().intersection(ofAnother).isEmpty();
  }

  /** The words for them, joined by plus signs; "none" if there are none. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    EVERY.stream().filter(this::contains).forEach(each -> words.add(each.label()));
    return words.isEmpty() ? "none" : String.join("+", words);
  }
}
