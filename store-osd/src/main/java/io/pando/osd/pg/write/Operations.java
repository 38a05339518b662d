package io.pando.osd.pg.write;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.op.Execution;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Unserved;
import io.pando.port.Peer;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Executes clients' vectors at the primary. On one object they happen in the order they came; a
 * vector that tells its client something waits until what it would see is committed on all
 * replicas, so nobody ever sees what could still be given up. Writers that tell nothing follow one
 * another without waiting.
 *
 * <p>A request that comes again joins the one under way, or is answered from the log.
 */
public final class Operations {
  /** Requests that wait for one object at most; more are held by their clients. */
  private static final int MAX_QUEUED = 256;

  private final Replica replica;
  private final PrimaryReplication replication;
  private final Availability availability;
  private final Crowding crowding;
  private final Map<RequestId, ClientOp> active = new LinkedHashMap<>();
  private final Map<ObjectId, ObjectSlot> slots = new TreeMap<>();
  private boolean full;

  public Operations(
      Replica replica,
      PrimaryReplication replication,
      Availability availability,
      Crowding crowding) {
    this.crowding = crowding;
    this.replica = replica;
    this.replication = replication;
    this.availability = availability;
  }

  /** Operations under way. */
  public int size() {
    return active.size();
  }

  /** Whether one of them may change an object. */
  public boolean isWriting() {
    return active.values().stream().anyMatch(op -> op.vector.mutates());
  }

  /** Whether the devices are too full to take more. */
  public void setFull(boolean isFull) {
    full = isFull;
  }

  /** A vector of a client; the group serves. */
  public void onOperate(Peer client, ObjectMessage.Operate request, long wallMillis) {
    ClientOp running = active.get(request.id());
    if (running != null) {
      running.ask(client, request);
      return;
    }
    Optional<LogEntry> done = replica.log().ofRequest(request.id());
    ClientOp op = new ClientOp(client, request, wallMillis);
    if (done.isPresent()) {
      replyForGood(op, done.get());
      return;
    }
    Optional<OpOutcome.Failed> refusal = op.vector.refusal(replica.config().limits());
    if (refusal.isPresent()) {
      reply(op, refusal.get());
      return;
    }
    if (!isReady(request) && !isBehind(request)) {
      crowding.refuseEarly(client, request);
      return;
    }
    ObjectSlot slot = slot(request.object());
    if (slot.queue.size() >= MAX_QUEUED) {
      slot.crowded = true;
      crowding.hold(client, request);
      return;
    }
    active.put(request.id(), op);
    slot.queue.addLast(op);
    pump(request.object());
  }

  /** Whether what the client wants done before was done. */
  private boolean isReady(ObjectMessage.Operate request) {
    return request.sending().behind() == 0 || replica.log().ofRequest(before(request)).isPresent();
  }

  /** Whether what the client wants done before stands before it. */
  private boolean isBehind(ObjectMessage.Operate request) {
    ClientOp running = active.get(before(request));
    return running != null && running.request.object().equals(request.object());
  }

  private static RequestId before(ObjectMessage.Operate request) {
    return new RequestId(request.id().client(), request.sending().behind());
  }

  /** A new interval: returns what was under way, to be asked for again once the group serves. */
  public List<Unserved> reset() {
    List<Unserved> unserved = new ArrayList<>();
    for (ClientOp op : active.values()) {
      op.askers.forEach((peer, request) -> unserved.add(new Unserved(peer, request)));
    }
    active.clear();
    slots.clear();
    return unserved;
  }

  /** The object can be worked with again. */
  public void onAvailable(ObjectId object) {
    if (slots.containsKey(object)) {
      pump(object);
    }
  }

  /** No replica has good bytes of the object. */
  public void onLost(ObjectId object, String what) {
    ObjectSlot slot = slots.get(object);
    if (slot != null) {
      boolean replaceable = availability.isLost(object);
      while (!slot.queue.isEmpty()
          && !(replaceable && slot.queue.getFirst().vector.replacesWhole())) {
        finish(slot.queue.removeFirst(), new OpOutcome.Failed(OpError.DAMAGED, -1, what));
      }
      if (slot.queue.isEmpty()) {
        forgetIfIdle(object, slot);
      } else {
        pump(object);
      }
    }
  }

  private ObjectSlot slot(ObjectId object) {
    return slots.computeIfAbsent(object, _ -> new ObjectSlot());
  }

  private void forgetIfIdle(ObjectId object, ObjectSlot slot) {
    if (slot.crowded && slot.queue.size() <= MAX_QUEUED / 2) {
      slot.crowded = false;
      crowding.release(object);
    }
    if (slot.isIdle()) {
      slots.remove(object, slot);
    }
  }

