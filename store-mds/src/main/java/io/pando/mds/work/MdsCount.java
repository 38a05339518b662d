package io.pando.mds.work;

/** What the holder of a rank counts since it took the rank. */
public enum MdsCount {
  JOURNAL_RECORDS("pando.mds.journal.records", "Records that were appended to the journal"),
  JOURNAL_WRITTEN("pando.mds.journal.written", "Bytes that were written to the journal", true),
  SEGMENTS_CUT("pando.mds.journal.segments.cut", "Segments that were cut off the journal"),
  COMMITS("pando.mds.commits", "Commits of rows to objects of the metadata pool"),
  COMMITTED_ROWS("pando.mds.commit.rows", "Rows that commits wrote or removed"),
  COMMITTED("pando.mds.commit", "Bytes of keys and values that commits wrote", true),
  READS("pando.mds.reads", "Reads of objects of the metadata pool for rows not in memory"),
  DROPPED_ROWS("pando.mds.rows.dropped", "Rows that were dropped from memory"),
  REVOCATIONS("pando.mds.revocations", "Times that a session was asked to give capabilities back"),
  EVICTIONS("pando.mds.evictions", "Sessions that were evicted"),
  REMOVED_INODES("pando.mds.strays.removed", "Inodes without a name that were removed");

  private final String meter;
  private final String description;
  private final boolean ofBytes;

  MdsCount(String meter, String description) {
    this(meter, description, false);
  }

  MdsCount(String meter, String description, boolean ofBytes) {
    this.meter = meter;
    this.description = description;
    this.ofBytes = ofBytes;
  }

  /** Name of the meter. */
  public String meter() {
    return meter;
  }

  /** What is counted, for people. */
  public String description() {
    return description;
  }

  /** Whether bytes are counted. */
  public boolean isOfBytes() {
    return ofBytes;
  }
}
