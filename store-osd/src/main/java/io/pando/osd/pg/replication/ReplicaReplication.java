package io.pando.osd.pg.replication;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.roots.RootReporter;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of every other member in replication. It takes updates in order, and passes them on or
 * reports them as the strategy requires. The collector also answers the clients and informs the
 * head. It keeps no update: the head resends updates that a broken stream may have lost.
 *
 * <p>A report means <em>everything up to this version</em>, so the newest one replaces all before
 * it.
 *
 * <p>Invariants: committed updates are durable here, and durable updates are in the log. The
 * collector keeps all entries that are not committed, up to the head of the log; other members keep
 * none. The collector informs the head after a number of commits, and when no update is left.
 */
public final class ReplicaReplication {
  /** Number of commits at which the head must be informed; until then, waiting saves messages. */
  private static final Limit UNREPORTED =
      Limit.of("replication: commits that the primary is not told of yet", 1, 16);

  /** An update that this member collects, and whether it answers the client. */
  private record Uncommitted(LogEntry entry, boolean tell) {}

  private final Replica replica;
  private final RootReporter reporter;
  private final DurableHeads heads;
  private final SortedMap<MemberId, Version> reports = new TreeMap<>();
  private final TreeMap<Version, Uncommitted> uncommitted = new TreeMap<>();
  private @Nullable Strategy active;
  private @Nullable Peer fromHead;
  private Version durable = Version.ZERO;
  private Version committed = Version.ZERO;
  private Version everywhere = Version.ZERO;
  private int unreported;

  public ReplicaReplication(Replica replica, RootReporter reporter, DurableHeads heads) {
    this.replica = replica;
    this.reporter = reporter;
    this.heads = heads;
  }

  /** The interval has ended: peering decides about updates under way. */
  public void onIntervalEnded() {
    if (active != null) {
      heads.note(active.path(), everywhere);
    }
  }

  private Strategy strategy() {
    Strategy known = active;
    if (known == null) {
      known = Strategy.of(replica.membership());
      active = known;
    }
    return known;
  }

  private boolean collects() {
    return strategy().collector().equals(replica.self());
  }

  /**
   * Handles an update from the member that sends to this one. An update that arrives again is
   * passed on again.
   */
  public void onReplicate(MemberId from, Peer via, Replicate message) {
    if (!strategy().receivers(from).contains(replica.self())) {
      // All members have the same path in one interval, so the sender is not a correct member.
      return;
    }
    if (from.equals(strategy().head())) {
      fromHead = via;
    }
    everywhere = Version.max(everywhere, message.progress().committedTo());
    replica.noteCommitted(everywhere);
    Version version = message.entry().version();
    Version head = replica.log().head();
    Awaiting then = replica.journal().inInterval("update", version, () -> onDurable(message));
    if (!version.isAfter(head)) {
      Probe.reached("replication: an update came again");
      replica.journal().whenDurable(then);
    } else if (version.counter() == head.counter() + 1) {
      if (collects()) {
        uncommitted.put(version, new Uncommitted(message.entry(), message.answerClient()));
      }
      replica.append(update(message), message.progress().trimTo(), then);
    }
    Probe.reachedIf(version.counter() > head.counter() + 1, "replication: an update leaves a gap");
    // An update that leaves a gap came before a broken stream was noticed: the head resends all.
  }

  /** All updates up to a version are on all members. */
  public void onCommitted(Version to) {
    everywhere = Version.max(everywhere, to);
    replica.noteCommitted(everywhere);
    replica.settle();
  }

  private ReplicationMessage.Update update(Replicate message) {
    boolean lacks = message.without().contains(replica.self().osd());
    return lacks ? message.update().withoutSteps() : message.update();
  }

  private void onDurable(Replicate message) {
    durable = Version.max(durable, message.entry().version());
    Strategy now = strategy();
    if (now.sendsDurable()) {
      now.receivers(replica.self()).forEach(member -> passOn(member, message));
    }
    if (collects()) {
      boolean again = !uncommitted.containsKey(message.entry().version());
      advance(again);
    } else if (now.reporters().contains(replica.self())) {
      report(durable);
    }
  }

  private void passOn(MemberId to, Replicate message) {
    replica.send(
        to,
        new Replicate(
            replica.group(),
            replica.epoch(),
            message.update(),
            message.progress(),
            message.without(),
            message.answerClient()));
  }

