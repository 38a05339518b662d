package io.pando.mds.caps;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import java.util.List;

/** Kinds of capabilities that the rules treat alike. */
final class Kinds {
  /** Open files do not work without these. All sessions can have them at once. */
  static final CapabilitySet NEEDED =
      CapabilitySet.of(Capability.READ, Capability.WRITE, Capability.LAZY);

  static final CapabilitySet READS = CapabilitySet.of(Capability.READ, Capability.CACHE);
  static final CapabilitySet WRITES = CapabilitySet.of(Capability.WRITE, Capability.BUFFER);

  /** A session without these knows nothing of a file that the server does not know. */
  static final CapabilitySet CHANGES = WRITES.union(CapabilitySet.of(Capability.LAZY));

  /** One that reads, and one that changes, as of a lock for readers and writers. */
  record Pair(CapabilitySet shared, CapabilitySet exclusive) {
    CapabilitySet both() {
      return shared.union(exclusive);
    }
  }

  static final List<Pair> PAIRS =
      List.of(
          pair(Capability.ATTRIBUTES_SHARED, Capability.ATTRIBUTES_EXCLUSIVE),
          pair(Capability.LINKS_SHARED, Capability.LINKS_EXCLUSIVE),
          pair(Capability.XATTRS_SHARED, Capability.XATTRS_EXCLUSIVE),
          pair(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE));

  /** Those that make a session faster while it is alone. */
  static final CapabilitySet OPTIONAL =
      PAIRS.stream()
          .map(Pair::exclusive)
          .reduce(CapabilitySet.of(Capability.CACHE, Capability.BUFFER), CapabilitySet::union);

  private Kinds() {}

  private static Pair pair(Capability shared, Capability exclusive) {
    return new Pair(CapabilitySet.of(shared), CapabilitySet.of(exclusive));
  }

  static boolean meet(CapabilitySet some, CapabilitySet others) {
    return !some.intersection(others).isEmpty();
  }
}
