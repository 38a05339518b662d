package io.pando.mds.work;

/** What the holder of a rank counts since it took the rank. */
public enum MdsCount {
  JOURNAL_RECORDS(
      MeterOfRank.of("pando.mds.journal.records", "Records that were appended to the journal")),
  JOURNAL_WRITTEN(
      MeterOfRank.ofBytes("pando.mds.journal.written", "Bytes that were written to the journal")),
  SEGMENTS_CUT(
      MeterOfRank.of("pando.mds.journal.segments.cut", "Segments that were cut off the journal")),
  COMMITS(MeterOfRank.of("pando.mds.commits", "Commits of rows to objects of the metadata pool")),
  COMMITTED_ROWS(MeterOfRank.of("pando.mds.commit.rows", "Rows that commits wrote or removed")),
  COMMITTED(MeterOfRank.ofBytes("pando.mds.commit", "Bytes of keys and values that commits wrote")),
  READS(
      MeterOfRank.of(
          "pando.mds.reads", "Reads of objects of the metadata pool for rows not in memory")),
  DROPPED_ROWS(MeterOfRank.of("pando.mds.rows.dropped", "Rows that were dropped from memory")),
  REVOCATIONS(
      MeterOfRank.of(
          "pando.mds.revocations", "Times that a session was asked to give capabilities back")),
  EVICTIONS(MeterOfRank.of("pando.mds.evictions", "Sessions that were evicted")),
  REMOVED_INODES(
      MeterOfRank.of("pando.mds.strays.removed", "Inodes without a name that were removed"));

  private final MeterOfRank meter;

  MdsCount(MeterOfRank meter) {
    this.meter = meter;
  }

  /** The meter that shows it. */
  public MeterOfRank meter() {
    return meter;
  }
}
