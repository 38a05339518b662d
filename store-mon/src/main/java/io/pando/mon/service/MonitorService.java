package io.pando.mon.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.mon.Command;
import io.pando.mon.MonitorMachine;
import io.pando.mon.MonitorRecords;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.health.Statistics;
import io.pando.mon.metrics.MonitorMeters;
import io.pando.mon.rules.QuotaRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.RequestOrigin;
import io.pando.mon.state.Terms;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.ReplicatedLog;
import io.pando.port.Transport;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import io.pando.report.ClusterEvent;
import io.pando.report.group.Removal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One monitor: passes changes to the log, answers queries, pushes maps to subscribers, and performs
 * the leader's duties while its log leads. Everything runs on its event loop.
 */
public final class MonitorService implements Transport.Listener {
  /** Without a map a monitor cannot verify the identity of a peer. */
  private static final ChangeOutcome NO_MAP =
      new ChangeOutcome.Unavailable("this monitor has no map yet: try again");

  /** A new replica copies the whole state first; a dead one is given up sooner by the log. */
  private static final long RECONFIGURE_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final MonitorConfig config;
  private final EventLoop loop;
  private final Transport transport;
  private final ReplicatedLog log;
  private final MonitorMachine machine;
  private final Random64 random;
  private final Subscriptions subscriptions;
  private final Statistics statistics;
  private final MdsBeacons mds = new MdsBeacons();
  private final MdsProbes probes;
  private final LeaderDuties duties;
  private final UpThruRequests raises = new UpThruRequests();
  private final OutcomeLog outcomes = new OutcomeLog();
  private final ClusterQuestions answers;
  private final MonitorMeters meters;
  private final MemberDuty members = new MemberDuty();
  private final ReleaseDuty releases;
  private int proposals;
  private EventLoop.Timer ticking;
  private boolean closed;

  /**
   * Parts of a monitor.
   *
   * @param machine state machine that {@code log} drives
   * @param initial first map, if the cluster has not begun
   * @param random source of secrets
   */
  public record Parts(
      EventLoop loop,
      Transport transport,
      ReplicatedLog log,
      MonitorMachine machine,
      ClusterMap initial,
      Random64 random) {}

  private MonitorService(MonitorConfig config, Parts parts, MeterRegistry registry) {
    this.config = config;
    this.loop = parts.loop();
    this.transport = parts.transport();
    this.log = parts.log();
    this.machine = parts.machine();
    this.random = parts.random();
    this.subscriptions =
        new Subscriptions(transport, config.limits().maxSubscribers(), config.limits().maxBehind());
    this.statistics = new Statistics(parts.initial());
    this.probes = new MdsProbes(parts.loop(), parts.transport(), mds, this::tickNow);
    this.duties = new LeaderDuties(config, parts.initial(), mds);
    this.answers = new ClusterQuestions(config, parts, statistics, mds);
    this.meters = new MonitorMeters(registry);
    this.releases = new ReleaseDuty(config.release());
    this.ticking = () -> {};
  }

  /**
   * Starts the service; must be called on the loop.
   *
   * @param registry registry for its meters
   */
  public static MonitorService start(MonitorConfig config, Parts parts, MeterRegistry registry) {
    MonitorService service = new MonitorService(config, parts, registry);
    service.machine.listen(service::onNewMap);
    service.onNewMap();
    service.transport.listen(service);
    service.tick();
    return service;
  }

  /** Stops the service; must be called on the loop. The caller that opened the log closes it. */
  public void close() {
    closed = true;
    ticking.cancel();
  }

  /** Number of subscribers. */
  public int subscribers() {
    return subscriptions.size();
  }

  @Override
  public void onMessage(Peer from, Message message) {
    if (closed) {
      return;
    }
    if (message instanceof MdsMessage.MdsBeacon beacon) {
      onMdsBeacon(from, beacon);
    } else if (message instanceof MdsMessage.RankAnswer && from instanceof Peer.Dialed) {
      machine.state().ifPresent(state -> probes.onAnswer(from, state.map()));
    }
    if (!(message instanceof MonitorMessage asked)) {
      return;
    }
    switch (asked) {
      case MonitorMessage.Subscribe subscribe -> onSubscribe(from, subscribe);
      case MonitorMessage.RequestChange request -> onRequest(from, request);
      case MonitorMessage.Ask ask -> {
        meters.onQuestion();
        answers.onAsk(from, ask);
      }
      case MonitorMessage.AskEvents ask -> answers.onAskEvents(from, ask);
      case MonitorMessage.Beacon beacon -> onBeacon(from, beacon);
      case MonitorMessage.ChangeReply _, MonitorMessage.Answer _ -> {
        // A monitor sends no requests, so answers are not expected.
      }
    }
  }

  @Override
  public void onReset(Peer peer, String reason) {
    subscriptions.remove(peer);
    if (peer.node().role() == NodeId.Role.OSD && speaks(peer, peer.node().osd(), peer.nonce())) {
      statistics.onReset(peer.node().osd(), peer.nonce(), loop.nanoTime());
    }
    if (peer.node().role() == NodeId.Role.MDS && log.view().leads()) {
      machine.state().ifPresent(state -> probes.onReset(peer, state.map()));
    }
  }

