package io.pando.osd.pg.replica;

import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.Message;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.lease.GroupLeases;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MissingSet;
import io.pando.osd.pg.redundancy.Redundancy;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.RequestNumbers;
import io.pando.osd.pg.step.Sink;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.undo.UndoLog;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * This OSD's copy of a group: info, log and missing set. Each change in memory also goes to the
 * store, in the form that {@link StoredRecords} defines. All components of the group share it.
 *
 * <p>Invariants after every step: {@link ReplicaInvariants}.
 */
public final class Replica {
  private final GroupContext context;
  private final MemberId self;
  private final PgId group;
  private final ReplicaId id;
  private final Sink out;
  private final Journal journal;
  private final StoreReads reads;
  private final RequestNumbers numbers = new RequestNumbers();
  private final StoredRecords records;
  private final LogTrimming trimming;
  private final LogAdoption adoption;
  private final ReplicaImage image;
  private final TreeWriter treeWriter;
  private final GroupLeases leases;
  private final GroupLog log;
  private final MissingSet missing;
  private final ReplicaTree tree;
  private final VersionIndex index;
  private final UndoLog undo;
  private final Redundancy redundancy;
  private final CopyWriter copies;
  private final StoredInfo info;
  private final UpdateWriter updates;
  private GroupLineage lineage;
  private ScrubRecord scrub;
  private Membership membership;
  private boolean discarded;
  private long nowNanos;

  /** Creates the replica of a stored or a new group. */
  public Replica(
      GroupContext context, MemberId self, Membership membership, StoredGroup stored, Sink out) {
    this.context = context;
    this.self = self;
    this.group = membership.mapping().group();
    this.id = new ReplicaId(group, self.position());
    this.out = out;
    this.journal = new Journal(out, () -> membership().compression());
    this.reads = new StoreReads(out);
    this.records = new StoredRecords(id);
    this.leases = new GroupLeases(context.self(), context.leases());
    this.membership = membership;
    this.lineage = stored.lineage();
    this.scrub = stored.scrub();
    this.log =
        GroupLog.of(
            stored.info().logTail(), stored.info().log().rememberedSince(), stored.entries());
    this.missing = new MissingSet(stored.missing());
    this.tree =
        new ReplicaTree(
            records.collection(), stored.tree(), stored.entries(), membership.pool().treeKey());
    this.index =
        new VersionIndex(
            records.collection(),
            stored.index(),
            stored.entries(),
            stored.info().logTail(),
            config().recovery().index().indexPage());
    this.undo = new UndoLog(id, stored.info().log().settled(), stored.log().undo());
    this.info = new StoredInfo(stored.info(), records, journal, log, missing, undo);
    this.redundancy = context.codes().of(membership.pool());
    this.copies = new CopyWriter(this, records, missing);
    this.adoption = new LogAdoption(this, records, missing);
    this.trimming = new LogTrimming(context, log, index);
    this.updates =
        new UpdateWriter(
            info,
            records,
            journal,
            trimming,
            new UpdateWriter.Contents(log, missing, tree, index, undo));
    this.image = new ReplicaImage(this, records);
    this.treeWriter = new TreeWriter(this);
  }

  /** The member of the group that has this copy. */
  public MemberId self() {
    return self;
  }

  public PgId group() {
    return group;
  }

  /** The copy of the group that this is. */
  public ReplicaId id() {
    return id;
  }

  public GroupConfig config() {
    return context.config();
  }

  public Journal journal() {
    return journal;
  }

  public StoreReads reads() {
    return reads;
  }

  public RequestNumbers numbers() {
    return numbers;
  }

  /** The leases of the group: they limit until when its primary may answer clients. */
  public GroupLeases leases() {
    return leases;
  }

  public GroupLog log() {
    return log;
  }

  public CopyWriter copies() {
    return copies;
  }

  public LogAdoption adoption() {
    return adoption;
  }

  public ReplicaImage image() {
    return image;
  }

  public TreeWriter treeWriter() {
    return treeWriter;
  }

  public LogTrimming trimming() {
    return trimming;
  }

  public ReplicaTree tree() {
    return tree;
  }

  /** The version index: changes since versions older than the log. */
  public VersionIndex index() {
    return index;
  }

  public GroupInfo info() {
    return info.now();
  }

  /** The updates that this member can take back. */
  public UndoLog undo() {
    return undo;
  }

