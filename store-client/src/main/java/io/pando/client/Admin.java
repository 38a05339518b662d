package io.pando.client;

import io.pando.client.engine.ClientEngine;
import io.pando.client.engine.Completion;
import io.pando.client.engine.DaemonQueries;
import io.pando.client.file.FileAdmin;
import io.pando.client.mount.RankQueries;
import io.pando.client.objecter.Operation;
import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.message.DaemonMessage;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.report.ClusterStatus;
import io.pando.report.EventPage;
import io.pando.report.EventQuery;
import io.pando.report.Health;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupStats;
import io.pando.report.group.OkToStop;
import io.pando.report.space.SpaceUse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Operations for operators: reading the cluster's state and changing its map. Safe for use by any
 * number of threads; blocking calls and futures behave as those of {@link Pool}.
 *
 * {@snippet :
 * Admin admin = cluster.admin();
 * admin.change(new Change.CreatePool("photos", 64, 3, 2, null));
 * System.out.println(admin.status().health().word());
 * admin.awaitMap(map -> map.isUp(new OsdId(2)), Duration.ofMinutes(1));
 * }
 */
public final class Admin {
  private final ClientEngine engine;
  private final Completion completion;
  private final ClientConfig config;
  private final PandoExceptions exceptions = new PandoExceptions();

  Admin(ClientEngine engine, Completion completion, ClientConfig config) {
    this.engine = engine;
    this.completion = completion;
    this.config = config;
  }

  /** The newest map that this client has. */
  public ClusterMap map() {
    ClusterMap map = engine.map();
    if (map == null) {
      throw new PandoException.Unavailable(
          "there is no cluster map yet; wait for one with awaitEpoch(1, ...)");
    }
    return map;
  }

  /**
   * Changes the map, and waits until this client has the map with the change. {@link
   * PandoException.Rejected} gives the reason of a refusal. {@link PandoException.Unavailable}
   * means that the monitors could not agree in time: the change may still take effect, and
   * repeating it does no harm.
   */
  public ChangeOutcome.Accepted change(Change change) {
    // Once for the monitors' answer, once for the map with the change.
    Duration limit = config.adminTimeout().multipliedBy(2);
    return completion.await(engine.request(change), this::accepted, limit, "a change of the map");
  }

  /** See {@link #change}. */
  public CompletableFuture<ChangeOutcome.Accepted> changeAsync(Change change) {
    return completion.hand(engine.request(change), this::accepted);
  }

  private ChangeOutcome.Accepted accepted(ChangeOutcome outcome) {
    return switch (outcome) {
      case ChangeOutcome.Accepted accepted -> accepted;
      case ChangeOutcome.Rejected rejected -> throw new PandoException.Rejected(rejected.reason());
      case ChangeOutcome.Unavailable unavailable ->
          throw unavailable("the monitors did not confirm the change", unavailable.reason());
    };
  }

  /** Summary of the cluster's status. */
  public ClusterStatus status() {
    return ask(MonitorMessage.Question.STATUS, Admin::status);
  }

  /** See {@link #status}. */
  public CompletableFuture<ClusterStatus> statusAsync() {
    return askAsync(MonitorMessage.Question.STATUS, Admin::status);
  }

  /** Statistics of all placement groups, as their primaries last sent them. */
  public List<GroupStats> groups() {
    return ask(MonitorMessage.Question.GROUPS, Admin::groups);
  }

  /** See {@link #groups}. */
  public CompletableFuture<List<GroupStats>> groupsAsync() {
    return askAsync(MonitorMessage.Question.GROUPS, Admin::groups);
  }

  /** Statistics of all OSDs, as the OSDs last sent them. */
  public List<OsdStats> osds() {
    return ask(MonitorMessage.Question.OSDS, Admin::osds);
  }

  /** See {@link #osds}. */
  public CompletableFuture<List<OsdStats>> osdsAsync() {
    return askAsync(MonitorMessage.Question.OSDS, Admin::osds);
  }

  /** Status of the monitors, as seen by one of them; works without a quorum. */
  public MonitorStatus monitors() {
    return ask(MonitorMessage.Question.MONITORS, Admin::monitors);
  }

