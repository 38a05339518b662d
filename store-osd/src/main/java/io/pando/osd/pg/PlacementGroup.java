package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.osd.pg.peering.Intervals;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Sink;
import io.pando.osd.pg.step.Slot;
import io.pando.report.OpenOperation;
import io.pando.report.group.GroupStats;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One placement group on one OSD. This class routes every input to the component that handles it
 * and drops stale inputs first. Its only own decision is when an interval ends; {@link Interval}
 * draws what lives for an interval and what outlives it.
 *
 * <p>By the map, an OSD is primary, replica or bystander of the group for an <em>interval</em>. A
 * message of another OSD counts only if it was sent in this interval.
 *
 * <pre>
 *                 ┌─ PeerMessages ────▶ peering · replication · recovery     of the present interval
 *  Input ─▶ group ┼─ ClientRequests ──▶ operations · listings                of the present interval
 *                 └─ maps, ticks ─────▶ Interval, ReplicaMaintenance
 * </pre>
 *
 * To add an input, extend {@link #onInput}; to add a message, {@link PeerMessages}; to add a
 * component, {@link PrimaryInterval} or {@link ReplicaInterval}, or {@link GroupComponents} if it
 * outlives intervals. After every step the invariants of replica, log, operations, replication,
 * recovery and scrub are checked. Checks that look at every object run after some steps only, where
 * {@link io.pando.check.CheckLevel} is thorough.
 */
public final class PlacementGroup {
  private final Outbox out = new Outbox();
  private final GroupComponents components;
  private final Replica replica;
  private final PeerMessages messages;
  private final GroupRemoval removal;
  private Interval interval = new Interval.Asleep();
  private boolean full;
  private boolean reportedQuiet;

  /**
   * Creates a group from its stored state, or a new one. It sleeps until this incarnation is up in
   * a map.
   *
   * @param self the member that has this copy
   * @param membership by the newest map that the stored history covers
   */
  public PlacementGroup(
      GroupContext context, MemberId self, Membership membership, StoredGroup stored) {
    this.replica = new Replica(context, self, membership, stored, out);
    this.components = new GroupComponents(replica);
    this.messages = new PeerMessages(replica);
    this.removal = new GroupRemoval(replica, components.requests);
  }

  /** Creates the group's collection: the first step for a group that is not in the store. */
  public void create(long nowNanos, Sink sink) {
    within(nowNanos, sink, replica.image()::create);
  }

  /** Ends the group because it is split or merged; clients must look for the resulting groups. */
  public void end(long nowNanos, Sink sink) {
    within(nowNanos, sink, () -> endInterval(false));
  }

  /**
   * Starts a group that results from splitting or merging others.
   *
   * @param madeOf the groups that were split or merged
   * @param steps that create the group in the store; if empty, the steps of another group create it
   */
  public void begin(List<PlacementGroup> madeOf, List<StoreOp> steps, long nowNanos, Sink sink) {
    within(
        nowNanos,
        sink,
        () -> {
          for (PlacementGroup old : madeOf) {
            MemberList acting = old.membership().mapping().acting();
            replica
                .leases()
                .inherit(old.replica.leases(), acting, old.membership().osds(), nowNanos);
          }
          replica.image().begin(steps);
        });
  }

  /** The pool's number of groups changed, but this group is neither split nor merged. */
  public void setLineage(GroupLineage lineage, long nowNanos, Sink sink) {
    within(nowNanos, sink, () -> replica.setLineage(lineage));
  }

  /** Handles an input. */
  public void step(long nowNanos, Input input, Sink sink) {
    within(nowNanos, sink, () -> onInput(input));
  }

  private void within(long nowNanos, Sink sink, Runnable body) {
    out.open(sink);
    try {
      replica.setNow(nowNanos);
      body.run();
      components.requests.releaseIfServing(interval);
      tellIfQuiet();
      components.invariants(interval);
    } finally {
      out.close();
    }
  }

  private void onInput(Input input) {
    if (replica.isDiscarded()) {
      removal.onInput(input);
      return;
    }
    switch (input) {
      case Input.MapAdvanced advanced -> onMap(advanced);
      case Input.PoolRemoved removed -> onPoolRemoved(removed.epoch());
      case Input.PeerSaid said -> messages.onSaid(interval, said);
      case Input.ClientAsked asked -> components.requests.onAsked(interval, asked);
      case Input.Persisted persisted -> replica.journal().onPersisted(persisted.outcome());
      case Input.ObjectRead read -> replica.reads().onRead(read.token(), read.outcome());
      case Input.ReadDropped dropped -> replica.reads().onDropped(dropped.token());
      case Input.ObjectsListed listed -> replica.reads().onListed(listed.token(), listed.listing());
      case Input.PeerReset reset -> onReset(reset.osd());
      case Input.ObjectsRead read -> replica.reads().onReadAll(read.token(), read.outcomes());
      case Input.VersionsListed listed ->
          replica.reads().onVersions(listed.token(), listed.listing());
      case Input.MetaRead read -> replica.reads().onMeta(read.token(), read.entries());
      case Input.SlotGranted granted -> onSlot(granted.slot(), granted.token(), true);
      case Input.SlotRevoked revoked -> onSlot(revoked.slot(), revoked.token(), false);
      case Input.TurnGiven given -> interval.onTurn(given.token());
      case Input.FullnessChanged fullness -> {
        full = fullness.full();
        interval.setFull(full);
      }
      case Input.LeaseRenewed _ -> {
        // Clients that waited for the lease are released at the end of this step.
      }
      case Input.Woken _ -> interval.onWoken();
      case Input.Ticked ticked -> onTick(ticked.wallMillis());
    }
  }

  private void onMap(Input.MapAdvanced input) {
    Membership before = replica.membership();
    Membership next = new Membership(input.map(), input.mapping());
    GroupInfo.History history =
        Intervals.advance(replica.info(), replica.self(), before, next, input.successive());
    boolean newInterval = history.sameIntervalSince() != replica.interval();
    boolean roused = input.awake() != isAwake();
    replica.enter(next, history);
    if (newInterval) {
      replica.leases().onIntervalEnded(before.mapping().acting(), before.osds());
    }
    if (newInterval || roused) {
      endInterval(input.awake());
      interval.begin();
    } else {
      interval.onMap(!before.map().fences().equals(next.map().fences()));
    }
  }

  private boolean isAwake() {
    return !(interval instanceof Interval.Asleep);
  }

  /**
   * Ends the interval and makes the components of the next one, which {@link Interval#begin}
   * starts.
   *
   * @param awake whether this incarnation of the OSD is up in the newest map
   */
  private void endInterval(boolean awake) {
    components.requests.onIntervalEnded(interval, awake && isPrimaryByMap());
    replaceInterval(awake);
  }

  private boolean isPrimaryByMap() {
    return replica.membership().isPrimary(replica.self());
  }

  private void replaceInterval(boolean awake) {
    Interval before = interval;
    before.end();
    replica.onIntervalEnded();
    components.maintenance.onReadsForgotten();
    if (awake && isPrimaryByMap()) {
      PrimaryInterval next = new PrimaryInterval(components, divergedBefore(before));
      next.setFull(full);
      out.keepBehind(next.replication);
      interval = next;
    } else {
      components.scrubs.onNotPrimary();
      out.keepBehind(null);
      interval = awake ? new ReplicaInterval(components) : new Interval.Asleep();
    }
  }

  private SortedMap<MemberId, Version> divergedBefore(Interval before) {
    SortedMap<MemberId, Version> diverged = new TreeMap<>();
    if (before instanceof PrimaryInterval primary) {
      diverged.putAll(primary.rootWatch.diverged());
      diverged.keySet().retainAll(replica.membership().members());
    }
    return diverged;
  }

  private void onPoolRemoved(long epoch) {
    components.requests.onPoolRemoved(interval, epoch);
    // The next interval does not begin: only the removal from the store continues.
    replaceInterval(isAwake());
    replica.discard("its pool was removed in epoch " + epoch);
  }

  /** Of the OSD's own connection to itself, only another copy here is told. */
  private void onReset(OsdId osd) {
    for (MemberId member : replica.membership().possibleOn(osd)) {
      if (!member.equals(replica.self())) {
        interval.onReset(member);
      }
    }
  }

  private void onSlot(Slot slot, long token, boolean granted) {
    // All scrubs of a step are equally urgent, so none loses its slot to another.
    Invariant.check(
        granted || slot == Slot.PRIMARY || slot == Slot.REPLICA, "a slot of a scrub was revoked");
    interval.onSlot(slot, token, granted);
  }

  private void onTick(long wallMillis) {
    interval.onTick(wallMillis);
    if (isAwake()) {
      components.maintenance.onTick();
    }
    if (interval.isServing()) {
      components.maintenance.onTickOfServing();
    }
  }

  /**
   * Reports that the group has become quiet. The monitors wait for that, and clients for the
   * monitors.
   */
  private void tellIfQuiet() {
    boolean quiet = interval.isQuiet();
    if (quiet && !reportedQuiet) {
      replica.report("quiet");
    }
    reportedQuiet = quiet;
  }

  // State for the shell and other groups

  public PgId group() {
    return replica.group();
  }

  /** The member of the group that has this copy. */
  public MemberId self() {
    return replica.self();
  }

  /** The copy of the group that this is. */
  public ReplicaId id() {
    return replica.id();
  }

  /** The collection of this copy in the store. */
  public CollectionId collection() {
    return replica.collection();
  }

  /** The number of groups by which this group was split or merged last. */
  public GroupLineage lineage() {
    return replica.lineage();
  }

  /** All records of the group. */
  public StoredGroup held() {
    return replica.image().held();
  }

  /** The steps that write all records of a group that results from a split or merge. */
  public List<StoreOp> rewriteRecords() {
    return replica.image().writeAll();
  }

  /** Whether the group is being removed from the store. */
  public boolean isDiscarded() {
    return replica.isDiscarded();
  }

  /**
   * First epoch of the present interval, for the group that follows this one, which was removed.
   *
   * @param newest membership, which this group may not have received yet
   */
  public long intervalSince(Membership newest) {
    return removal.intervalSince(newest);
  }

  /** Whether this OSD is the primary of the group. */
  public boolean isPrimary() {
    return interval.leads();
  }

  /** The members of the group by the newest map that it received. */
  public Membership membership() {
    return replica.membership();
  }

  /** The operations of clients that are not answered, oldest first. */
  public List<OpenOperation> operations() {
    return interval instanceof PrimaryInterval primary ? primary.operations.report() : List.of();
  }

  /** Number of client requests that are not answered. */
  public int openRequests() {
    return interval.openRequests();
  }

  /** Whether requests may wait for a lease to be renewed. */
  public boolean awaitsLease() {
    return components.requests.awaitLease(interval);
  }

  /** The statistics that are sent to the monitors; this OSD is the primary. */
  public GroupStats stats() {
    if (interval instanceof PrimaryInterval primary) {
      return primary.summary().stats();
    }
    throw Invariant.unreachable("statistics of a group that this OSD does not lead");
  }

  /** The role of this OSD and the work that waits for the store, for logs. */
  @Override
  public String toString() {
    return "%s, %s: %s"
        .formatted(replica.group(), interval.getClass().getSimpleName(), replica.journal());
  }
}
