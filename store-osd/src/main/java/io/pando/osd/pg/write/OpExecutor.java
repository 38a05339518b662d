package io.pando.osd.pg.write;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.op.ExecutionResult;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PendingUpdate;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.replication.UpdateParts;
import io.pando.probe.Probe;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes a vector when its turn has come: reads the object, computes the effect, and orders the
 * update or answers the client. A vector that turns out to have to wait goes back to the head of
 * its object's queue.
 */
final class OpExecutor {
  private final Replica replica;
  private final PrimaryReplication replication;
  private final Availability availability;
  private final OpenRequests requests;
  private final ObjectAccess access;
  private final Consumer<ObjectId> next;
  private final Consumer<ObjectId> committed;
  private boolean full;

  /**
   * Creates the executor of a group.
   *
   * @param next called with an object whose next vector may run
   * @param committed called with an object after an update of it was committed
   */
  OpExecutor(
      OperationContext context,
      OpenRequests requests,
      Consumer<ObjectId> next,
      Consumer<ObjectId> committed) {
    this.replica = context.replica();
    this.replication = context.replication();
    this.availability = context.availability();
    this.access = context.access();
    this.requests = requests;
    this.next = next;
    this.committed = committed;
  }

  void setFull(boolean isFull) {
    full = isFull;
  }

  void execute(ObjectSlot slot, ClientOp op) {
    onStarted(op);
    if (op.mutates) {
      plan(slot, op);
    } else {
      read(slot, op);
    }
  }

  private void onStarted(ClientOp op) {
    if (op.startedNanos == 0) {
      op.startedNanos = replica.nowNanos();
    }
  }

  /** Executes a vector that replaces an object without a good copy. */
  void replace(ObjectSlot slot, ClientOp op) {
    onStarted(op);
    slot.planning = true;
    replica
        .reads()
        .object(
            op.object(),
            Replacement.QUERY,
            outcome -> {
              slot.planning = false;
              Probe.reached("operations: an object without good bytes is replaced");
              Version lost = lostVersion(op.object());
              if (lost != null && availability.isLost(op.object())) {
                Replacement replacement =
                    Replacement.of(replica.collection(), op.object(), lost, outcome);
                long bytes = replacement.sizeBytes(availability.lostBytes(op.object()));
                ObjectState before = new ObjectState(true, bytes, lost, 0);
                conclude(
                    slot,
                    op,
                    before,
                    null,
                    () -> replacement.complete(outcomeOf(op, before, null)));
              } else {
                slot.queue.addFirst(op);
              }
              next.accept(op.object());
            });
  }

  /** Ends the loss of an object. */
  void endLoss(ObjectSlot slot, ClientOp op, ObjectOp.LossEnd end) {
    slot.planning = true;
    Consumer<OlderVersion> then =
        older -> {
          slot.planning = false;
          endLoss(slot, op, older);
          next.accept(op.object());
        };
    if (end == ObjectOp.LossEnd.REVERT) {
      availability.readOlder(op.object(), then);
    } else {
      then.accept(OlderVersion.NONE);
    }
  }

  private void endLoss(ObjectSlot slot, ClientOp op, OlderVersion older) {
    Version lost = lostVersion(op.object());
    if (lost == null || availability.isSought(op.object())) {
      Probe.reached("operations: a lost object is looked for again before its loss ends");
      slot.queue.addFirst(op);
      return;
    }
    String objection = availability.lossObjection(op.object());
    if (objection != null || !older.problem().isEmpty()) {
      String why = objection == null ? older.problem() + "; it can be deleted" : objection;
      requests.finish(op, new OpOutcome.Failed(OpError.NOT_LOST, -1, why));
      return;
    }
    Probe.reached("operations: an operator ends the loss of an object");
    ObjectState before = new ObjectState(true, availability.lostBytes(op.object()), lost, 0);
    conclude(slot, op, before, null, () -> LossEnding.of(targetOf(op, before), older));
  }

  /** The version that is lost; null if the object is not. */
  private @Nullable Version lostVersion(ObjectId object) {
    Version here = replica.missing().get(object);
    Version elsewhere = availability.lostElsewhere(object);
    return here != null && (elsewhere == null || here.isAfter(elsewhere)) ? here : elsewhere;
  }

