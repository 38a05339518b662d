package io.pando.mon.state;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state that the monitors replicate. Immutable.
 *
 * @param recent incrementals that lead to {@code map}
 * @param marks what the rules remember about OSDs beside the map
 * @param nextPool number of the next pool; no number is used twice
 * @param time time of the map, as of the newest command
 * @param past what happened before
 */
public record MonitorState(
    ClusterMap map,
    RecentIncrementals recent,
    OsdMarks marks,
    int nextPool,
    MapTime time,
    Past past) {
  /**
   * What the rules remember about OSDs beside the map.
   *
   * @param failures failure reports that have not led to a change yet
   * @param flapHistory history of OSDs that were marked down without an operator's command
   * @param heldOut OSDs that an operator marked out; a boot does not mark them in
   */
  public record OsdMarks(
      FailureReports failures,
      SortedMap<OsdId, FlapHistory> flapHistory,
      SortedSet<OsdId> heldOut) {
    /** Nothing is remembered. */
    public static final OsdMarks NONE =
        new OsdMarks(FailureReports.NONE, new TreeMap<>(), new TreeSet<>());

    public OsdMarks {
      flapHistory = Collections.unmodifiableSortedMap(new TreeMap<>(flapHistory));
      heldOut = Collections.unmodifiableSortedSet(new TreeSet<>(heldOut));
    }
  }

  /**
   * What happened before, apart from the map.
   *
   * @param requesters most recent requesters, with the outcomes of their requests: {@link
   *     #answered}
   * @param events the cluster log
   * @param health health checks as they were noted last, and mutes
   */
  public record Past(
      List<AnsweredRequests.Requester> requesters, EventLog events, HealthMemory health) {
    /** Nothing happened. */
    public static final Past NONE = new Past(List.of(), EventLog.EMPTY, HealthMemory.NONE);

    public Past {
      requesters = List.copyOf(requesters);
    }
  }

  /** A cluster that begins with this map. */
  public static MonitorState beginning(ClusterMap first) {
    int lastPool = first.pools().isEmpty() ? 0 : first.pools().lastKey().value();
    return new MonitorState(
        first,
        RecentIncrementals.NONE,
        OsdMarks.NONE,
        lastPool + 1,
        MapTime.beginning(first.stamp().modifiedMillis()),
        Past.NONE);
  }

  /**
   * The incrementals that lead from the map of {@code epoch}, which is not after this map's, to
   * this map; empty if some of them are no longer kept.
   */
  public Optional<List<Incremental>> since(long epoch) {
    long missing = map.epoch() - epoch;
    int kept = recent.list().size();
    return missing > kept
        ? Optional.empty()
        : Optional.of(recent.list().subList((int) (kept - missing), kept));
  }

  /** The state at the next epoch, with these edits; without edits the epoch stays. */
  public MonitorState advance(List<? extends Incremental.Edit> edits, Terms terms) {
    if (edits.isEmpty()) {
      return this;
    }
    Incremental newest =
        new Incremental(map.epoch() + 1, terms.nowMillis(), List.<Incremental.Edit>copyOf(edits));
    return new MonitorState(
        map.apply(newest),
        recent.plus(newest, terms.settings().recentIncrementals()),
        marks,
        nextPool,
        time,
        past);
  }

  public MonitorState withFailures(FailureReports reports) {
    return with(new OsdMarks(reports, marks.flapHistory(), marks.heldOut()));
  }

  private MonitorState with(OsdMarks other) {
    return new MonitorState(map, recent, other, nextPool, time, past);
  }

  /** Failure reports that have not led to a change yet. */
  public FailureReports failures() {
    return marks.failures();
  }

  /** OSDs that an operator marked out; a boot does not mark them in. */
  public SortedSet<OsdId> heldOut() {
    return marks.heldOut();
  }

  /** Time of the map, milliseconds since 1970 UTC. */
  public long nowMillis() {
    return time.nowMillis();
  }

  /** Time of the map for a clock reading of this monitor, which leads. */
  public long timeAt(long clockMillis) {
    return time.at(clockMillis).nowMillis();
  }

  /** Flap history of an OSD; {@link FlapHistory#UNKNOWN} if there is none. */
  public FlapHistory flapHistoryOf(OsdId osd) {
    return marks.flapHistory().getOrDefault(osd, FlapHistory.UNKNOWN);
  }

  public MonitorState withFlapHistory(OsdId osd, FlapHistory now) {
    SortedMap<OsdId, FlapHistory> all = new TreeMap<>(marks.flapHistory());
    if (now.equals(FlapHistory.UNKNOWN)) {
      all.remove(osd);
    } else {
      all.put(osd, now);
    }
    return with(new OsdMarks(failures(), all, heldOut()));
  }

  public MonitorState withHeldOut(SortedSet<OsdId> osds) {
    return with(new OsdMarks(failures(), marks.flapHistory(), osds));
  }

  public MonitorState withNextPool(int number) {
    return new MonitorState(map, recent, marks, number, time, past);
  }

  public MonitorState at(MapTime newTime) {
    return new MonitorState(map, recent, marks, nextPool, newTime, past);
  }

  /** Outcomes of the most recent requests. */
  public AnsweredRequests answered() {
    return new AnsweredRequests(past.requesters());
  }

  public MonitorState withAnswered(AnsweredRequests requests) {
    return with(new Past(requests.requesters(), past.events(), past.health()));
  }

  /** The cluster log. */
  public EventLog events() {
    return past.events();
  }

  public MonitorState withEvents(EventLog log) {
    return with(new Past(past.requesters(), log, past.health()));
  }

  /** Health checks as they were noted last, and mutes. */
  public HealthMemory health() {
    return past.health();
  }

  public MonitorState withHealth(HealthMemory memory) {
    return with(new Past(past.requesters(), past.events(), memory));
  }

  private MonitorState with(Past other) {
    return new MonitorState(map, recent, marks, nextPool, time, other);
  }
}