  private void pump(ObjectId object) {
    ObjectSlot slot = slot(object);
    while (!slot.queue.isEmpty() && startNext(object, slot, slot.queue.getFirst())) {
      // Until something has to wait.
    }
    forgetIfIdle(object, slot);
  }

  private boolean startNext(ObjectId object, ObjectSlot slot, ClientOp op) {
    boolean mutates = op.vector.mutates();
    boolean ready = mutates ? availability.isWritable(object) : availability.isReadable(object);
    boolean replaces = !ready && op.vector.replacesWhole() && availability.isLost(object);
    if (!ready && !replaces) {
      availability.hurry(object);
      return false;
    }
    if (mutates ? !slot.mayWrite(op) : !slot.mayRead()) {
      return false;
    }
    slot.queue.removeFirst();
    if (!isReady(op.request)) {
      // What came before it failed, and nobody remembers that: asked for again, it may yet succeed.
      active.remove(op.request.id(), op);
      op.askers.forEach(crowding::refuseEarly);
      return true;
    }
    if (replaces) {
      planReplacement(object, slot, op);
    } else if (mutates) {
      plan(object, slot, op);
    } else {
      read(object, slot, op);
    }
    return true;
  }

  private void read(ObjectId object, ObjectSlot slot, ClientOp op) {
    slot.readers++;
    ObjectQuery query = op.vector.query(replica.config().limits());
    replica
        .reads()
        .object(
            object,
            query,
            outcome -> {
              slot.readers--;
              if (!isDamaged(object, slot, op, outcome)) {
                ObjectView view = viewOf(outcome);
                finishUnchanged(op, execute(op, ObjectState.of(view), view), ObjectState.of(view));
              }
              pump(object);
            });
  }

  private void plan(ObjectId object, ObjectSlot slot, ClientOp op) {
    ObjectState projected = slot.projected;
    if (projected != null && !op.vector.needsContent()) {
      apply(object, slot, op, projected, null);
      return;
    }
    slot.planning = true;
    replica
        .reads()
        .object(
            object,
            op.vector.query(replica.config().limits()),
            outcome -> {
              slot.planning = false;
              if (!isDamaged(object, slot, op, outcome)) {
                ObjectView view = viewOf(outcome);
                apply(object, slot, op, ObjectState.of(view), view);
              }
              pump(object);
            });
  }

  private void planReplacement(ObjectId object, ObjectSlot slot, ClientOp op) {
    slot.planning = true;
    replica
        .reads()
        .object(
            object,
            Replacement.QUERY,
            outcome -> {
              slot.planning = false;
              Version lost = replica.missing().get(object);
              if (lost != null && availability.isLost(object)) {
                Replacement replacement =
                    Replacement.of(replica.collection(), object, lost, outcome);
                ObjectState before = new ObjectState(true, replacement.sizeBytes(), lost, 0);
                conclude(object, slot, op, before, replacement.complete(execute(op, before, null)));
              } else {
                slot.queue.addFirst(op);
              }
              pump(object);
            });
  }

  private boolean isDamaged(ObjectId object, ObjectSlot slot, ClientOp op, ReadOutcome outcome) {
    if (!(outcome instanceof ReadOutcome.Damaged damaged)) {
      return false;
    }
    slot.queue.addFirst(op);
    availability.onDamaged(object, damaged.what());
    return true;
  }

  private static @Nullable ObjectView viewOf(ReadOutcome outcome) {
    return switch (outcome) {
      case ReadOutcome.Found found -> found.view();
      case ReadOutcome.Absent _ -> null;
      case ReadOutcome.Damaged damaged -> throw Invariant.unreachable(damaged.what());
    };
  }

  private Execution execute(ClientOp op, ObjectState before, @Nullable ObjectView view) {
    Execution.Target target =
        new Execution.Target(
            replica.collection(),
            op.request.object(),
            before,
            replica.log().head().next(replica.epoch()),
            op.wallMillis);
    return Execution.of(op.request.ops(), target, view, replica.config().limits());
  }

  private void apply(
      ObjectId object,
      ObjectSlot slot,
      ClientOp op,
      ObjectState before,
      @Nullable ObjectView view) {
    if (!availability.isWritable(object)) {
      // Recovery took the object while it was read.
      slot.queue.addFirst(op);
      return;
    }
    conclude(object, slot, op, before, execute(op, before, view));
  }