  /** See {@link #monitors}. */
  public CompletableFuture<MonitorStatus> monitorsAsync() {
    return askAsync(MonitorMessage.Question.MONITORS, Admin::monitors);
  }

  /** Space of the cluster and of its pools, by the statistics that OSDs last sent. */
  public SpaceUse space() {
    return SpaceUse.of(map(), osds(), groups());
  }

  /** See {@link #space}. */
  public CompletableFuture<SpaceUse> spaceAsync() {
    return osdsAsync()
        .thenCombine(groupsAsync(), (osds, groups) -> SpaceUse.of(map(), osds, groups));
  }

  /** Whether every group stays active if these OSDs stop, by the last reports of primaries. */
  public OkToStop okToStop(Collection<OsdId> osds) {
    return OkToStop.of(map(), groups(), osds);
  }

  /** See {@link #okToStop}. */
  public CompletableFuture<OkToStop> okToStopAsync(Collection<OsdId> osds) {
    return groupsAsync().thenApply(groups -> OkToStop.of(map(), groups, osds));
  }

  /**
   * The first page of the selected entries of the cluster log; the next page is that of {@link
   * EventQuery#following}.
   */
  public EventPage events(EventQuery query) {
    return completion.await(
        engine.askEvents(query),
        answer -> read(answer, Admin::events),
        config.adminTimeout(),
        "a query to the monitors");
  }

  /** See {@link #events}. */
  public CompletableFuture<EventPage> eventsAsync(EventQuery query) {
    return completion.hand(engine.askEvents(query), answer -> read(answer, Admin::events));
  }

  /**
   * Mutes a health check that is raised now: it does not count for the cluster's health until the
   * mute ends. The mute ends after {@code life}, and unless it is sticky also when the check clears
   * or concerns more items than now.
   *
   * @param code name of a {@link io.pando.report.HealthCode}
   * @param life zero for no end by time
   * @param sticky also allowed if the check is not raised now
   */
  public ChangeOutcome.Accepted muteHealth(String code, Duration life, boolean sticky) {
    long count =
        status().health().checks().stream()
            .filter(check -> check.code().equals(code))
            .mapToLong(Health.Check::count)
            .sum();
    return change(new Change.MuteHealth(code, life.toMillis(), sticky, count));
  }

  /** See {@link #muteHealth}. */
  public CompletableFuture<ChangeOutcome.Accepted> muteHealthAsync(
      String code, Duration life, boolean sticky) {
    return completion.run(() -> muteHealth(code, life, sticky));
  }

  /** Ends the mute of a health check. */
  public ChangeOutcome.Accepted unmuteHealth(String code) {
    return change(new Change.UnmuteHealth(code));
  }

  /** See {@link #unmuteHealth}. */
  public CompletableFuture<ChangeOutcome.Accepted> unmuteHealthAsync(String code) {
    return changeAsync(new Change.UnmuteHealth(code));
  }

  /** Full report on a placement group, from its primary. */
  public GroupReport queryGroup(PgId group) {
    Duration limit = config.operationTimeout();
    return completion.await(
        engine.submit(new Operation.Query(existing(group)), limit, true),
        outcome -> report(group, outcome),
        limit,
        "group " + group);
  }

  /** See {@link #queryGroup}. */
  public CompletableFuture<GroupReport> queryGroupAsync(PgId group) {
    return completion.hand(
        engine.submit(new Operation.Query(existing(group)), config.operationTimeout(), false),
        outcome -> report(group, outcome));
  }

  /**
   * Requests a scrub of a placement group, which runs before scrubs that are due.
   *
   * @param kind kind of scrub, not {@link ScrubKind#NONE}
   * @return number of scrubs that the group will have finished after this one, as {@link
   *     #queryGroup} reports it
   */
  public long scrub(PgId group, ScrubKind kind) {
    Duration limit = config.operationTimeout();
    return completion.await(
        engine.submit(scrubOf(group, kind), limit, true),
        outcome -> ordered(group, outcome),
        limit,
        "group " + group);
  }

  /** See {@link #scrub}. */
  public CompletableFuture<Long> scrubAsync(PgId group, ScrubKind kind) {
    return completion.hand(
        engine.submit(scrubOf(group, kind), config.operationTimeout(), false),
        outcome -> ordered(group, outcome));
  }

