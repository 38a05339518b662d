package io.pando.mon.health;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.message.MonitorMessage;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Statistics that OSDs sent to one monitor: soft state, not in any log. Its size is bounded by the
 * OSDs and groups of the map. Not thread-safe.
 */
public final class Statistics {
  private final TreeMap<OsdId, Heard> osds = new TreeMap<>();
  private final TreeMap<PgId, Told> groups = new TreeMap<>();
  private final RecoveryRates rates = new RecoveryRates();
  private final Placement placement = new Placement();
  private ClusterMap map;

  /**
   * Time after which an OSD whose stream broke would have opened another one: longer than the
   * period of beacons, since an OSD that switches to another monitor ends its stream too.
   */
  private static final long REDIALLING_NANOS = 2_200_000_000L;

  private static final long NEVER = Long.MIN_VALUE;

  /**
   * The last report of an incarnation; without statistics the monitor only saw it come up.
   *
   * @param brokenNanos when its stream broke after that; {@link #NEVER} if it did not
   */
  private record Heard(long nonce, long atNanos, long brokenNanos, @Nullable OsdStats stats) {}

  private record Told(OsdId by, long atNanos, GroupStats stats) {}

  public Statistics(ClusterMap map) {
    this.map = map;
  }

  /**
   * Takes over a new map: forgets OSDs and groups that are not in it; an OSD that came up counts as
   * heard.
   */
  public void onMap(ClusterMap newMap, long nowNanos) {
    ClusterMap before = map;
    map = newMap;
    osds.keySet().retainAll(map.osds().keySet());
    rates.retain(map.osds().keySet());
    groups.keySet().removeIf(group -> !exists(group));
    for (OsdInfo osd : map.osds().values()) {
      Heard heard = osds.get(osd.id());
      if (osd.up() && osd.address() != null) {
        long nonce = osd.address().nonce();
        if (heard == null || heard.nonce() != nonce) {
          osds.put(osd.id(), new Heard(nonce, nowNanos, NEVER, null));
        } else if (cameUp(before, osd)) {
          osds.put(osd.id(), new Heard(nonce, nowNanos, NEVER, heard.stats()));
        }
      }
    }
  }

  /**
   * Whether an OSD came up with this map. An OSD that was down has sent no beacons, so without this
   * it would count as silent as soon as it is up again.
   */
  private static boolean cameUp(ClusterMap before, OsdInfo osd) {
    OsdInfo known = before.osds().get(osd.id());
    return known == null || !known.up() || known.upFrom() != osd.upFrom();
  }

  /** Records a beacon. Statistics of a group are kept unless newer ones are known. */
  public void onBeacon(MonitorMessage.Beacon beacon, long nowNanos) {
    if (!map.isUp(beacon.osd(), beacon.nonce())) {
      return;
    }
    osds.put(beacon.osd(), new Heard(beacon.nonce(), nowNanos, NEVER, beacon.stats()));
    rates.onBeacon(beacon, nowNanos);
    for (GroupStats stats : beacon.groups()) {
      Told known = groups.get(stats.group());
      if (exists(stats.group())
          && (known == null || known.stats().mapping().epoch() <= stats.mapping().epoch())) {
        groups.put(stats.group(), new Told(beacon.osd(), nowNanos, stats));
      }
    }
  }

  /** The stream of an incarnation broke. */
  public void onReset(OsdId osd, long nonce, long nowNanos) {
    Heard heard = osds.get(osd);
    if (heard != null && heard.nonce() == nonce) {
      osds.put(osd, new Heard(nonce, heard.atNanos(), nowNanos, heard.stats()));
    }
  }