  private void onBeacon(Peer from, MonitorMessage.Beacon beacon) {
    if (speaks(from, beacon.osd(), beacon.nonce())) {
      meters.onBeacon();
      statistics.onBeacon(beacon, loop.nanoTime());
    }
  }

  /** Answers a beacon once it is certain that this monitor leads, and not another one by now. */
  private void onMdsBeacon(Peer from, MdsMessage.MdsBeacon beacon) {
    if (!isMember(from, beacon)) {
      return;
    }
    meters.onBeacon();
    mds.onBeacon(beacon, loop.nanoTime());
    if (log.view().leads()) {
      log.barrier(
          answers.readNanos(),
          passed -> {
            if (passed instanceof ReplicatedLog.Barrier.Passed && isMember(from, beacon)) {
              transport.send(from, new MdsMessage.MdsBeaconAnswer(beacon.sequence(), epoch()));
            }
          });
    }
  }

  private boolean isMember(Peer from, MdsMessage.MdsBeacon beacon) {
    return machine
        .state()
        .filter(state -> ChangePermissions.isMds(from, beacon.daemon(), state.map()))
        .isPresent();
  }

  private long epoch() {
    return machine.state().map(state -> state.map().epoch()).orElse(0L);
  }

  private boolean speaks(Peer from, OsdId osd, long nonce) {
    return machine
        .state()
        .filter(state -> ChangePermissions.isMember(from, osd, nonce, state.map()))
        .isPresent();
  }

  private void onNewMap() {
    machine
        .state()
        .ifPresent(state -> {
          statistics.onMap(state.map(), loop.nanoTime());
          mds.onMap(state.map(), loop.nanoTime());
          subscriptions.push(state);
        });
  }

  /**
   * Adds a subscriber. A subscriber without any map must get one that is not older than any map
   * that another node has received: an operator's next command must see the effect of the previous
   * one, on whichever monitor.
   */
  private void onSubscribe(Peer from, MonitorMessage.Subscribe subscribe) {
    if (!subscriptions.admits(from)) {
      transport.disconnect(from);
      return;
    }
    boolean first = subscribe.haveEpoch() == 0;
    subscriptions.put(from, subscribe.haveEpoch(), first);
    if (first) {
      log.barrier(
          answers.readNanos(),
          passed -> {
            subscriptions.release(from);
            machine.state().ifPresent(state -> subscriptions.push(from, state));
          });
    } else {
      machine.state().ifPresent(state -> subscriptions.push(from, state));
    }
  }

  private void onRequest(Peer from, MonitorMessage.RequestChange request) {
    Consumer<ChangeOutcome> reply =
        outcome -> transport.send(from, new MonitorMessage.ChangeReply(request.request(), outcome));
    Change change = request.change();
    Optional<ChangeOutcome> objection =
        machine
            .state()
            .map(state -> ChangePermissions.objection(from, change, state.map()))
            .orElseGet(() -> Optional.of(NO_MAP));
    if (objection.isPresent()) {
      reply.accept(objection.get());
    } else if (proposals >= config.limits().maxProposals()) {
      reply.accept(
          new ChangeOutcome.Unavailable(
              "this monitor has " + proposals + " changes under way: try again"));
    } else if (unsafe(change).isPresent()) {
      propose(from.node(), new Command.Refuse(origin(from, request), unsafe(change).get()), reply);
    } else if (change instanceof Change.RaiseUpThru raise) {
      onRaise(from, raise, reply);
    } else {
      RequestOrigin origin = isHarmlessLate(change) ? null : origin(from, request);
      propose(from.node(), request(from, change, origin), reply);
    }
  }

  private static RequestOrigin origin(Peer from, MonitorMessage.RequestChange request) {
    return new RequestOrigin(from.node(), from.nonce(), request.request(), request.oldest());
  }

  /**
   * Whether a late copy of a request does no harm: a report of an OSD about itself or others that
   * names the incarnation, and that the OSD repeats or withdraws by itself.
   */
  private static boolean isHarmlessLate(Change change) {
    return change instanceof Change.Stop
        || change instanceof Change.ReportFailure
        || change instanceof Change.WithdrawFailure
        || change instanceof Change.OverrideActing;
  }