  private void read(ObjectSlot slot, ClientOp op) {
    slot.readers++;
    access
        .reads()
        .read(
            op.client(),
            op.object(),
            op.vector.query(replica.config().limits()),
            new ContentReads.Callbacks(
                outcome -> {
                  slot.readers--;
                  if (!isDamaged(slot, op, outcome)) {
                    ObjectView view = viewOf(outcome);
                    finishUnchanged(
                        op, outcomeOf(op, ObjectState.of(view), view), ObjectState.of(view));
                  }
                  next.accept(op.object());
                },
                () -> {
                  slot.readers--;
                  if (!requests.drop(op)) {
                    slot.queue.addFirst(op);
                  }
                  next.accept(op.object());
                },
                () -> {
                  slot.readers--;
                  slot.queue.addFirst(op);
                  next.accept(op.object());
                }));
  }

  private void plan(ObjectSlot slot, ClientOp op) {
    ObjectState projected = slot.projected;
    if (projected != null && !op.vector.needsContent()) {
      apply(slot, op, projected, null);
      return;
    }
    slot.planning = true;
    // An update is not dropped: later updates of the same client may follow it.
    Runnable later = () -> planLater(slot, op);
    access
        .reads()
        .read(
            op.client(),
            op.object(),
            op.vector.query(replica.config().limits()),
            new ContentReads.Callbacks(
                outcome -> {
                  slot.planning = false;
                  if (!isDamaged(slot, op, outcome)) {
                    ObjectView view = viewOf(outcome);
                    apply(slot, op, ObjectState.of(view), view);
                  }
                  next.accept(op.object());
                },
                later,
                later));
  }

  private void planLater(ObjectSlot slot, ClientOp op) {
    slot.planning = false;
    slot.queue.addFirst(op);
    next.accept(op.object());
  }

  private boolean isDamaged(ObjectSlot slot, ClientOp op, ReadOutcome outcome) {
    if (!(outcome instanceof ReadOutcome.Damaged damaged)) {
      return false;
    }
    slot.queue.addFirst(op);
    Probe.reached("operations: a client found damage");
    availability.onDamaged(op.object(), damaged.what());
    return true;
  }

  private static @Nullable ObjectView viewOf(ReadOutcome outcome) {
    return switch (outcome) {
      case ReadOutcome.Found found -> found.view();
      case ReadOutcome.Absent _ -> null;
      case ReadOutcome.Damaged damaged -> throw Invariant.unreachable(damaged.what());
    };
  }

  private ExecutionResult outcomeOf(ClientOp op, ObjectState before, @Nullable ObjectView view) {
    return ExecutionResult.of(
        op.request.ops(), targetOf(op, before), view, replica.config().limits());
  }

  private ExecutionResult.Target targetOf(ClientOp op, ObjectState before) {
    return new ExecutionResult.Target(
        replica.collection(), op.object(), before, nextVersion(), op.wallMillis);
  }

  private Version nextVersion() {
    return replica.log().head().next(replica.epoch());
  }

  private void apply(ObjectSlot slot, ClientOp op, ObjectState before, @Nullable ObjectView view) {
    if (!availability.isWritable(op.object())) {
      Probe.reached("operations: recovery took the object while it was read");
      // Recovery has claimed the object since the read began.
      slot.queue.addFirst(op);
      return;
    }
    conclude(slot, op, before, view, () -> outcomeOf(op, before, view));
  }

  private void conclude(
      ObjectSlot slot,
      ClientOp op,
      ObjectState before,
      @Nullable ObjectView view,
      Supplier<ExecutionResult> execute) {
    ExecutionResult execution = execute.get();
    if (execution instanceof ExecutionResult.Changed changed) {
      if (op.vector.needsSpace() && isFull()) {
        Probe.reached("operations: refused since a device is full");
        String why = "a device of group " + replica.group() + " is full: add OSDs or remove data";
        requests.finish(op, new OpOutcome.Failed(OpError.NO_SPACE, -1, why));
        return;
      }
      if (op.vector.needsSpace() && replica.membership().pool().isFull()) {
        Probe.reached("operations: refused since the pool has reached its quota");
        requests.finish(op, new OpOutcome.Failed(OpError.QUOTA, -1, ""));
        return;
      }
      slot.drain = false;
      divide(
          slot,
          op,
          new UpdatePlanner.Draft(op.object(), before, view, changed.steps()),
          changed,
          execute);
    } else if (slot.inFlight > 0) {
      Probe.reached("operations: an answer waits for updates under way");
      // The answer would depend on updates that are not committed yet.
      slot.drain = true;
      slot.queue.addFirst(op);
    } else {
      slot.drain = false;
      finishUnchanged(op, execution, before);
    }
  }