  /** Handles a report: another member has everything up to this version durably. */
  public void onReplicated(MemberId from, Version upTo) {
    if (collects() && strategy().reporters().contains(from)) {
      reports.merge(from, upTo, Version::max);
      advance(false);
    }
  }

  /** Commits the updates that are durable on all members. */
  private void advance(boolean again) {
    Version upTo = durable;
    for (MemberId reporter : strategy().reporters()) {
      Version theirs = reports.getOrDefault(reporter, Version.ZERO);
      upTo = upTo.isAfter(theirs) ? theirs : upTo;
    }
    int before = unreported;
    while (!uncommitted.isEmpty() && !uncommitted.firstKey().isAfter(upTo)) {
      tell(uncommitted.pollFirstEntry().getValue());
      unreported++;
    }
    committed = Version.max(committed, upTo);
    everywhere = Version.max(everywhere, committed);
    // While more updates are under way, one later report covers all of these.
    Probe.reachedIf(
        unreported > before && !uncommitted.isEmpty(),
        "replication: the head learns of commits later");
    boolean due = unreported >= UNREPORTED.value() || (uncommitted.isEmpty() && unreported > 0);
    if ((due && unreported > before) || (again && committed.isAfter(Version.ZERO))) {
      unreported = 0;
      report(committed);
    }
  }

  private void tell(Uncommitted it) {
    if (it.tell()) {
      LogEntry entry = it.entry();
      replica.emit(
          new Effect.ReplyToAttendant(
              entry.request().client(),
              new ObjectMessage.OperateReply(
                  entry.request(),
                  replica.epoch(),
                  ObjectMessage.ANY_ATTEMPT,
                  new OpOutcome.Succeeded(entry.version(), entry.results()))));
    }
  }

  private void report(Version version) {
    MemberId collector = strategy().collector();
    MemberId to = collector.equals(replica.self()) ? strategy().head() : collector;
    boolean toHead = to.equals(strategy().head());
    ReplicationMessage.Replicated report =
        new ReplicationMessage.Replicated(
            replica.group(), replica.epoch(), version, toHead ? reporter.tellWith(version) : null);
    Peer stream = fromHead;
    // If the report is lost, the head notices by its own end of that stream.
    boolean back = stream != null && toHead;
    replica.emit(
        back && stream != null ? new Effect.Answer(stream, report) : new Effect.Send(to, report));
  }

  /**
   * Repeats the reports that a member may have missed, and asks the head to resend updates if
   * needed: the stream to the member broke.
   */
  public void onReset(MemberId member) {
    Strategy now = active;
    if (now == null) {
      return;
    }
    boolean passesOn = !now.receivers(replica.self()).isEmpty();
    if (passesOn && (now.receivers(replica.self()).contains(member) || member.equals(now.head()))) {
      Probe.reached("replication: asks the head to send again");
      replica.send(now.head(), new ReplicationMessage.Resend(replica.group(), replica.epoch()));
    }
    if (now.reporters().contains(replica.self())
        && member.equals(now.collector())
        && durable.isAfter(Version.ZERO)) {
      report(durable);
    }
    if (collects() && member.equals(now.head()) && committed.isAfter(Version.ZERO)) {
      unreported = 0;
      report(committed);
    }
  }

  public void invariants() {
    if (active == null) {
      Invariant.check(
          uncommitted.isEmpty() && reports.isEmpty() && durable.equals(Version.ZERO),
          () -> "group " + replica.group() + " takes updates before it knows who sends them");
      return;
    }
    Version head = replica.log().head();
    Invariant.check(
        !committed.isAfter(durable) && !durable.isAfter(head) && !committed.isAfter(everywhere),
        () ->
            "group %s: committed up to %s, durable up to %s, and the log ends with %s"
                .formatted(replica.group(), committed, durable, head));
    Invariant.check(
        uncommitted.isEmpty()
            || (uncommitted.firstKey().isAfter(committed)
                && uncommitted.lastKey().equals(head)
                && head.counter() - uncommitted.firstKey().counter() + 1 == uncommitted.size()
                && collects()),
        () ->
            "group %s collects %s after %s, and the log ends with %s"
                .formatted(replica.group(), uncommitted.keySet(), committed, head));
    Invariant.check(
        unreported >= 0
            && unreported < UNREPORTED.value()
            && (unreported == 0 || !uncommitted.isEmpty()),
        () ->
            "group %s did not tell its head of %d commits, and %d are on their way"
                .formatted(replica.group(), unreported, uncommitted.size()));
  }
}
