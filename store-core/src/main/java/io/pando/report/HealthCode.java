package io.pando.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The codes of all health checks. {@code docs/health.md} has a section for each, in this order. */
public enum HealthCode {
  MON_NO_QUORUM(
      Health.Severity.ERROR,
      "the monitors cannot agree",
      "start monitors until more than half of them run and reach one another"),
  MON_DISK_FULL(
      Health.Severity.ERROR,
      "the disk of the monitor that answers is full",
      "free space on its file system; keep its directory"),
  MON_DISK_LOW(
      Health.Severity.WARNING,
      "the disk of the monitor that answers is nearly full",
      "free space on its file system before it is full"),
  MON_DOWN(
      Health.Severity.WARNING, "a monitor is out of the quorum", "start it, or repair its network"),
  MON_EVEN(
      Health.Severity.WARNING,
      "there is an even number of monitors",
      "add a monitor, or remove one (mon add, mon rm)"),
  OSD_DOWN(
      Health.Severity.WARNING,
      "an OSD that is in is down",
      "start it, or mark it out so that its data is copied elsewhere (osd out N)"),
  OSD_FLAPPING(
      Health.Severity.WARNING,
      "an OSD is kept down because it was marked down too often while alive",
      "look at its network and at the load of its machine"),
  OSDMAP_FLAGS(
      Health.Severity.WARNING,
      "a cluster flag is set",
      "clear it when the work for which it was set is done (osd unset FLAG)"),
  MIXED_RELEASES(
      Health.Severity.WARNING,
      "daemons run different releases",
      "upgrade the older daemons (pando versions)"),
  UPGRADE_UNFINISHED(
      Health.Severity.WARNING,
      "all daemons run a release that the cluster does not require yet",
      "require it when no downgrade is planned (require-release)"),
  OSD_FULL(
      Health.Severity.ERROR,
      "an OSD is full, and its groups take no writes",
      "add OSDs, or delete objects"),
  OSD_NEARFULL(
      Health.Severity.WARNING,
      "an OSD is nearly full",
      "add OSDs, or lower its reweight (osd reweight)"),
  OSD_BACKFILLFULL(
      Health.Severity.WARNING,
      "an OSD is so full that nothing is backfilled onto it",
      "add OSDs, or lower its reweight (osd reweight)"),
  POOL_FULL(
      Health.Severity.ERROR,
      "a pool takes no updates that need space",
      "raise its quota (pool set-quota), remove objects, or add OSDs"),
  POOL_NEAR_FULL(
      Health.Severity.WARNING,
      "a pool is nearly full",
      "raise its quota (pool set-quota), remove objects, or add OSDs"),
  PG_BACKFILL_FULL(
      Health.Severity.WARNING,
      "backfill waits for an OSD that is backfillfull",
      "add OSDs, or lower the reweight of the full one (osd reweight)"),
  PG_AVAILABILITY(
      Health.Severity.ERROR,
      "a placement group cannot serve clients",
      "look up what it waits for (pg query PG), and start the OSDs that held it"),
  PG_DATA_LOST(
      Health.Severity.ERROR,
      "a placement group may have lost updates in data that were given up",
      "bring the OSD back, or accept the loss"),
  OBJECT_UNFOUND(
      Health.Severity.ERROR,
      "no OSD that is up has a good copy of an object, and another one may have it",
      "start the OSDs that details name, or declare their data lost (osd lost N)"),
  OBJECT_LOST(
      Health.Severity.ERROR,
      "no OSD has a good copy of an object",
      "end the loss (pg lost PG revert|delete)"),
  PG_RECOVERY_FULL(
      Health.Severity.ERROR,
      "a device has no room for copies of objects",
      "add OSDs, or remove objects"),
  PG_DEGRADED(
      Health.Severity.WARNING,
      "objects have fewer copies than their pool's size",
      "wait for recovery; start OSDs that are down"),
  PG_DIVERGED(
      Health.Severity.WARNING,
      "a replica's hash tree differs from the primary's although no object is missing",
      "scrub the group (pg scrub PG), and repair what the scrub proves (pg repair PG)"),
  OSD_ROLLED_BACK(
      Health.Severity.WARNING,
      "an OSD came back without updates that were durable on it",
      "look at its device and its write cache; replace it if this happens again"),
  PG_INCONSISTENT(
      Health.Severity.ERROR,
      "a scrub found objects whose copies differ",
      "repair them (pg repair PG); write or remove those of which no copy is proven good"),
  TREE_WRONG(
      Health.Severity.WARNING,
      "hash trees did not match the contents of the stores",
      "scrub the group (pg scrub PG): a clean scrub clears it"),
  OSD_TOO_MANY_REPAIRS(
      Health.Severity.WARNING,
      "an OSD found many damaged objects in its store",
      "look at its device, and replace it (osd replace N)"),
  MDS_ALL_DOWN(
      Health.Severity.ERROR,
      "a file system has no metadata server",
      "start one, or let daemons take its ranks (fs set NAME joinable true)"),
  FS_DEGRADED(
      Health.Severity.WARNING,
      "a rank of a file system is not active yet",
      "wait for the takeover; if it lasts, look at the log of the metadata server"),
  MDS_DAMAGE(
      Health.Severity.ERROR,
      "a rank of a file system is damaged",
      "repair what the details name, then let a daemon take the rank (mds repaired)"),
  MDS_INSUFFICIENT_STANDBY(
      Health.Severity.WARNING,
      "fewer metadata servers stand by than a file system wants",
      "start metadata servers, or want fewer (fs set NAME standbys_wanted N)"),
  MDS_LAGGY(
      Health.Severity.WARNING,
      "beacons of a metadata server came late",
      "look at the load of its machine and the network, or raise monitor.mds_grace_ms"),
  MDS_SLOW_REQUEST(
      Health.Severity.WARNING,
      "clients' requests to a metadata server have waited for more than 30 s",
      "look at what they wait for (fs requests NAME)"),
  MDS_TRIM(
      Health.Severity.WARNING,
      "the journal of a rank is nearly as long as it may be",
      "look at the OSDs of the metadata pool: changes are written to them too slowly"),
  POOL_NO_OSDS(
      Health.Severity.ERROR,
      "there are pools, and no OSD is in",
      "create and start OSDs, or mark them in (osd in N)"),
  TOO_FEW_OSDS(
      Health.Severity.WARNING,
      "a pool has more replicas or fragments than there are OSDs that are in",
      "add OSDs, or lower the pool's size (pool set POOL size N)"),
  SLOW_OPS(
      Health.Severity.WARNING,
      "clients' operations have waited for more than 30 s",
      "look at the device and the network of the OSD, and at its groups (pg ls)");

