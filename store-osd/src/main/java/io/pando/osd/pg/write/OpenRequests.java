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
import io.pando.report.OpenOperation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The vectors that are not answered yet, in order of arrival, and the answers to their clients. */
final class OpenRequests {
  private final Replica replica;
  private final PrimaryReplication replication;
  private final OperationReport report;
  private final Map<RequestId, ClientOp> open = new LinkedHashMap<>();

  OpenRequests(Replica replica, PrimaryReplication replication, OperationReport report) {
    this.replica = replica;
    this.replication = replication;
    this.report = report;
  }

  /** The vectors, in order of arrival. */
  Collection<ClientOp> all() {
    return Collections.unmodifiableCollection(open.values());
  }

  /** Removes a vector that is about to be answered. */
  private void remove(ClientOp op) {
    open.remove(op.request.id(), op);
    if (replica.nowNanos() - op.askedNanos >= OpenOperation.SLOW_NANOS) {
      Probe.reached("operations: a slow one is answered");
      replica.emit(new Effect.CountSlow(report.done(op)));
    }
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

  /** Returns a vector, which was not executed, to its clients. */
  void giveBack(ClientOp op, Backpressure backpressure) {
    Probe.reached("operations: the request before it failed");
    open.remove(op.request.id(), op);
    op.streams.forEach(backpressure::refuseEarly);
  }

  /**
   * Removes the first stream of a query, which is gone.
   *
   * @return whether no other stream waits for the query; it is removed then
   */
  boolean drop(ClientOp query) {
    query.streams.remove(query.client());
    return query.streams.isEmpty() && open.remove(query.request.id(), query);
  }

  /** The requests of all vectors without an answer, with their clients. */
  List<Unserved> unserved() {
    List<Unserved> unserved = new ArrayList<>();
    for (ClientOp op : open.values()) {
      op.streams.forEach((peer, request) -> unserved.add(new Unserved(peer, request)));
    }
    return unserved;
  }

  /** Answers a vector that left no log entry: another attempt may have another outcome. */
  void finish(ClientOp op, OpOutcome outcome) {
    remove(op);
    refuse(op, outcome);
  }

  /** Answers a vector that was never added: another attempt may have another outcome. */
  void refuse(ClientOp op, OpOutcome outcome) {
    for (Map.Entry<Peer, ObjectMessage.Operate> asker : op.streams.entrySet()) {
      reply(asker.getKey(), op, asker.getValue().attempt(), outcome);
    }
  }

  /**
   * Leaves the answer to the collector, if the client can receive it there. By an older map the
   * client may listen to another member, and a client that has sent the request again may have lost
   * that stream.
   *
   * @return whether the collector will answer
   */
  boolean leaveToCollector(ClientOp op) {
    op.answeredByCollector =
        replication.isCollectedElsewhere()
            && op.request.sending().listens()
            && op.request.epoch() >= replica.interval()
            && !op.repeated;
    return op.answeredByCollector;
  }

  /** Ends a vector whose update is committed. */
  void commit(ClientOp op, LogEntry entry) {
    remove(op);
    if (op.answeredByCollector && !op.repeated) {
      Probe.reached("operations: the collector answers the client");
      op.streams
          .keySet()
          .forEach(peer -> replica.emit(new Effect.EndRequest(peer, op.request.id())));
    } else {
      replyForGood(op, entry);
    }
  }

  /** Answers a remembered request whose object is on all members now. */
  void finishFromLog(ClientOp op, LogEntry entry) {
    remove(op);
    replyForGood(op, entry);
  }

  /** Answers a request that the log remembers: every attempt gets the same answer. */
  void replyForGood(ClientOp op, LogEntry entry) {
    OpOutcome outcome = new OpOutcome.Succeeded(entry.reportedVersion(), entry.results());
    op.streams.keySet().forEach(peer -> reply(peer, op, ObjectMessage.ANY_ATTEMPT, outcome));
  }

  private void reply(Peer to, ClientOp op, int attempt, OpOutcome outcome) {
    replica.emit(
        new Effect.Reply(
            to,
            new ObjectMessage.OperateReply(op.request.id(), replica.epoch(), attempt, outcome)));
  }
}
