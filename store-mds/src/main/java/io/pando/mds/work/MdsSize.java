package io.pando.mds.work;

/** What a metadata server has now, as its holder of a rank. All are 0 at a standby. */
public enum MdsSize {
  JOURNAL(MeterOfRank.ofBytes("pando.mds.journal", "Length of the journal")),
  JOURNAL_LIMIT(MeterOfRank.ofBytes("pando.mds.journal.limit", "Length at which clients wait")),
  ROWS(
      MeterOfRank.of(
          "pando.mds.rows", "Rows in memory: names with inodes, and inodes with several names")),
  ROWS_LIMIT(
      MeterOfRank.of(
          "pando.mds.rows.limit", "Rows above which those are dropped that are not used")),
  FILES(MeterOfRank.of("pando.mds.files", "Names below the root that are not of directories")),
  DIRECTORIES(MeterOfRank.of("pando.mds.directories", "Directories below the root")),
  CAPABILITIES(
      MeterOfRank.of("pando.mds.capabilities", "Inodes of which sessions have capabilities")),
  CAPABILITIES_LIMIT(
      MeterOfRank.of(
          "pando.mds.capabilities.limit", "Inodes above which sessions are asked to give some up")),
  LATE_REVOCATIONS(
      MeterOfRank.of(
          "pando.mds.revocations.late", "Questions for capabilities without an answer for 5 s")),
  SESSIONS(MeterOfRank.of("pando.mds.sessions", "Sessions of clients")),
  WAITING_REQUESTS(MeterOfRank.of("pando.mds.requests.waiting", "Requests that are not answered")),
  SLOW_REQUESTS(
      MeterOfRank.of("pando.mds.requests.slow", "Requests that have waited for more than 30 s")),
  STRAYS(
      MeterOfRank.of("pando.mds.strays", "Inodes without a name, those included that clients use"));

  private final MeterOfRank meter;

  MdsSize(MeterOfRank meter) {
    this.meter = meter;
  }

  /** The meter that shows it. */
  public MeterOfRank meter() {
    return meter;
  }
}
