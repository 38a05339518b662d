package io.pando.osd.pg.replica;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.lease.GroupLeases;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Numbers;
import io.pando.osd.pg.step.Sink;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * This OSD's copy of a group: info, log and missing set. Each change in memory also goes to the
 * store, in the form that {@link StoredRecords} defines. All components of the group share it.
 *
 * <p>Invariants after every step: {@link ReplicaInvariants}.
 */
public final class Replica {
  private static final TotalsWatch NOBODY = (_, _, _) -> {};
  private final OsdId self;
  private final PgId group;
  private final GroupConfig config;
  private final Sink out;
  private final Journal journal;
  private final StoreReads reads;
  private final Numbers numbers = new Numbers();
  private final StoredRecords records;
  private final LogBudget logs;
  private final GroupLeases leases;
  private final GroupLog log;
  private final TreeMap<ObjectId, Version> missing;
  private final ReplicaTree tree;
  private final VersionIndex index;
  private final CopyWriter copies;
  private GroupInfo info;
  private GroupLineage lineage;
  private ScrubRecord scrub;
  private Membership membership;
  private TotalsWatch totals = NOBODY;
  private boolean discarded;
  private long nowNanos;

  /** Creates the replica of a stored or a new group. */
  public Replica(
      OsdId self,
      GroupConfig config,
      Membership membership,
      StoredGroup stored,
      LogBudget logs,
      Leases leases,
      Sink out) {
    this.self = self;
    this.group = membership.mapping().group();
    this.config = config;
    this.out = out;
    this.logs = logs;
    this.journal = new Journal(out, () -> membership().compression());
    this.reads = new StoreReads(out);
    this.records = new StoredRecords(group);
    this.leases = new GroupLeases(self, leases);
    this.membership = membership;
    this.info = stored.info();
    this.lineage = stored.lineage();
    this.scrub = stored.scrub();
    this.log =
        GroupLog.of(
            stored.info().logTail(), stored.info().log().rememberedSince(), stored.entries());
    this.missing = new TreeMap<>(stored.missing());
    this.tree =
        new ReplicaTree(
            records.collection(),
            stored.tree(),
            stored.entries(),
            membership.pool().options().treeKey());
    this.index =
        new VersionIndex(
            records.collection(),
            stored.index(),
            stored.entries(),
            stored.info().logTail(),
            config.recovery().indexPage());
    this.copies = new CopyWriter(this, records);
    this.info = withLog(info);
  }

  public OsdId self() {
    return self;
  }

  public PgId group() {
    return group;
  }

  public GroupConfig config() {
    return config;
  }

  public Journal journal() {
    return journal;
  }

  public StoreReads reads() {
    return reads;
  }

  /** The numbers of the group's requests. */
  public Numbers numbers() {
    return numbers;
  }

  /** The leases of the group: they limit until when its primary may answer clients. */
  public GroupLeases leases() {
    return leases;
  }

  public GroupLog log() {
    return log;
  }

  /** Writer of copies of objects. */
  public CopyWriter copies() {
    return copies;
  }

  /** The hash tree of this replica's objects. */
  public ReplicaTree tree() {
    return tree;
  }

  /** The version index: changes since versions older than the log. */
  public VersionIndex index() {
    return index;
  }

  public GroupInfo info() {
    return info;
  }

  public Membership membership() {
    return membership;
  }

  /** Epoch of the newest map. */
  public long epoch() {
    return membership.epoch();
  }

  /** First epoch of the interval; messages from before it are stale. */
  public long interval() {
    return info.history().sameIntervalSince();
  }

  public long nowNanos() {
    return nowNanos;
  }

  public void setNow(long nanos) {
    nowNanos = nanos;
  }

  public void emit(Effect effect) {
    out.emit(effect);
  }

  /** The missing set: objects that should be here, each with the version it should have. */
  public SortedMap<ObjectId, Version> missing() {
    return Collections.unmodifiableSortedMap(missing);
  }

  /**
   * Whether no backfill of this replica is unfinished; objects of the missing set may still be
   * missing.
   */
  public boolean isWhole() {
    return info.backfilledTo() == null;
  }

  /** Enters a newer map. A new interval begins only if the history says so. */
  public void enter(Membership next, GroupInfo.History history) {
    membership = next;
    if (!history.equals(info.history())) {
      boolean newInterval = history.sameIntervalSince() != interval();
      setHistory(history);
      if (newInterval) {
        onIntervalEnded();
      }
    }
  }

  /** An interval has ended: what waits in it for reads and for transactions is dropped. */
  public void onIntervalEnded() {
    reads.forgetAll();
    journal.onIntervalEnded();
    totals = NOBODY;
  }