  /**
   * Finds out what each member gets of the update. The update gets its place in the order only
   * after that: if others came before it, the vector is executed again, with the version that it
   * has then. If recovery has claimed the object meanwhile, as it does when old bytes turn out to
   * be bad, the vector waits; if its session was fenced meanwhile, the vector fails.
   */
  private void divide(
      ObjectSlot slot,
      ClientOp op,
      UpdatePlanner.Draft draft,
      ExecutionResult.Changed drafted,
      Supplier<ExecutionResult> execute) {
    slot.planning = true;
    Version version = nextVersion();
    boolean writable = availability.isWritable(op.object());
    access
        .updates()
        .plan(
            draft,
            plan -> {
              if (writable && !availability.isWritable(op.object())) {
                Probe.reached("operations: recovery took the object while old bytes were read");
                planLater(slot, op);
                return;
              }
              slot.planning = false;
              OpOutcome.Failed fenced = Fencing.refusal(replica.membership(), op.request.id());
              if (fenced == null) {
                ExecutionResult.Changed changed =
                    version.equals(nextVersion())
                        ? drafted
                        : (ExecutionResult.Changed) execute.get();
                submit(
                    slot,
                    op,
                    draft.before(),
                    changed,
                    plan.parts(changed.steps(), changed.after()));
              } else {
                Probe.reached("operations: its session was fenced while bytes were read");
                requests.finish(op, fenced);
              }
              next.accept(op.object());
            },
            () -> planLater(slot, op));
  }

  /** Whether a member has no room, by what it tells this OSD or by the map. */
  private boolean isFull() {
    return full || replica.membership().map().isFull(replica.membership().mapping());
  }

  private void submit(
      ObjectSlot slot,
      ClientOp op,
      ObjectState before,
      ExecutionResult.Changed changed,
      UpdateParts parts) {
    Version version = nextVersion();
    ObjectState after = changed.after();
    LogEntry entry =
        new LogEntry(
            version,
            before.version(),
            op.object(),
            after.exists() ? LogEntry.Kind.MODIFY : LogEntry.Kind.DELETE,
            new LogEntry.Answer(op.request.id(), changed.results()),
            parts.changed());
    GroupInfo info = replica.info();
    int objects = (after.exists() ? 1 : 0) - (before.exists() ? 1 : 0);
    slot.inFlight++;
    slot.projected = after;
    if (availability.isLost(op.object()) || op.vector.endsLoss().isPresent()) {
      Probe.reached("operations: a lost object is replaced");
      availability.onReplacing(op.object());
    }
    ReplicationMessage.Update update =
        new ReplicationMessage.Update(
            entry,
            changed.steps(),
            info.objects() + objects,
            info.bytes() + after.sizeBytes() - before.sizeBytes());
    PendingUpdate pending =
        new PendingUpdate(
            update,
            parts,
            availability.notBackfilled(op.object()),
            requests.leaveToCollector(op),
            op.askedNanos,
            () -> onCommitted(slot, op, entry));
    op.update = pending;
    replication.submit(pending);
    availability.onChanged(op.object(), after.exists() ? version : Version.ZERO);
  }

  private void onCommitted(ObjectSlot slot, ClientOp op, LogEntry entry) {
    slot.inFlight--;
    if (slot.inFlight == 0) {
      slot.projected = null;
    }
    requests.commit(op, entry);
    committed.accept(op.object());
  }

  private void finishUnchanged(ClientOp op, ExecutionResult execution, ObjectState before) {
    switch (execution) {
      case ExecutionResult.Observed observed ->
          requests.finish(op, new OpOutcome.Succeeded(before.version(), observed.results()));
      case ExecutionResult.Failed failed -> requests.finish(op, failed.outcome());
      case ExecutionResult.Changed _ -> throw Invariant.unreachable("a query changed the object");
    }
  }
}