  private Operation scrubOf(PgId group, ScrubKind kind) {
    if (kind == ScrubKind.NONE) {
      throw new PandoException.InvalidArgument("group " + group + ": a kind of scrub is needed");
    }
    return new Operation.Scrub(existing(group), kind);
  }

  private long ordered(PgId group, OperationOutcome outcome) {
    if (outcome instanceof OperationOutcome.Replied replied
        && replied.reply() instanceof ObjectMessage.ScrubOrdered answer) {
      return answer.number();
    }
    throw exceptions.of(outcome, "group " + group, config.operationTimeout());
  }

  /**
   * Ends the loss of an object that no OSD has: it goes back to its newest version that exists, or
   * is removed. {@link PandoException.Rejected} tells which OSD may still have the object.
   *
   * @param object as {@link #queryGroup} reports it
   * @return the version that was lost, and the version that is kept
   */
  public OpResult.LossEnded endLoss(PgId group, ObjectId object, ObjectOp.LossEnd end) {
    Duration limit = config.operationTimeout();
    return completion.await(
        engine.submit(endingOf(group, object, end), limit, true),
        outcome -> ended(object, outcome),
        limit,
        "object '" + object.name() + "'");
  }

  /** See {@link #endLoss}. */
  public CompletableFuture<OpResult.LossEnded> endLossAsync(
      PgId group, ObjectId object, ObjectOp.LossEnd end) {
    return completion.hand(
        engine.submit(endingOf(group, object, end), config.operationTimeout(), false),
        outcome -> ended(object, outcome));
  }

  private Operation endingOf(PgId group, ObjectId object, ObjectOp.LossEnd end) {
    return new Operation.Vector(
        existing(group).pool(),
        object,
        List.of(new ObjectOp.EndLoss(end)),
        Operation.Concurrency.UPDATES);
  }

  private OpResult.LossEnded ended(ObjectId object, OperationOutcome outcome) {
    String what = "object '" + object.name() + "'";
    if (outcome instanceof OperationOutcome.Replied replied
        && replied.reply() instanceof ObjectMessage.OperateReply answer) {
      return switch (answer.outcome()) {
        case OpOutcome.Succeeded done -> (OpResult.LossEnded) done.results().getFirst();
        case OpOutcome.Failed failed -> throw exceptions.of(failed, what);
      };
    }
    throw exceptions.of(outcome, what, config.operationTimeout());
  }

  private PgId existing(PgId group) {
    PoolInfo pool = map().pools().get(group.pool());
    if (pool == null) {
      throw new PandoException.NoPool("group " + group + ": there is no pool " + group.pool());
    }
    if (group.seed() >= pool.groupCount()) {
      throw new PandoException.InvalidArgument(
          "group "
              + group
              + ": the groups of pool '"
              + pool.name()
              + "' go from "
              + new PgId(group.pool(), 0)
              + " to "
              + new PgId(group.pool(), pool.groupCount() - 1));
    }
    return group;
  }

  private GroupReport report(PgId group, OperationOutcome outcome) {
    if (outcome instanceof OperationOutcome.Replied replied
        && replied.reply() instanceof ObjectMessage.QueryReply answer) {
      return answer.report();
    }
    throw exceptions.of(outcome, "group " + group, config.operationTimeout());
  }

  /** Performance counters of an OSD since its start, from the OSD itself. */
  public OsdPerformance performance(OsdId osd) {
    Duration limit = config.operationTimeout();
    return completion.await(
        engine.ask(new DaemonQueries.Query.Performance(osd), limit),
        answer -> performance(osd, answer),
        limit,
        osd.toString());
  }

  /** See {@link #performance}. */
  public CompletableFuture<OsdPerformance> performanceAsync(OsdId osd) {
    return completion.hand(
        engine.ask(new DaemonQueries.Query.Performance(osd), config.operationTimeout()),
        answer -> performance(osd, answer));
  }