  private void conclude(
      ObjectId object, ObjectSlot slot, ClientOp op, ObjectState before, Execution execution) {
    if (execution instanceof Execution.Changed changed) {
      if (full && op.vector.ops().stream().anyMatch(Operations::needsSpace)) {
        finish(
            op,
            new OpOutcome.Failed(
                OpError.NO_SPACE,
                -1,
                "a device of group " + replica.group() + " is full: add OSDs or remove data"));
        return;
      }
      slot.drain = false;
      submit(object, slot, op, before, changed);
    } else if (slot.inFlight > 0) {
      // What it would tell rests on updates that are not committed yet.
      slot.drain = true;
      slot.queue.addFirst(op);
    } else {
      slot.drain = false;
      finishUnchanged(op, execution, before);
    }
  }

  private static boolean needsSpace(ObjectOp op) {
    return switch (op) {
      case ObjectOp.Create _,
          ObjectOp.Write _,
          ObjectOp.WriteFull _,
          ObjectOp.Append _,
          ObjectOp.SetAttribute _,
          ObjectOp.SetEntries _ ->
          true;
      default -> false;
    };
  }

  private void submit(
      ObjectId object,
      ObjectSlot slot,
      ClientOp op,
      ObjectState before,
      Execution.Changed changed) {
    Version version = replica.log().head().next(replica.epoch());
    ObjectState after = changed.after();
    LogEntry entry =
        new LogEntry(
            version,
            before.version(),
            object,
            after.exists() ? LogEntry.Kind.MODIFY : LogEntry.Kind.DELETE,
            op.request.id(),
            changed.results());
    GroupInfo info = replica.info();
    int objects = (after.exists() ? 1 : 0) - (before.exists() ? 1 : 0);
    slot.inFlight++;
    slot.projected = after;
    if (availability.isLost(object)) {
      availability.onReplacing(object);
    }
    Replica.Update update =
        new Replica.Update(
            entry,
            changed.steps(),
            info.objects() + objects,
            info.bytes() + after.sizeBytes() - before.sizeBytes());
    replication.submit(
        new PrimaryReplication.Order(
            update,
            availability.without(object),
            isToldElsewhere(op),
            () -> onCommitted(object, slot, op, entry)));
    availability.onChanged(object, after.exists() ? version : Version.ZERO);
  }

  /**
   * Whether the client hears of a commit from who collects. By an older map it may listen to
   * somebody else; and one who has asked again may have lost that stream.
   */
  private boolean isToldElsewhere(ClientOp op) {
    op.told =
        replication.isCollectedElsewhere()
            && op.request.sending().attends()
            && op.request.epoch() >= replica.interval()
            && !op.again;
    return op.told;
  }

  private void onCommitted(ObjectId object, ObjectSlot slot, ClientOp op, LogEntry entry) {
    slot.inFlight--;
    if (slot.inFlight == 0) {
      slot.projected = null;
    }
    active.remove(op.request.id(), op);
    if (op.told && !op.again) {
      op.askers.keySet().forEach(peer -> replica.emit(new Effect.Settle(peer, op.request.id())));
    } else {
      replyForGood(op, entry);
    }
    pump(object);
  }

  private void finishUnchanged(ClientOp op, Execution execution, ObjectState before) {
    switch (execution) {
      case Execution.Observed observed ->
          finish(op, new OpOutcome.Succeeded(before.version(), observed.results()));
      case Execution.Failed failed -> finish(op, failed.outcome());
      case Execution.Changed _ -> throw Invariant.unreachable("a query changed the object");
    }
  }

  private void finish(ClientOp op, OpOutcome outcome) {
    active.remove(op.request.id(), op);
    reply(op, outcome);
  }

  /** The log remembers it: every attempt is answered alike. */
  private void replyForGood(ClientOp op, LogEntry entry) {
    OpOutcome outcome = new OpOutcome.Succeeded(entry.told(), entry.results());
    op.askers.keySet().forEach(peer -> reply(peer, op, ObjectMessage.ANY_ATTEMPT, outcome));
  }

  /** Nobody remembers it: another attempt may go another way. */
  private void reply(ClientOp op, OpOutcome outcome) {
    op.askers.forEach((peer, request) -> reply(peer, op, request.attempt(), outcome));
  }

  private void reply(Peer to, ClientOp op, int attempt, OpOutcome outcome) {
    replica.emit(
        new Effect.Reply(
            to,
            new ObjectMessage.OperateReply(op.request.id(), replica.epoch(), attempt, outcome)));
  }

  /** Cheap truths. */
  public void invariants() {
    for (ObjectSlot slot : slots.values()) {
      Invariant.check(slot.readers >= 0 && slot.inFlight >= 0, "counts of a slot are negative");
      Invariant.check(
          slot.readers == 0 || (slot.inFlight == 0 && !slot.planning),
          "readers and writers work on one object");
    }
  }
}