  /**
   * Why a change is not made unless it is forced, as far as this monitor knows: data would be given
   * up that may be needed, or a pool has reached its new quota already.
   */
  private Optional<String> unsafe(Change change) {
    Optional<ClusterMap> map = machine.state().map(MonitorState::map);
    return switch (change) {
      case Change.PurgeOsd purge when !purge.force() ->
          map.filter(it -> it.osds().containsKey(purge.osd()))
              .map(it -> Removal.of(it, answers.groups(), purge.osd()))
              .filter(removal -> !removal.isSafe())
              .map(removal -> unsafe(purge.osd(), "remove", removal.reasons(3), "purge"));
      case Change.ReplaceOsd replace when !replace.force() ->
          map.filter(it -> it.osds().containsKey(replace.osd()))
              .map(it -> Removal.unserved(it, answers.groups(), replace.osd()))
              .filter(reasons -> !reasons.isEmpty())
              .map(reasons -> unsafe(replace.osd(), "replace", reasons, "replace"));
      case Change.SetQuota set when !set.force() ->
          map.flatMap(it -> QuotaRules.objection(it, set, answers.groups()));
      case Change.RemoveMonitor remove ->
          map.flatMap(it -> MemberSafety.objection(it, answers.monitors(), remove.monitor()));
      default -> Optional.empty();
    };
  }

  private static String unsafe(OsdId osd, String verb, List<String> reasons, String command) {
    return "%s is not safe to %s: %s. Wait, or give up its data (osd %s %d --force)"
        .formatted(osd, verb, String.join("; ", reasons), command, osd.value());
  }

  private void onRaise(Peer asker, Change.RaiseUpThru raise, Consumer<ChangeOutcome> reply) {
    Optional<ChangeOutcome> done = UpThruRequests.done(machine.state(), raise);
    if (done.isPresent()) {
      reply.accept(done.get());
    } else if (raises.isFirst(raise, reply)) {
      propose(
          asker.node(), request(asker, raise, null), outcome -> raises.onOutcome(raise, outcome));
    }
  }

  private Command request(Peer asker, Change change, @Nullable RequestOrigin origin) {
    String host = asker instanceof Peer.Session session ? session.host() : "";
    return new Command.Request(
        change,
        random.nextLong(),
        config.rules(),
        origin,
        new ClusterEvent.Source(asker.node(), host));
  }

  /** Proposes a change to the log; this monitor also writes the outcome to its log file. */
  private void propose(NodeId asker, Command command, Consumer<ChangeOutcome> done) {
    Payload bytes = MonitorRecords.COMMAND.encode(command);
    if (bytes.size() > ReplicatedLog.MAX_COMMAND_BYTES) {
      done.accept(
          new ChangeOutcome.Rejected(
              "the change takes %s bytes, more than %s"
                  .formatted(bytes.size(), ReplicatedLog.MAX_COMMAND_BYTES)));
      return;
    }
    proposals++;
    long beganNanos = loop.nanoTime();
    log.propose(
        bytes,
        TimeUnit.MILLISECONDS.toNanos(config.timing().proposalMillis()),
        outcome -> {
          proposals--;
          ChangeOutcome told = outcome(outcome);
          meters.onOutcome(told, loop.nanoTime() - beganNanos);
          outcomes.record(asker, command, told, loop.nanoTime());
          done.accept(told);
        });
  }

  private ChangeOutcome outcome(ReplicatedLog.Outcome outcome) {
    return switch (outcome) {
      case ReplicatedLog.Outcome.Unavailable(String reason) ->
          new ChangeOutcome.Unavailable(reason);
      case ReplicatedLog.Outcome.Applied applied -> {
        try {
          yield MonitorRecords.OUTCOME.decode(applied.result());
        } catch (FormatException e) {
          yield new ChangeOutcome.Unavailable(
              "the leading monitor is of a release that this one does not know: " + e.getMessage());
        }
      }
    };
  }

  /** The cluster as this monitor sees it while it leads; must be called on the loop. */
  public Optional<LeaderView> leaderView() {
    return answers.leaderView();
  }

  private void tickNow() {
    ticking.cancel();
    tick();
  }

  private void tick() {
    if (closed) {
      return;
    }
    ticking =
        loop.schedule(TimeUnit.MILLISECONDS.toNanos(config.timing().tickMillis()), this::tick);
    ReplicatedLog.View view = log.view();
    duties.onView(view, statistics, loop.nanoTime());
    meters.onTick(view, epoch(), subscriptions.size(), proposals);
    Terms terms = new Terms(loop.wallMillis(), random.nextLong(), config.rules());
    duties
        .due(machine.state(), statistics, answers::health, loop.nanoTime(), terms)
        .ifPresent(command -> propose(view.self(), command, outcome -> duties.onDone()));
    tellRelease(terms, view.self());
    machine
        .state()
        .flatMap(state -> members.due(state.map().monitors(), view, loop.nanoTime()))
        .ifPresent(step ->
            log.reconfigure(
                step, RECONFIGURE_NANOS, done -> members.onDone(step, done, loop.nanoTime())));
  }

  private void tellRelease(Terms terms, NodeId self) {
    machine
        .state()
        .flatMap(state -> releases.due(state.map(), self, loop.nanoTime()))
        .ifPresent(change ->
            propose(
                self,
                new Command.Request(
                    change,
                    terms.entropy(),
                    terms.settings(),
                    null,
                    new ClusterEvent.Source(self, "")),
                _ -> releases.onDone(loop.nanoTime())));
  }
}
