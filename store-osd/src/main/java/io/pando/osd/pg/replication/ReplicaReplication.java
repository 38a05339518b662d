package io.pando.osd.pg.replication;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.roots.RootBeat;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of every other member in replication: takes updates in order, passes them on or reports
 * them as the strategy wants, and, where it collects, tells the clients and the head. It keeps no
 * update: what a broken stream may have lost, the head sends again.
 *
 * <p>Reports say <em>everything up to here</em>, so that the newest one replaces all before it.
 *
 * <p>Invariants: what is committed is durable here, and what is durable is in the log. The
 * collector keeps all updates that are not committed, up to the head of the log; other members keep
 * none. The head of the chain is told of commits after a few of them, and when no update is left.
 */
public final class ReplicaReplication {
  /** What the head may learn later, for one message less each. */
  private static final Limit UNREPORTED =
      Limit.of("replication: commits that the primary is not told of yet", 1, 16);

  /** An update that this member collects, and whether it tells the client. */
  private record Uncommitted(LogEntry entry, boolean tell) {}

  private final Replica replica;
  private final RootBeat beat;
  private final DurableHeads heads;
  private final SortedMap<OsdId, Version> reports = new TreeMap<>();
  private final TreeMap<Version, Uncommitted> uncommitted = new TreeMap<>();
  private @Nullable Strategy active;
  private @Nullable Peer fromHead;
  private Version durable = Version.ZERO;
  private Version committed = Version.ZERO;
  private Version everywhere = Version.ZERO;
  private int unreported;

  public ReplicaReplication(Replica replica, RootBeat beat, DurableHeads heads) {
    this.replica = replica;
    this.beat = beat;
    this.heads = heads;
  }

  /** A new interval: what was under way is decided by peering. */
  public void reset() {
    if (active != null) {
      heads.note(active.path(), everywhere);
    }
    reports.clear();
    uncommitted.clear();
    active = null;
    fromHead = null;
    durable = Version.ZERO;
    committed = Version.ZERO;
    everywhere = Version.ZERO;
    unreported = 0;
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

  /** An update from the member that sends to this one; one that is here already is passed on. */
  public void onReplicate(OsdId from, Peer via, Replicate message) {
    if (!strategy().receivers(from).contains(replica.self())) {
      // The path is the same at all members in one interval: the sender is no honest member.
      return;
    }
    if (from.equals(strategy().head())) {
      fromHead = via;
    }
    everywhere = Version.max(everywhere, message.committedTo());
    Version version = message.entry().version();
    Version head = replica.log().head();
    long interval = replica.interval();
    Runnable then =
        () -> {
          if (replica.interval() == interval) {
            onDurable(message);
          }
        };
    if (!version.isAfter(head)) {
      Probe.reached("replication: an update came again");
      replica.journal().whenDurable(then);
    } else if (version.counter() == head.counter() + 1) {
      if (collects()) {
        uncommitted.put(version, new Uncommitted(message.entry(), message.tell()));
      }
      replica.append(update(message), message.trimTo(), then);
    }
    Probe.reachedIf(version.counter() > head.counter() + 1, "replication: an update leaves a gap");
    // One that leaves a gap came before a broken stream was noticed: the head sends all again.
  }

  private Replica.Update update(Replicate message) {
    boolean lacks = message.without().contains(replica.self());
    return new Replica.Update(
        message.entry(), lacks ? List.of() : message.ops(), message.objects(), message.bytes());
  }

  private void onDurable(Replicate message) {
    durable = Version.max(durable, message.entry().version());
    Strategy now = strategy();
    if (now.sendsDurable()) {
      now.receivers(replica.self()).forEach(osd -> passOn(osd, message));
    }
    if (collects()) {
      boolean again = !uncommitted.containsKey(message.entry().version());
      advance(again);
    } else if (now.reporters().contains(replica.self())) {
      report(durable);
    }
  }

  private void passOn(OsdId to, Replicate message) {
    replica.emit(
        new Effect.Send(
            to,
            new Replicate(
                replica.group(),
                replica.epoch(),
                message.entry(),
                message.ops(),
                message.objects(),
                message.bytes(),
                message.committedTo(),
                message.trimTo(),
                message.without(),
                message.tell())));
  }

  /** Another member has everything up to this version. */
  public void onReplicated(OsdId from, Version upTo) {
    if (collects() && strategy().reporters().contains(from)) {
      reports.merge(from, upTo, Version::max);
      advance(false);
    }
  }

  /** Commits what is durable everywhere. */
  private void advance(boolean again) {
    Version upTo = durable;
    for (OsdId reporter : strategy().reporters()) {
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
    // While more is on its way, the head can wait; it will be told of all together.
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
          new Effect.Tell(
              entry.request().client(),
              new ObjectMessage.OperateReply(
                  entry.request(),
                  replica.epoch(),
                  ObjectMessage.ANY_ATTEMPT,
                  new OpOutcome.Succeeded(entry.version(), entry.results()))));
    }
  }

  private void report(Version version) {
    OsdId collector = strategy().collector();
    OsdId to = collector.equals(replica.self()) ? strategy().head() : collector;
    boolean toHead = to.equals(strategy().head());
    ReplicationMessage.Replicated report =
        new ReplicationMessage.Replicated(
            replica.group(), replica.epoch(), version, toHead ? beat.tellWith(version) : null);
    Peer stream = fromHead;
    // The head notices by its own end of that stream if the report is lost.
    boolean back = stream != null && toHead;
    replica.emit(
        back && stream != null ? new Effect.Answer(stream, report) : new Effect.Send(to, report));
  }

  /** The stream to a member broke: says again what it may not have heard. */
  public void onReset(OsdId osd) {
    Strategy now = active;
    if (now == null) {
      return;
    }
    boolean passesOn = !now.receivers(replica.self()).isEmpty();
    if (passesOn && (now.receivers(replica.self()).contains(osd) || osd.equals(now.head()))) {
      Probe.reached("replication: asks the head to send again");
      replica.emit(
          new Effect.Send(
              now.head(), new ReplicationMessage.SendAgain(replica.group(), replica.epoch())));
    }
    if (now.reporters().contains(replica.self())
        && osd.equals(now.collector())
        && durable.isAfter(Version.ZERO)) {
      report(durable);
    }
    if (collects() && osd.equals(now.head()) && committed.isAfter(Version.ZERO)) {
      unreported = 0;
      report(committed);
    }
  }

  /** What a few comparisons tell. */
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
