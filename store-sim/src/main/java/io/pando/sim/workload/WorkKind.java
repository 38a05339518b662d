package io.pando.sim.workload;

/** Kind of a client's work. */
public enum WorkKind {
  /** Writes and reads whole objects. */
  REGISTERS,
  /** Appends, and reads. */
  APPENDS,
  /** Changes an object if it is unchanged since the last read: by version or by attribute. */
  COMPARE_AND_SET,
  /** Sets and removes attributes, and compares them. */
  ATTRIBUTES,
  /** Works on key/value maps. */
  ENTRIES,
  /** Writes at offsets, truncates, extends and zeroes, leaving holes; reads ranges. */
  RANGES,
  /** Creates, removes and creates objects again. */
  LIVES,
  /** Writes objects of many pieces. */
  LARGE,
  /** All of these on the same objects. */
  MIXED,
  /** Only reads objects that others write. */
  READS;

  /** Whether the work uses key/value maps, which erasure-coded pools refuse. */
  public boolean usesEntries() {
    return this == ENTRIES || this == MIXED;
  }
}