  /** What the members of the group have between them. */
  public Redundancy redundancy() {
    return redundancy;
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
    return info().history().sameIntervalSince();
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

  /** Sends a message to a member, on a stream that this OSD dials. */
  public void send(MemberId to, Message message) {
    out.emit(new Effect.Send(to, message));
  }

  /** Sends a message to an OSD or a client on the stream on which it spoke. */
  public void answer(Peer to, Message message) {
    out.emit(new Effect.Answer(to, message));
  }

  /** Logs an event of the group, and reports the group to the monitors soon. */
  public void report(String what) {
    out.emit(new Effect.Report(group + ": " + what));
  }

  /** The missing set: objects that should be here, each with the version it should have. */
  public SortedMap<ObjectId, Version> missing() {
    return missing.versions();
  }

  /**
   * Whether the object is missing here only because this member missed updates of it: what is here
   * is a whole older version, whose unchanged parts may stay.
   */
  public boolean isBehind(ObjectId object) {
    return missing.isBehind(object);
  }

  /** Whether what is here of a missing object is readable and known to be wrong, or absent. */
  public boolean isWrong(ObjectId object) {
    return missing.isWrong(object);
  }

  /**
   * Whether no backfill of this replica is unfinished; objects of the missing set may still be
   * missing.
   */
  public boolean isWhole() {
    return info().backfilledTo() == null;
  }

  /** Enters a newer map. A new interval begins only if the history says so. */
  public void enter(Membership next, GroupInfo.History history) {
    membership = next;
    if (!history.equals(info().history())) {
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
    updates.onIntervalEnded();
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

  public boolean isDiscarded() {
    return discarded;
  }

  /** Removes the collection, and forgets the group once that is durable. */
  public void discard(String why) {
    Probe.reached("peering: a copy that is not needed is removed");
    discarded = true;
    report("removed: " + why);
    List<StoreOp> ops = new ArrayList<>(records.remove());
    undo.remove(ops);
    journal.persist(
        ops, Awaiting.inAnyInterval("removal", group, () -> out.emit(new Effect.Forget())));
  }

  public void setHistory(GroupInfo.History history) {
    update(before -> before.withHistory(history));
  }

  /** Changes the info, in memory and in the store. */
  public void update(UnaryOperator<GroupInfo> change) {
    info.update(change, Awaiting.nothing());
  }

  /**
   * Appends an update to the log and applies it.
   *
   * @param trimTo version up to which the log is trimmed; older entries only serve to recognise
   *     requests
   */
  public void append(ReplicationMessage.Update update, Version trimTo, Awaiting durable) {
    updates.append(update, trimTo, durable);
  }

  /**
   * Notes that all updates up to a version are on all members; what is kept to take them back is
   * dropped with the next update.
   */
  public void noteCommitted(Version upTo) {
    updates.noteCommitted(upTo);
  }

  /** Drops what is kept to take back updates that are on all members. */
  public void settle() {
    updates.settle();
  }

  /** Sets the listener for all further updates of this interval. */
  public void watchTotals(UpdateWriter.TotalsWatch watch) {
    updates.watchTotals(watch);
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

  /** Adds an object whose local copy is readable and wrong to the missing set. */
  public void noteWrong(ObjectId object, Version version) {
    missing.addWrong(object, version);
    onMissing(object);
  }

  /** Adds an object whose local copy is not good to the missing set. */
  public void noteMissing(ObjectId object, Version version) {
    missing.add(object, version);
    onMissing(object);
  }

  private void onMissing(ObjectId object) {
    info.onLogChanged();
    journal.persist(List.of(records.putMissing(missing.of(Set.of(object)))));
  }

  /**
   * Removes objects from the missing set that are now here in the given version. An object that is
   * missing in another version stays in it.
   */
  void onHere(SortedMap<ObjectId, Version> objects) {
    missing.onHere(objects);
    info.onLogChanged();
  }

  /** Records the progress of a backfill; null means complete. */
  public void noteBackfilled(@Nullable ObjectId upTo, Awaiting then) {
    info.update(before -> before.withBackfill(upTo), then);
  }

  public CollectionId collection() {
    return records.collection();
  }

  /** Sets the info in memory, with the bounds of the log. */
  void setInfo(GroupInfo now) {
    info.set(now);
  }

  public void invariants() {
    ReplicaInvariants.check(info(), log, missing.versions());
  }
}
