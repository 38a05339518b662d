package io.pando.osd.pg.write;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Unserved;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Clients' vectors at the primary, and whose turn it is. On one object they happen in the order
 * they came; a vector that tells its client something waits until what it would see is committed on
 * all replicas, so nobody ever sees what could still be given up. Writers that tell nothing follow
 * one another without waiting. {@link OpExecutor} carries out what has its turn, {@link
 * OpenRequests} knows what is not answered.
 *
 * <p>A request that comes again joins the one under way, or is answered from the log: at once, or
 * once every member has its object ({@link AwaitedCopies}).
 */
public final class Operations {
  /** Requests that wait for one object at most; more are held by their clients. */
  private static final Limit MAX_QUEUED =
      Limit.of("operations: requests that wait for one object", 2, 256);

  private final Replica replica;
  private final Availability availability;
  private final Backpressure backpressure;
  private final OpenRequests open;
  private final OpExecutor executor;
  private final AwaitedCopies copies = new AwaitedCopies();
  private final Map<ObjectId, ObjectSlot> slots = new TreeMap<>();
  private final List<ObjectSlot> touched = new ArrayList<>();

  public Operations(
      Replica replica,
      PrimaryReplication replication,
      Availability availability,
      Backpressure backpressure) {
    this.replica = replica;
    this.availability = availability;
    this.backpressure = backpressure;
    this.open = new OpenRequests(replica, replication);
    this.executor =
        new OpExecutor(replica, replication, availability, open, this::pump, this::onCommitted);
  }

  /** Operations under way. */
  public int size() {
    return open.size();
  }

  /** Whether one of them may change an object. */
  public boolean isWriting() {
    return open.isWriting();
  }

  /** Whether the devices are too full to take more. */
  public void setFull(boolean isFull) {
    executor.setFull(isFull);
  }

  /** A vector of a client; the group serves. */
  public void onOperate(Peer client, ObjectMessage.Operate request, long wallMillis) {
    ClientOp running = open.get(request.id());
    if (running != null) {
      Probe.reached("operations: a request under way came again");
      running.ask(client, request);
      return;
    }
    Optional<LogEntry> done = replica.log().ofRequest(request.id());
    ClientOp op = new ClientOp(client, request, wallMillis, replica.nowNanos());
    if (done.isPresent()) {
      Probe.reached("operations: a request is answered from the log");
      answerFromLog(op, done.get());
      return;
    }
    Optional<OpOutcome.Failed> refusal = op.vector.refusal(replica.config().limits());
    if (refusal.isPresent()) {
      Probe.reached("operations: refused by its limits");
      open.refuse(op, refusal.get());
      return;
    }
    if (!isReady(request) && !isBehind(request)) {
      Probe.reached("operations: a request came before the one it follows");
      backpressure.refuseEarly(client, request);
      return;
    }
    ObjectSlot slot = slot(request.object());
    if (slot.queue.size() >= MAX_QUEUED.value()) {
      Probe.reached("operations: too many wait for one object");
      slot.crowded = true;
      backpressure.hold(client, request);
      return;
    }
    open.add(op);
    slot.queue.addLast(op);
    pump(request.object());
  }

  private void answerFromLog(ClientOp op, LogEntry entry) {
    if (availability.isWritable(op.object())) {
      open.replyForGood(op, entry);
      return;
    }
    open.add(op);
    Probe.reached("operations: an answer from the log waits for copies");
    copies.add(op, entry);
    availability.hurry(op.object());
  }

  private void answerAwaited(ObjectId object) {
    if (copies.contains(object) && availability.isWritable(object)) {
      Probe.reached("operations: copies for an answer from the log arrived");
      copies.take(object).forEach(it -> open.finishFromLog(it.op(), it.entry()));
    }
  }

  /** Whether what the client wants done before was done. */
  private boolean isReady(ObjectMessage.Operate request) {
    return request.sending().behind() == 0 || replica.log().ofRequest(before(request)).isPresent();
  }

  /** Whether what the client wants done before stands before it. */
  private boolean isBehind(ObjectMessage.Operate request) {
    ClientOp running = open.get(before(request));
    return running != null && running.request.object().equals(request.object());
  }

  private static RequestId before(ObjectMessage.Operate request) {
    return new RequestId(request.id().client(), request.sending().behind());
  }

  /** A new interval: returns what was under way, to be asked for again once the group serves. */
  public List<Unserved> reset() {
    slots.clear();
    copies.clear();
    return open.reset();
  }

  /** An update may have replaced an object without good bytes. */
  private void onCommitted(ObjectId object) {
    answerAwaited(object);
    pump(object);
  }

  /** The object can be worked with again. */
  public void onAvailable(ObjectId object) {
    answerAwaited(object);
    if (slots.containsKey(object)) {
      pump(object);
    }
  }

  /**
   * No replica has good bytes of the object. Repeated requests that the log remembers stay
   * unanswered, because an answer would promise data that are lost. They are answered once a copy
   * is found, or the object is replaced or removed.
   */
  public void onLost(ObjectId object, String what) {
    ObjectSlot slot = slots.get(object);
    if (slot != null) {
      boolean replaceable = availability.isLost(object);
      while (!slot.queue.isEmpty()
          && !(replaceable && slot.queue.getFirst().vector.replacesWhole())) {
        Probe.reached("operations: fails since no copy is good");
        open.finish(slot.queue.removeFirst(), new OpOutcome.Failed(OpError.DAMAGED, -1, what));
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
    if (slot.crowded && slot.queue.size() <= MAX_QUEUED.value() / 2) {
      slot.crowded = false;
      Probe.reached("operations: held requests are released");
      backpressure.release(object);
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
    touched.add(slot);
    forgetIfIdle(object, slot);
  }

  private boolean startNext(ObjectId object, ObjectSlot slot, ClientOp op) {
    boolean mutates = op.mutates;
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
      open.giveBack(op, backpressure);
      return true;
    }
    if (replaces) {
      executor.replace(slot, op);
    } else {
      executor.execute(slot, op);
    }
    return true;
  }

  /** Cheap truths of the slots in which something happened since the last time. */
  public void invariants() {
    for (ObjectSlot slot : touched) {
      Invariant.check(slot.readers >= 0 && slot.inFlight >= 0, "counts of a slot are negative");
      Invariant.check(
          slot.readers == 0 || (slot.inFlight == 0 && !slot.planning),
          "readers and writers work on one object");
    }
    touched.clear();
  }
}
