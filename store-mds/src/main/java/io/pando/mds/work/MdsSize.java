package io.pando.mds.work;

/** What a metadata server has now, as its holder of a rank. All are 0 at a standby. */
public enum MdsSize {
  JOURNAL("pando.mds.journal", "Length of the journal", true),
  JOURNAL_LIMIT("pando.mds.journal.limit", "Length at which clients wait", true),
  ROWS("pando.mds.rows", "Rows in memory: names with inodes, and inodes with several names"),
  ROWS_LIMIT("pando.mds.rows.limit", "Rows above which those are dropped that are not used"),
  FILES("pando.mds.files", "Names below the root that are not of directories"),
  DIRECTORIES("pando.mds.directories", "Directories below the root"),
  CAPABILITIES("pando.mds.capabilities", "Inodes of which sessions have capabilities"),
  CAPABILITIES_LIMIT(
      "pando.mds.capabilities.limit", "Inodes above which sessions are asked to give some up"),
  LATE_REVOCATIONS(
      "pando.mds.revocations.late", "Questions for capabilities without an answer for 5 s"),
  SESSIONS("pando.mds.sessions", "Sessions of clients"),
  WAITING_REQUESTS("pando.mds.requests.waiting", "Requests that are not answered"),
  SLOW_REQUESTS("pando.mds.requests.slow", "Requests that have waited for more than 30 s"),
  STRAYS("pando.mds.strays", "Inodes without a name, those included that clients use");

  private final String meter;
  private final String description;
  private final boolean ofBytes;

  MdsSize(String meter, String description) {
    this(meter, description, false);
  }

  MdsSize(String meter, String description, boolean ofBytes) {
    this.meter = meter;
    this.description = description;
    this.ofBytes = ofBytes;
  }

  /** Name of the meter. */
  public String meter() {
    return meter;
  }

  /** What the number says, for people. */
  public String description() {
    return description;
  }

  /** Whether the unit is bytes. */
  public boolean isOfBytes() {
    return ofBytes;
  }
}
