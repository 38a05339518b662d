package io.pando.osd.pg.write;

import io.pando.group.LogEntry;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Unserved;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The vectors that are not answered yet, in the order they came, and how clients are told. */
final class OpenRequests {
  private final Replica replica;
  private final PrimaryReplication replication;
  private final Map<RequestId, ClientOp> open = new LinkedHashMap<>();

  OpenRequests(Replica replica, PrimaryReplication replication) {
    this.replica = replica;
    this.replication = replication;
  }

  int size() {
    return open.size();
  }

  boolean isWriting() {
    return open.values().stream().anyMatch(op -> op.mutates);
  }

  @Nullable ClientOp get(RequestId id) {
    return open.get(id);
  }

  void add(ClientOp op) {
    open.put(op.request.id(), op);
  }

  /** It goes back to its clients: nothing of it was done. */
  void giveBack(ClientOp op, Backpressure backpressure) {
    Probe.reached("operations: the request before it failed");
    open.remove(op.request.id(), op);
    op.askers.forEach(backpressure::refuseEarly);
  }

  /**
   * The first stream of those by which a query was asked for is gone.
   *
   * @return whether nobody else wants it; it is none of these any more then
   */
  boolean drop(ClientOp query) {
    query.askers.remove(query.client());
    return query.askers.isEmpty() && open.remove(query.request.id(), query);
  }

  /** Nobody is told any more: who asked for what. */
  List<Unserved> reset() {
    List<Unserved> unserved = new ArrayList<>();
    for (ClientOp op : open.values()) {
      op.askers.forEach((peer, request) -> unserved.add(new Unserved(peer, request)));
    }
    open.clear();
    return unserved;
  }

  /** It ended, and nobody remembers it: another attempt may go another way. */
  void finish(ClientOp op, OpOutcome outcome) {
    open.remove(op.request.id(), op);
    refuse(op, outcome);
  }

  /** It is refused before it was one of these: another attempt may go another way, too. */
  void refuse(ClientOp op, OpOutcome outcome) {
    for (Map.Entry<Peer, ObjectMessage.Operate> asker : op.askers.entrySet()) {
      reply(asker.getKey(), op, asker.getValue().attempt(), outcome);
    }
  }

  /**
   * Leaves it to who collects to tell the client of the commit, if the client hears that: by an
   * older map it may listen to somebody else, and one who has asked again may have lost that
   * stream.
   *
   * @return whether it is left
   */
  boolean leaveToCollector(ClientOp op) {
    op.told =
        replication.isCollectedElsewhere()
            && op.request.sending().attends()
            && op.request.epoch() >= replica.interval()
            && !op.again;
    return op.told;
  }

  /** Its update is committed. */
  void commit(ClientOp op, LogEntry entry) {
    open.remove(op.request.id(), op);
    if (op.told && !op.again) {
      Probe.reached("operations: the collector answers the client");
      op.askers.keySet().forEach(peer -> replica.emit(new Effect.Settle(peer, op.request.id())));
    } else {
      replyForGood(op, entry);
    }
  }

  /** It waited for copies of what the log remembers, which are there now. */
  void finishFromLog(ClientOp op, LogEntry entry) {
    open.remove(op.request.id(), op);
    replyForGood(op, entry);
  }

  /** The log remembers it: every attempt is answered alike. */
  void replyForGood(ClientOp op, LogEntry entry) {
    OpOutcome outcome = new OpOutcome.Succeeded(entry.told(), entry.results());
    op.askers.keySet().forEach(peer -> reply(peer, op, ObjectMessage.ANY_ATTEMPT, outcome));
  }

  private void reply(Peer to, ClientOp op, int attempt, OpOutcome outcome) {
    replica.emit(
        new Effect.Reply(
            to,
            new ObjectMessage.OperateReply(op.request.id(), replica.epoch(), attempt, outcome)));
  }
}