  private final Health.Severity worst;
  private final String meaning;
  private final String remedy;

  HealthCode(Health.Severity worst, String meaning, String remedy) {
    this.worst = worst;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** The code of that name. */
  public static Optional<HealthCode> named(String name) {
    return Arrays.stream(values()).filter(code -> code.name().equals(name)).findFirst();
  }

  /** The names of all codes. */
  public static List<String> names() {
    return Arrays.stream(values()).map(HealthCode::name).toList();
  }

  /** A sentence about a name that no check has. */
  public static String unknown(String name) {
    return "no health check has the code '%s'; the codes are %s"
        .formatted(
            name, Arrays.stream(values()).map(HealthCode::name).collect(Collectors.joining(", ")));
  }

  /** The most severe form in which the check is raised. */
  public Health.Severity worst() {
    return worst;
  }

  /** What the check reports, as a clause. */
  public String meaning() {
    return meaning;
  }

  /** What an operator can do, in one line. */
  public String remedy() {
    return remedy;
  }

  /** The anchor of its section in {@code docs/health.md}. */
  public String anchor() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether each monitor judges it for itself alone, so that the leader does not know it. */
  public boolean isOfOneMonitor() {
    return this == MON_NO_QUORUM || this == MON_DISK_FULL || this == MON_DISK_LOW;
  }
}
