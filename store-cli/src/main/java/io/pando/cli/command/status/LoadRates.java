package io.pando.cli.command.status;

import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.OsdStats;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rates of clients' work and of recovery, by OSD and by pool, from counters that OSDs sent to the
 * monitors. An OSD sends its counters with each beacon and says when it counted, so rates are exact
 * even if two looks see the same beacon.
 */
final class LoadRates {
  /** After this many looks without new counters, the rates of an OSD are 0. */
  private static final int PATIENCE = 4;

  /**
   * Rates per second.
   *
   * @param recovered recovered copies
   */
  record Rate(
      double reads,
      double writes,
      double readBytes,
      double writtenBytes,
      double recovered,
      double recoveredBytes) {
    static final Rate NOTHING = new Rate(0, 0, 0, 0, 0, 0);

    Rate plus(Rate other) {
      return new Rate(
          reads + other.reads,
          writes + other.writes,
          readBytes + other.readBytes,
          writtenBytes + other.writtenBytes,
          recovered + other.recovered,
          recoveredBytes + other.recoveredBytes);
    }

    /** What rates are sorted by. */
    double operations() {
      return reads + writes + recovered;
    }
  }

  private record Known(OsdStats stats, Rate rate, SortedMap<PoolId, Rate> pools, int unchanged) {}

  private final SortedMap<OsdId, Known> osds = new TreeMap<>();

  /**
   * Takes over the counters of all OSDs that are up.
   *
   * @param elapsedMillis time since the last look, for OSDs that do not say when they counted
   */
  void look(List<OsdStats> told, long elapsedMillis) {
    List<OsdId> up = new ArrayList<>();
    for (OsdStats stats : told) {
      up.add(stats.osd());
      osds.compute(stats.osd(), (_, known) -> next(known, stats, elapsedMillis));
    }
    osds.keySet().retainAll(up);
  }

  private static Known next(@Nullable Known known, OsdStats now, long elapsedMillis) {
    if (known == null) {
      return new Known(now, Rate.NOTHING, new TreeMap<>(), 0);
    }
    OsdStats before = known.stats();
    boolean timed = now.clients().countedMillis() != 0 && before.clients().countedMillis() != 0;
    long millis =
        timed ? now.clients().countedMillis() - before.clients().countedMillis() : elapsedMillis;
    if (millis == 0) {
      boolean silent = known.unchanged() + 1 >= PATIENCE;
      return new Known(
          now,
          silent ? Rate.NOTHING : known.rate(),
          silent ? new TreeMap<>() : known.pools(),
          known.unchanged() + 1);
    }
    SortedMap<PoolId, Rate> pools = new TreeMap<>();
    now.clients()
        .pools()
        .forEach((pool, work) ->
            pools.put(
                pool,
                rate(
                    before.clients().pools().getOrDefault(pool, OsdStats.PoolWork.NOTHING),
                    work,
                    millis)));
    return new Known(now, rate(before, now, millis), pools, 0);
  }

  private static Rate rate(OsdStats before, OsdStats now, long millis) {
    return new Rate(
        perSecond(before.clients().clientReads(), now.clients().clientReads(), millis),
        perSecond(before.clients().clientWrites(), now.clients().clientWrites(), millis),
        perSecond(before.clients().readBytes(), now.clients().readBytes(), millis),
        perSecond(before.clients().writtenBytes(), now.clients().writtenBytes(), millis),
        perSecond(before.repairs().recoveredObjects(), now.repairs().recoveredObjects(), millis),
        perSecond(before.repairs().recoveredBytes(), now.repairs().recoveredBytes(), millis));
  }

  private static Rate rate(OsdStats.PoolWork before, OsdStats.PoolWork now, long millis) {
    return new Rate(
        perSecond(before.reads(), now.reads(), millis),
        perSecond(before.writes(), now.writes(), millis),
        perSecond(before.readBytes(), now.readBytes(), millis),
        perSecond(before.writtenBytes(), now.writtenBytes(), millis),
        0,
        0);
  }

  /** A counter of an OSD that started again begins at 0: then nothing is known. */
  private static double perSecond(long before, long now, long millis) {
    return now < before || millis < 0 ? 0 : (now - before) * 1e3 / millis;
  }

  SortedMap<OsdId, Rate> byOsd() {
    SortedMap<OsdId, Rate> rates = new TreeMap<>();
    osds.forEach((osd, known) -> rates.put(osd, known.rate()));
    return rates;
  }

  SortedMap<PoolId, Rate> byPool() {
    SortedMap<PoolId, Rate> rates = new TreeMap<>();
    osds.values()
        .forEach(
            known -> known.pools().forEach((pool, rate) -> rates.merge(pool, rate, Rate::plus)));
    return rates;
  }

  Rate total() {
    return byOsd().values().stream().reduce(Rate.NOTHING, Rate::plus);
  }
}
