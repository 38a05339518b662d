package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;

/** Sets of several sessions, to ask for the union of all but one. */
final class Others {
  private CapabilitySet once = CapabilitySet.NONE;
  private CapabilitySet twice = CapabilitySet.NONE;

  void add(CapabilitySet set) {
    twice = twice.union(once.intersection(set));
    once = once.union(set);
  }

  /**
   * The union of all others.
   *
   * @param own a set that was added
   */
  CapabilitySet without(CapabilitySet own) {
    return twice.union(once.minus(own));
  }
}
