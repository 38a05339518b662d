package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.op.OpVector;
import io.pando.port.Peer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client's vector on its way. It may have been asked for several times, by several streams. */
final class ClientOp {
  final ObjectMessage.Operate request;
  final OpVector vector;
  final boolean mutates;
  final long wallMillis;
  final long askedNanos;

  /** By which streams it was asked for, and how at last. */
  final Map<Peer, ObjectMessage.Operate> askers = new LinkedHashMap<>();

  /** Whether it was asked for more than once. */
  boolean again;

  /** Whether who collects was asked to tell the client. */
  boolean told;

  ClientOp(Peer client, ObjectMessage.Operate request, long wallMillis, long askedNanos) {
    this.request = request;
    this.vector = new OpVector(request.ops());
    this.mutates = vector.mutates();
    this.wallMillis = wallMillis;
    this.askedNanos = askedNanos;
    askers.put(client, request);
  }

  /** The stream for which it reads: the first of those by which it was asked for. */
  Peer client() {
    return askers.keySet().iterator().next();
  }

  ObjectId object() {
    return request.object();
  }

  /** It is asked for again. */
  void ask(Peer client, ObjectMessage.Operate request) {
    again = true;
    askers.put(client, request);
  }
}
