package io.pando.mon.service;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.MonitorMessage;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.health.ClusterSummary;
import io.pando.mon.health.ClusterView;
import io.pando.mon.health.HealthChecks;
import io.pando.mon.health.Statistics;
import io.pando.mon.rules.BootRules;
import io.pando.mon.state.MonitorState;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.ReplicatedLog;
import io.pando.port.Transport;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.MonitorStatus;
import io.pando.report.group.GroupStats;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Answers questions about the cluster and the monitors, from the newest state that this monitor has
 * applied and the statistics that OSDs sent to it. Runs on the monitor's loop.
 */
final class ClusterQuestions {
  private final MonitorConfig config;
  private final EventLoop loop;
  private final Transport transport;
  private final ReplicatedLog log;
  private final MonitorMachine machine;
  private final Statistics statistics;
  private final MdsBeacons mds;

  ClusterQuestions(
      MonitorConfig config, MonitorService.Parts parts, Statistics statistics, MdsBeacons mds) {
    this.config = config;
    this.loop = parts.loop();
    this.transport = parts.transport();
    this.log = parts.log();
    this.machine = parts.machine();
    this.statistics = statistics;
    this.mds = mds;
  }

  /** Answers a question. */
  void onAsk(Peer from, MonitorMessage.Ask ask) {
    switch (ask.question()) {
      case MONITORS ->
          transport.send(from, new MonitorMessage.MonitorsAnswer(ask.request(), monitors()));
      case OSDS ->
          transport.send(from, new MonitorMessage.OsdsAnswer(ask.request(), statistics.osds()));
      case GROUPS -> transport.send(from, new MonitorMessage.GroupsAnswer(ask.request(), groups()));
      case STATUS ->
          log.barrier(
              readNanos(),
              barrier ->
                  transport.send(
                      from,
                      status(ask.request(), barrier instanceof ReplicatedLog.Barrier.Passed)));
    }
  }

  /** Answers from the state that this monitor has, if the monitors cannot agree. */
  void onAskEvents(Peer from, MonitorMessage.AskEvents ask) {
    log.barrier(
        readNanos(),
        _ ->
            transport.send(
                from,
                machine
                    .state()
                    .<MonitorMessage>map(state ->
                        new MonitorMessage.EventsAnswer(
                            ask.request(), state.events().page(ask.query())))
                    .orElseGet(() -> notBegun(ask.request()))));
  }

  private MonitorMessage status(long request, boolean agreed) {
    return machine
        .state()
        .<MonitorMessage>map(
            state -> new MonitorMessage.StatusAnswer(request, status(state, agreed)))
        .orElseGet(() -> notBegun(request));
  }

  private ClusterStatus status(MonitorState state, boolean agreed) {
    ClusterStatus status = ClusterSummary.of(view(state.map(), agreed));
    long nowMillis = state.timeAt(loop.wallMillis());
    List<Health.Mute> mutes =
        state.health().mutes().values().stream().filter(mute -> !mute.isOver(nowMillis)).toList();
    return status.withHealth(status.health().withMutes(mutes));
  }

  private ClusterView view(ClusterMap map, boolean agreed) {
    return new ClusterView(
        map,
        new ClusterView.Quorum(monitors(), agreed, log.disk()),
        new ClusterView.Daemons(statistics.osds(), mds.stats(config.beacons().mdsGraceMillis())),
        groups(),
        held(),
        statistics.recoveryRate(loop.nanoTime()));
  }

  /** The cluster as this monitor sees it while it leads. */
  Optional<LeaderView> leaderView() {
    return log.view().leads()
        ? machine.state().map(state -> new LeaderView(view(state.map(), true), status(state, true)))
        : Optional.empty();
  }

  Health health() {
    return machine
        .state()
        .map(state -> HealthChecks.of(view(state.map(), true)))
        .orElseGet(() -> new Health(List.of()));
  }

  private MonitorMessage notBegun(long request) {
    return new MonitorMessage.NoAnswer(
        request,
        "the cluster has not begun: more than half of the monitors %s must run"
            .formatted(monitors().all()));
  }

  /** The monitors by the newest map, and those in contact with the leader. */
  MonitorStatus monitors() {
    ReplicatedLog.View view = log.view();
    List<MonitorInfo> listed =
        machine.state().map(state -> state.map().monitors()).orElseGet(List::of);
    if (listed.isEmpty()) {
      List<NodeId> quorum = view.quorum().stream().map(ReplicatedLog.Member::node).toList();
      return new MonitorStatus(view.self(), view.leader(), view.term(), quorum, view.all());
    }
    // A former life that answered lately does not count: its monitor has yet to join.
    List<NodeId> quorum =
        listed.stream()
            .filter(it -> view.quorum().contains(ReplicatedLog.Member.of(it)))
            .map(MonitorInfo::node)
            .toList();
    List<NodeId> all = listed.stream().map(MonitorInfo::node).toList();
    return new MonitorStatus(view.self(), view.leader(), view.term(), quorum, all);
  }

  private SortedMap<OsdId, Long> held() {
    return machine
        .state()
        .map(state -> BootRules.held(state, state.timeAt(loop.wallMillis()), config.rules()))
        .orElseGet(TreeMap::new);
  }

  /** Every group of the map, with its last statistics. */
  List<GroupStats> groups() {
    return machine.state().isEmpty()
        ? List.of()
        : statistics.groups(
            loop.nanoTime(), TimeUnit.MILLISECONDS.toNanos(config.beacons().statsLifeMillis()));
  }

  /** Longest time that an answer waits until the monitors agree. */
  long readNanos() {
    return TimeUnit.MILLISECONDS.toNanos(config.timing().readMillis());
  }
}
