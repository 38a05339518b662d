package io.pando.mds.caps;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import java.util.List;

/**
 * What each session should have of one inode, from what all of them want. What several sessions
 * should have never conflicts.
 *
 * <ul>
 *   <li>Sessions with open files always get READ, WRITE and LAZY if they want them.
 *   <li>CACHE: unless another session wants to write. BUFFER: unless another session wants to read
 *       or write. So a session that is alone, and readers among themselves, are fast; readers and
 *       writers are synchronous.
 *   <li>Shared ones of attributes, links, extended attributes and names: whenever a session wants
 *       them. Exclusive ones: if no other session has or wants either.
 * </ul>
 */
final class Sharing {
  private final Others interests = new Others();
  private int readers;
  private int writers;

  private Sharing() {}

  static Sharing of(List<Holding> holders) {
    Sharing sharing = new Sharing();
    for (Holding each : holders) {
      sharing.interests.add(interest(each));
      sharing.readers += wantsAny(each, Kinds.READS);
      sharing.writers += wantsAny(each, Kinds.WRITES);
    }
    return sharing;
  }

  private static CapabilitySet interest(Holding holding) {
    return holding.given().union(holding.wanted());
  }

  private static int wantsAny(Holding holding, CapabilitySet some) {
    return Kinds.meet(holding.wanted(), some) ? 1 : 0;
  }

  /** What one of the sessions should have, if it could have it at once. */
  CapabilitySet share(Holding holding) {
    CapabilitySet wanted = holding.wanted();
    int reads = wantsAny(holding, Kinds.READS);
    int writes = wantsAny(holding, Kinds.WRITES);
    CapabilitySet share = wanted.intersection(CapabilitySet.of(Capability.LAZY));
    if (reads == 1) {
      share = share.union(CapabilitySet.of(Capability.READ));
      if (writers == writes) {
        share = share.union(CapabilitySet.of(Capability.CACHE));
      }
    }
    if (writes == 1) {
      share = share.union(CapabilitySet.of(Capability.WRITE));
      if (writers == 1 && readers == reads) {
        share = share.union(CapabilitySet.of(Capability.BUFFER));
      }
    }
    CapabilitySet others = interests.without(interest(holding));
    for (Kinds.Pair pair : Kinds.PAIRS) {
      if (Kinds.meet(wanted, pair.both())) {
        share = share.union(pair.shared());
      }
      if (Kinds.meet(wanted, pair.exclusive()) && !Kinds.meet(others, pair.both())) {
        share = share.union(pair.exclusive());
      }
    }
    return share;
  }
}