  /** Creates the collection in the store. */
  public void create() {
    List<StoreOp> ops = new ArrayList<>(records.create(info, lineage));
    tree.writeAnew(log.head(), ops);
    index.startOver(log.tail(), ops);
    journal.persist(ops);
  }

  /** The complete state of this replica. */
  public StoredGroup held() {
    return new StoredGroup(
        info,
        lineage,
        log.kept(),
        new TreeMap<>(missing),
        tree.held(log.head()),
        index.held(),
        scrub,
        false);
  }

  /** The operations that write all records of a group made from others. */
  public List<StoreOp> writeAnew() {
    List<StoreOp> ops = new ArrayList<>(records.all(info, lineage, log, missing, scrub));
    tree.writeAnew(log.head(), ops);
    index.startOver(log.tail(), ops);
    return ops;
  }

  /**
   * Begins as a group that was made from others.
   *
   * @param steps operations that create the group in the store; empty if another group submits them
   */
  public void begin(List<StoreOp> steps) {
    journal.persist(steps.isEmpty() ? List.of(records.put(info)) : steps);
  }

  /** The lineage: number of groups of the pool under which this group was split or merged last. */
  public GroupLineage lineage() {
    return lineage;
  }

  /** Sets the lineage after a change of the number of groups that does not concern this group. */
  public void setLineage(GroupLineage other) {
    lineage = other;
    journal.persist(List.of(records.put(other)));
  }

  /** Progress of the group's scrubs. */
  public ScrubRecord scrub() {
    return scrub;
  }

  /** Sets the progress of scrubs in memory only; if it is lost, a part is scrubbed again. */
  public void setScrub(ScrubRecord now) {
    scrub = now;
  }

  /** Sets the progress of scrubs and stores it. */
  public void noteScrub(ScrubRecord now) {
    scrub = now;
    journal.persist(List.of(records.put(now)));
  }

  /** Removes objects that should not be here; the log has no entry for these removals. */
  public void removeStrange(List<ObjectId> objects, Awaiting then) {
    List<StoreOp> ops = new ArrayList<>();
    for (ObjectId object : objects) {
      ops.add(new StoreOp.Remove(collection(), object));
      tree.onUnknown(object);
    }
    tree.settleAll(log.head(), ops);
    journal.persist(ops, then);
  }

  /** Whether the group is being removed. */
  public boolean isDiscarded() {
    return discarded;
  }

  /** Removes the collection, and forgets the group once that is durable. */
  public void discard(String why) {
    Probe.reached("peering: a copy that is not needed is removed");
    discarded = true;
    out.emit(new Effect.Report(group + ": removed: " + why));
    journal.persist(
        records.remove(),
        Awaiting.inAnyInterval("removal", group, () -> out.emit(new Effect.Forget())));
  }

  /** Sets the history. */
  public void setHistory(GroupInfo.History history) {
    update(before -> before.withHistory(history));
  }

  /** Changes the info, in memory and in the store. */
  public void update(UnaryOperator<GroupInfo> change) {
    info = change.apply(info);
    journal.persist(List.of(records.put(info)));
  }

  /**
   * Appends an update to the log and applies it.
   *
   * @param trimTo version up to which the log is trimmed; older entries only serve to recognise
   *     requests
   */
  public void append(Update update, Version trimTo, Awaiting durable) {
    LogEntry entry = update.entry();
    log.append(entry);
    List<StoreOp> ops = new ArrayList<>(update.ops());
    if (update.replacesObject() && missing.remove(entry.object()) != null) {
      Probe.reached("log: an update replaces an object that is missing here");
      ops.add(records.noMoreMissing(entry.object()));
      tree.onUnknown(entry.object());
    } else if (update.ops().isEmpty()) {
      Probe.reached("log: an update of an object that is missing here");
      tree.onUpdateElsewhere();
    } else {
      tree.onUpdate(entry);
    }
    Version forgotten = null;
    if (trimTo.isAfter(log.tail())) {
      Probe.reached("log: entries are trimmed");
      Version to = trimTo.isAfter(log.head()) ? log.head() : trimTo;
      index.onTrimmed(log.trim(to), to);
      long mostBytes = Math.min(config.maxRememberedBytes(), logs.logBytes());
      forgotten = log.forget(config.maxRemembered(), mostBytes);
      if (forgotten != null) {
        Probe.reached("log: requests are forgotten");
        ops.add(records.dropLogTo(forgotten));
      }
    }
    totals.onChanged(
        entry.object(), update.objects() - info.objects(), update.bytes() - info.bytes());
    info = withLog(info.withTotals(info.totals().updated(update.objects(), update.bytes())));
    ops.add(records.put(info, List.of(entry)));
    tree.settle(log.head(), forgotten, ops);
    index.settle(forgotten, ops);
    if (lacksNothing()) {
      tree.noteRoot(log.head());
    }
    journal.persist(ops, durable);
  }