  /**
   * OSDs that are up by the map, but from which no beacon came for {@code doubtNanos}, or that did
   * not open another stream after theirs broke, in order of their numbers. This alone does not
   * prove a failure.
   */
  public List<OsdId> doubtful(long nowNanos, long doubtNanos) {
    return osds.entrySet().stream()
        .filter(entry -> map.isUp(entry.getKey(), entry.getValue().nonce()))
        .filter(entry -> isDoubtful(entry.getValue(), nowNanos, doubtNanos))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isDoubtful(Heard heard, long nowNanos, long doubtNanos) {
    boolean away =
        heard.brokenNanos() != NEVER && nowNanos - heard.brokenNanos() > REDIALLING_NANOS;
    return away || nowNanos - heard.atNanos() > doubtNanos;
  }

  /**
   * OSDs that are up by the map, but from which no beacon came for {@code graceNanos}, in order of
   * their numbers.
   */
  public List<OsdId> silent(long nowNanos, long graceNanos) {
    return osds.entrySet().stream()
        .filter(entry -> map.isUp(entry.getKey(), entry.getValue().nonce()))
        .filter(entry -> nowNanos - entry.getValue().atNanos() > graceNanos)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Counts every OSD that is up as heard now: a new leader may have missed earlier beacons. */
  public void hearAll(long nowNanos) {
    osds.replaceAll((osd, heard) -> new Heard(heard.nonce(), nowNanos, NEVER, heard.stats()));
  }

  public RecoveryRates.Rate recoveryRate(long nowNanos) {
    return rates.rate(nowNanos);
  }

  /** The last statistics of each OSD, in order of their numbers. */
  public List<OsdStats> osds() {
    List<OsdStats> told = new ArrayList<>();
    for (Heard heard : osds.values()) {
      OsdStats stats = heard.stats();
      if (stats != null) {
        told.add(stats);
      }
    }
    return told;
  }

  /**
   * Every group of the map, in order, with the last statistics from its primary: {@code stale} if
   * they are older than {@code lifeNanos} or the primary is not up; {@code unknown} if there are
   * none.
   */
  public List<GroupStats> groups(long nowNanos, long lifeNanos) {
    List<GroupStats> all = new ArrayList<>();
    for (PoolInfo pool : map.pools().values()) {
      for (int seed = 0; seed < pool.groupCount(); seed++) {
        PgId group = new PgId(pool.id(), seed);
        Told told = groups.get(group);
        all.add(told == null ? unknown(group) : fresh(told, nowNanos, lifeNanos));
      }
    }
    return all;
  }

  private GroupStats fresh(Told told, long nowNanos, long lifeNanos) {
    GroupStats stats = told.stats();
    if (map.isUp(told.by()) && nowNanos - told.atNanos() <= lifeNanos) {
      return stats;
    }
    SortedSet<GroupState> states = new TreeSet<>(stats.states());
    states.add(GroupState.STALE);
    return new GroupStats(
        stats.group(),
        states,
        stats.mapping(),
        stats.contents(),
        stats.copies(),
        new GroupStats.Problems(
            waitsFor(told, nowNanos),
            stats.problems().diverged(),
            stats.problems().rolledBack(),
            stats.problems().wrong()));
  }

  private String waitsFor(Told told, long nowNanos) {
    long seconds = (nowNanos - told.atNanos()) / 1_000_000_000L;
    return map.isUp(told.by())
        ? "a report of %s, its primary, which has not reported for %d s: if it hangs, restart it"
            .formatted(told.by(), seconds)
        : "a report, for %d s; its primary was %s, which is down: start the OSDs that held it"
            .formatted(seconds, told.by());
  }

  private GroupStats unknown(PgId group) {
    GroupMapping mapping = placement.locate(map, group);
    SortedSet<GroupState> states = new TreeSet<>(List.of(GroupState.UNKNOWN));
    String waitsFor =
        mapping
            .primary()
            .map(primary -> "the first report of its primary, " + primary)
            .orElse("an OSD that is up");
    return new GroupStats(
        group,
        states,
        new GroupStats.Mapping(mapping.up(), mapping.acting(), 0),
        new GroupStats.Contents(Version.ZERO, 0, 0),
        new GroupStats.Copies(0, 0, 0, 0, 0),
        new GroupStats.Problems(waitsFor, new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  private boolean exists(PgId group) {
    PoolInfo pool = map.pools().get(group.pool());
    return pool != null && group.seed() < pool.groupCount();
  }
}
