package io.pando.osd.pg.write;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Unserved;
import io.pando.port.Peer;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.report.OpenOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Clients' vectors at the primary, and their order. Vectors on one object take effect in order of
 * arrival. A vector with a query or a condition waits until the state that it would see is
 * committed on all replicas, so no client ever sees an update that could still be given up. Writers
 * with neither follow one another without waiting. {@link OpExecutor} executes vectors, {@link
 * OpenRequests} holds those that are not answered.
 *
 * <p>A request that comes again joins the one under way, or is answered from the log: at once, or
 * once every member has its object.
 *
 * <p>Peering may choose a log that only one member had: then its entries are on all members, but
 * the objects are not. So a request that the log remembers is answered once recovery has copied its
 * object to every member: an answer always means as many copies as there are members. While no OSD
 * has a good copy of the object, the request waits.
 */
public final class Operations {
  /** Most requests that wait for one object; clients hold further ones. */
  private static final Limit MAX_QUEUED =
      Limit.of("operations: requests that wait for one object", 2, 256);

  /** A request and the log entry that it left. */
  private record LoggedOp(ClientOp op, LogEntry entry) {}

  private final Replica replica;
  private final Availability availability;
  private final Backpressure backpressure;
  private final OperationReport report;
  private final OpenRequests open;
  private final OpExecutor executor;

  /** Requests that the log remembers and whose object some member still lacks. */
  private final Map<ObjectId, List<LoggedOp>> awaitingCopies = new TreeMap<>();

  private final Map<ObjectId, ObjectSlot> slots = new TreeMap<>();
  private final List<ObjectSlot> touched = new ArrayList<>();

  public Operations(OperationContext context, Backpressure backpressure) {
    this.replica = context.replica();
    this.availability = context.availability();
    this.backpressure = backpressure;
    this.report = new OperationReport(replica, availability);
    this.open = new OpenRequests(replica, context.replication(), report);
    this.executor = new OpExecutor(context, open, this::pump, this::onCommitted);
  }

  /** Number of operations under way. */
  public int size() {
    return open.size();
  }

  /** Whether some operation under way may change an object. */
  public boolean isWriting() {
    return open.isWriting();
  }

  /** Sets whether the devices are too full for updates that need space. */
  public void setFull(boolean isFull) {
    executor.setFull(isFull);
  }

  /** Handles a client's vector while the group is active. */
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
    Optional<OpOutcome.Failed> refusal =
        op.vector
            .refusal(replica.config().limits())
            .or(() -> op.vector.refusal(replica.membership().pool()));
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
    if (op.vector.endsLoss().isPresent()) {
      // Operations on a lost object wait for the end of the loss.
      open.add(op);
      slot.queue.addFirst(op);
      pump(request.object());
      return;
    }
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
    awaitingCopies
        .computeIfAbsent(op.object(), _ -> new ArrayList<>())
        .add(new LoggedOp(op, entry));
    availability.prioritize(op.object());
  }

  private void answerAwaited(ObjectId object) {
    List<LoggedOp> awaiting = awaitingCopies.get(object);
    if (awaiting != null && availability.isWritable(object)) {
      Probe.reached("operations: copies for an answer from the log arrived");
      awaitingCopies.remove(object);
      awaiting.forEach(it -> open.finishFromLog(it.op(), it.entry()));
    }
  }

  /** Whether the request that this one must follow has been executed. */
  private boolean isReady(ObjectMessage.Operate request) {
    return request.sending().behind() == 0 || replica.log().ofRequest(before(request)).isPresent();
  }

  /** Whether the request that this one must follow is under way on the same object, before it. */
  private boolean isBehind(ObjectMessage.Operate request) {
    ClientOp running = open.get(before(request));
    return running != null && running.request.object().equals(request.object());
  }

  private static RequestId before(ObjectMessage.Operate request) {
    return new RequestId(request.id().client(), request.sending().behind());
  }

  /** The vectors that are not answered, oldest first, and whom they wait for. */
  public List<OpenOperation> report() {
    List<OpenOperation> reports = new ArrayList<>();
    for (ClientOp op : open.all()) {
      reports.add(report.open(op, slots.getOrDefault(op.object(), new ObjectSlot())));
    }
    return reports;
  }

  /** The requests under way; clients send them again if the interval ends. */
  public List<Unserved> unserved() {
    return open.unserved();
  }

  /**
   * Continues with an object after a commit, which may have replaced an object without a good copy.
   */
  private void onCommitted(ObjectId object) {
    answerAwaited(object);
    pump(object);
  }

  /** Continues with an object that can be used again. */
  public void onAvailable(ObjectId object) {
    answerAwaited(object);
    if (slots.containsKey(object)) {
      pump(object);
    }
  }

  /** Sessions were fenced: looks at the first operation that waits for each object again. */
  public void onFenced() {
    for (ObjectId object : List.copyOf(slots.keySet())) {
      pump(object);
    }
  }

  /**
   * Handles an object of which no replica has a good copy. Repeated requests that the log remembers
   * stay unanswered, because an answer would promise data that are lost. They are answered once a
   * copy is found, or the object is replaced or removed.
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
      // Until an operation has to wait.
    }
    touched.add(slot);
    forgetIfIdle(object, slot);
  }

  private boolean startNext(ObjectId object, ObjectSlot slot, ClientOp op) {
    OpOutcome.Failed fenced = Fencing.refusal(replica.membership(), op.request.id());
    if (fenced != null) {
      Probe.reached("operations: its session was fenced while it waited");
      open.finish(slot.queue.removeFirst(), fenced);
      return true;
    }
    Optional<ObjectOp.EndLoss> order = op.vector.endsLoss();
    if (order.isPresent()) {
      return startEndOfLoss(slot, op, order.get());
    }
    boolean mutates = op.mutates;
    boolean ready = mutates ? availability.isWritable(object) : availability.isReadable(object);
    boolean replaces = !ready && op.vector.replacesWhole() && availability.isLost(object);
    if (!ready && !replaces) {
      availability.prioritize(object);
      return false;
    }
    if (mutates ? !slot.mayWrite(op) : !slot.mayRead()) {
      return false;
    }
    slot.queue.removeFirst();
    if (!isReady(op.request)) {
      // The request before it failed and left no log entry: sent again, that one may yet succeed.
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

  private boolean startEndOfLoss(ObjectSlot slot, ClientOp op, ObjectOp.EndLoss order) {
    ObjectId object = op.object();
    if (!availability.isReadable(object) && availability.isSought(object)) {
      availability.prioritize(object);
      return false;
    }
    if (slot.planning || slot.inFlight > 0) {
      return false;
    }
    slot.queue.removeFirst();
    String objection = availability.lossObjection(object);
    if (objection != null) {
      Probe.reached("operations: an object is not lost whose loss should end");
      open.finish(op, new OpOutcome.Failed(OpError.NOT_LOST, -1, objection));
    } else {
      executor.endLoss(slot, op, order.end());
    }
    return true;
  }

  /** Checks cheap invariants of the slots touched since the last call. */
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