  private boolean lacksNothing() {
    return missing.isEmpty() && isWhole();
  }

  /**
   * The root of the tree as of an update. It is the same on all members that lack nothing. Null if
   * this member lacks objects, or does not know the root any more.
   */
  public @Nullable Digest root(Version version) {
    if (!version.equals(log.head())) {
      return tree.noted(version);
    }
    return lacksNothing() ? tree.root() : null;
  }

  /** Version up to which the log should be trimmed; null if it is not too long. */
  public @Nullable Version trimPoint() {
    long mostBytes = Math.min(config.maxLogBytes(), logs.logBytes());
    // Some slack, so that many entries are trimmed at once.
    boolean due =
        log.size() > config.maxLogEntries() + config.maxLogEntries() / 16
            || log.bytes() > mostBytes + mostBytes / 16;
    return due ? log.trimPoint(config.maxLogEntries(), mostBytes) : null;
  }

  /** Listener for changes of the totals by updates. */
  public interface TotalsWatch {
    void onChanged(ObjectId object, long objects, long bytes);
  }

  /** Sets the listener for all further updates of this interval. */
  public void watchTotals(TotalsWatch watch) {
    totals = watch;
  }

  /** An update to append, with the totals of the group after it. */
  public record Update(LogEntry entry, List<StoreOp.OnObject> ops, long objects, long bytes) {
    /** Whether the update replaces the object as a whole, so that its old copy is not needed. */
    boolean replacesObject() {
      return !ops.isEmpty() && ops.getFirst() instanceof StoreOp.Remove;
    }
  }

  /**
   * Adopts the authoritative log and its totals, and adds the objects that this replica then lacks
   * to the missing set.
   */
  public void merge(LogMerge merge, GroupInfo authority) {
    List<StoreOp> ops = new ArrayList<>();
    List<ObjectId> found = takeOver(merge, ops);
    boolean sameTail = merge.tail().equals(log.tail());
    log.replace(merge.tail(), merge.entries());
    finish(merge, authority, found, ops, sameTail);
  }

  /**
   * The same for an authoritative log whose tail lies after this log's head.
   *
   * @param changes changes between the two logs, from the authority's version index
   * @param counters counters of the last updates in the authority's epochs
   * @param older requests that the authority remembers from before its log and that are not kept
   *     here
   */
  public void merge(
      LogMerge merge,
      GroupInfo authority,
      List<IndexEntry> changes,
      SortedMap<Long, Long> counters,
      List<LogEntry> older) {
    List<StoreOp> ops = new ArrayList<>();
    List<ObjectId> found = takeOver(merge, ops);
    log.rewind(merge.common());
    index.follow(log.trim(merge.common()), merge.common(), changes, counters, merge.tail(), ops);
    boolean stays =
        log.goOn(
            merge.common(),
            merge.tail(),
            merge.entries(),
            authority.log().rememberedSince(),
            older);
    if (stays) {
      ops.add(records.put(info, before(merge.common(), older)));
    }
    finish(merge, authority, found, ops, stays);
  }

  private static List<LogEntry> before(Version end, List<LogEntry> entries) {
    return entries.stream().filter(entry -> !entry.version().isAfter(end)).toList();
  }

  /** Settles each object of a merge; returns those that are not missing any more. */
  private List<ObjectId> takeOver(LogMerge merge, List<StoreOp> ops) {
    tree.forgetRoots();
    List<ObjectId> found = new ArrayList<>();
    for (Map.Entry<ObjectId, Version> it : merge.objects().entrySet()) {
      ObjectId object = it.getKey();
      if (info.covers(object)) {
        settle(object, merge.before().get(object), it.getValue(), ops, found);
      }
    }
    return found;
  }

  private void finish(
      LogMerge merge,
      GroupInfo authority,
      List<ObjectId> found,
      List<StoreOp> ops,
      boolean keptBefore) {
    GroupInfo before = info.withLog(info.log().completeUpTo(merge.common()));
    info = withLog(before.withTotals(authority.totals()));
    ops.addAll(
        keptBefore
            ? records.rewriteLogAfter(merge.common(), info, log)
            : records.rewriteLog(info, log));
    for (ObjectId object : found) {
      ops.add(records.noMoreMissing(object));
    }
    SortedMap<ObjectId, Version> lacking = new TreeMap<>(missing);
    lacking.keySet().retainAll(merge.objects().keySet());
    if (!lacking.isEmpty()) {
      ops.add(records.putMissing(lacking));
    }
    tree.settleAll(log.head(), ops);
    journal.persist(ops);
  }