  private OsdPerformance performance(OsdId osd, DaemonQueries.Answer answer) {
    if (answer.message() instanceof DaemonMessage.PerformanceAnswer it) {
      return it.performance();
    }
    throw engine.isClosed()
        ? PandoExceptions.closed("a query to " + osd, false)
        : new PandoException.Unavailable(
            "a query to " + osd + " was not answered: " + answer.reason());
  }

  /** File systems and their clients. */
  public FileAdmin files() {
    return new RankQueries(engine, completion, config.operationTimeout());
  }

  /** Waits for a map of that epoch or a later one. */
  public ClusterMap awaitEpoch(long epoch, Duration timeout) {
    return awaitMap(map -> map.epoch() >= epoch, timeout);
  }

  /**
   * Waits for a map that meets a condition; a map that was soon followed by another may be skipped.
   * Throws {@link PandoException.Timeout} if there is no such map in time.
   *
   * @param condition evaluated on the calling thread
   */
  public ClusterMap awaitMap(Predicate<ClusterMap> condition, Duration timeout) {
    ClientConfig.requirePositive(timeout, "timeout");
    long deadlineNanos = engine.nanoTime() + timeout.toNanos();
    long seen = 0;
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - engine.nanoTime()));
      ClusterMap map =
          completion.await(
              engine.mapAfter(seen, left), found -> arrived(found, timeout), left, "a newer map");
      if (condition.test(map)) {
        return map;
      }
      seen = map.epoch();
    }
  }

  /** See {@link #awaitMap}; the condition is evaluated on the client's executor. */
  public CompletableFuture<ClusterMap> awaitMapAsync(
      Predicate<ClusterMap> condition, Duration timeout) {
    return completion.run(() -> awaitMap(condition, timeout));
  }

  private ClusterMap arrived(Optional<ClusterMap> found, Duration timeout) {
    if (found.isPresent()) {
      return found.get();
    }
    if (engine.isClosed()) {
      throw PandoExceptions.closed("waiting for a map", false);
    }
    ClusterMap newest = engine.map();
    throw new PandoException.Timeout(
        "no map met the condition within "
            + timeout.toMillis()
            + " ms; the newest is "
            + (newest == null ? "none" : "of epoch " + newest.epoch()),
        false);
  }

  private <T> T ask(MonitorMessage.Question question, Function<MonitorMessage.Answer, T> reading) {
    return completion.await(
        engine.ask(question),
        answer -> read(answer, reading),
        config.adminTimeout(),
        "a query to the monitors");
  }

  private <T> CompletableFuture<T> askAsync(
      MonitorMessage.Question question, Function<MonitorMessage.Answer, T> reading) {
    return completion.hand(engine.ask(question), answer -> read(answer, reading));
  }

  private <T> T read(MonitorMessage.Answer answer, Function<MonitorMessage.Answer, T> reading) {
    if (answer instanceof MonitorMessage.NoAnswer none) {
      throw unavailable("the monitors did not answer", none.reason());
    }
    return reading.apply(answer);
  }

  private PandoException unavailable(String what, String reason) {
    return engine.isClosed()
        ? PandoExceptions.closed(what, true)
        : new PandoException.Unavailable(
            what + ": " + reason + "; a majority of the monitors must be up and reachable");
  }

  private static ClusterStatus status(MonitorMessage.Answer answer) {
    return as(MonitorMessage.StatusAnswer.class, answer).status();
  }

  private static List<GroupStats> groups(MonitorMessage.Answer answer) {
    return as(MonitorMessage.GroupsAnswer.class, answer).groups();
  }

  private static List<OsdStats> osds(MonitorMessage.Answer answer) {
    return as(MonitorMessage.OsdsAnswer.class, answer).osds();
  }

  private static EventPage events(MonitorMessage.Answer answer) {
    return as(MonitorMessage.EventsAnswer.class, answer).page();
  }

  private static MonitorStatus monitors(MonitorMessage.Answer answer) {
    return as(MonitorMessage.MonitorsAnswer.class, answer).monitors();
  }

  private static <A extends MonitorMessage.Answer> A as(
      Class<A> type, MonitorMessage.Answer answer) {
    if (!type.isInstance(answer)) {
      throw new PandoException.Unavailable(
          "a monitor gave an unexpected answer; is it of another version?");
    }
    return type.cast(answer);
  }
}
