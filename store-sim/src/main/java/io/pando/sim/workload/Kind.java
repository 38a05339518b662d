package io.pando.sim.workload;

/** What a client does. */
public enum Kind {
  /** Writes objects whole and reads them whole. */
  REGISTERS,
  /** Appends, and reads. */
  APPENDS,
  /** Changes what it has seen, if it is still so: by version or by attribute. */
  COMPARE_AND_SET,
  /** Sets and removes attributes, and compares them. */
  ATTRIBUTES,
  /** Works on key/value maps. */
  ENTRIES,
  /** Writes at offsets, cuts, grows and zeroes, leaving holes; reads ranges. */
  RANGES,
  /** Creates, removes, creates again. */
  LIVES,
  /** Writes objects of many pieces. */
  LARGE,
  /** All of these on the same objects. */
  MIXED,
  /** Reads what others write, and nothing else. */
  READS
}