  private void settle(
      ObjectId object,
      @Nullable Version before,
      Version version,
      List<StoreOp> ops,
      List<ObjectId> found) {
    if (version.equals(Version.ZERO)) {
      ops.add(new StoreOp.Remove(collection(), object));
      if (missing.remove(object) != null) {
        Probe.reached("merge: a missing object does not exist any more");
        found.add(object);
        tree.onUnknown(object);
      } else if (before == null) {
        tree.onUnknown(object);
        Probe.reached("merge: an object is removed of whose version here nothing is known");
      } else if (before.isAfter(Version.ZERO)) {
        Probe.reached("merge: an object is removed whose version here is known");
        tree.onRemoved(object, before);
      }
    } else {
      missing.put(object, version);
    }
  }

  /** Adds remembered requests older than the log; they are complete after {@code since}. */
  public void remember(Version since, List<LogEntry> older) {
    if (since.isAfter(log.rememberedSince()) || since.equals(log.rememberedSince())) {
      return;
    }
    log.remember(since, older);
    info = withLog(info);
    journal.persist(List.of(records.put(info, older)));
  }

  /**
   * Starts over with the authoritative log; backfill must copy all objects.
   *
   * @param older requests that the authority remembers from before its log
   */
  public void startOver(GroupInfo authority, List<LogEntry> entries, List<LogEntry> older) {
    log.replace(authority.logTail(), entries, authority.log().rememberedSince(), older);
    missing.clear();
    tree.forgetRoots();
    info = withLog(info.withTotals(authority.totals()).withBackfill(GroupInfo.NOTHING));
    List<StoreOp> ops = new ArrayList<>(records.rewriteLog(info, log));
    ops.add(records.nothingMissing());
    index.startOver(log.tail(), ops);
    tree.settleAll(log.head(), ops);
    journal.persist(ops);
  }

  /**
   * Declares this partially filled replica whole. Objects that the log names and that backfill has
   * not reached become missing. Objects that are neither in the log nor in the store are lost.
   *
   * @param started epoch of the last activation of the group
   */
  public void takeForWhole(long started) {
    SortedMap<ObjectId, Version> lacking = new TreeMap<>();
    for (LogEntry entry : log.entries()) {
      if (entry.touchesObject() && !info.covers(entry.object())) {
        lacking.put(entry.object(), entry.version());
        if (entry.kind() == LogEntry.Kind.DELETE) {
          lacking.remove(entry.object());
        }
      }
    }
    missing.putAll(lacking);
    GroupInfo.Totals guess =
        new GroupInfo.Totals(info.totals().objects(), info.totals().bytes(), false);
    info = withLog(info.withBackfill(null).withTotals(guess).startedIn(started));
    List<StoreOp> ops = new ArrayList<>(List.of(records.put(info)));
    if (!lacking.isEmpty()) {
      ops.add(records.putMissing(lacking));
    }
    journal.persist(ops);
  }

  /** Adds an object whose local copy is not good to the missing set. */
  public void noteMissing(ObjectId object, Version version) {
    Invariant.check(version.isAfter(Version.ZERO), "an object without a version is missing");
    missing.put(object, version);
    info = withLog(info);
    SortedMap<ObjectId, Version> noted = new TreeMap<>();
    noted.put(object, version);
    journal.persist(List.of(records.putMissing(noted)));
  }

  /**
   * Removes objects from the missing set that are now here in the given version. An object that is
   * missing in another version stays in it.
   */
  void onHere(SortedMap<ObjectId, Version> objects) {
    objects.forEach(missing::remove);
    info = withLog(info);
  }

  /** Writes the changes of the tree that are not written yet, if any. */
  public void settleTree() {
    if (tree.isBehind()) {
      Probe.reached("tree: is written behind");
      List<StoreOp> ops = new ArrayList<>();
      tree.settleAll(log.head(), ops);
      journal.persist(ops);
    }
  }

  /** Replaces the tree by another one of the same objects. */
  public void replaceTree(HashTree next) {
    List<StoreOp> ops = new ArrayList<>();
    tree.replace(next, log.head(), ops);
    journal.persist(ops);
  }

  /** Records the progress of a backfill; null means complete. */
  public void noteBackfilled(@Nullable ObjectId upTo, Awaiting then) {
    info = info.withBackfill(upTo);
    journal.persist(List.of(records.put(info)), then);
  }

  public CollectionId collection() {
    return records.collection();
  }

  private GroupInfo withLog(GroupInfo before) {
    Version complete = missing.isEmpty() ? log.head() : before.log().lastComplete();
    GroupInfo.LogBounds bounds =
        new GroupInfo.LogBounds(log.head(), log.tail(), complete, log.rememberedSince());
    return before.withLog(bounds.completeUpTo(log.head()));
  }

  /** Checks the invariants of {@link ReplicaInvariants}. */
  public void invariants() {
    ReplicaInvariants.check(this);
  }
}
