package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.op.OpVector;
import io.pando.osd.pg.replication.PendingUpdate;
import io.pando.port.Peer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client's vector under way. It may have been sent several times, on several streams. */
final class ClientOp {
  final ObjectMessage.Operate request;
  final OpVector vector;
  final boolean mutates;
  final long wallMillis;
  final long askedNanos;

  /** The streams on which the request arrived, each with its latest copy of the request. */
  final Map<Peer, ObjectMessage.Operate> streams = new LinkedHashMap<>();

  /** When the vector was first executed; 0 if it was not yet. */
  long startedNanos;

  /** The update that it made; null if there is none yet. */
  @Nullable PendingUpdate update;

  /** Whether the request arrived more than once. */
  boolean repeated;

  /** Whether the collector was asked to answer the client. */
  boolean answeredByCollector;

  ClientOp(Peer client, ObjectMessage.Operate request, long wallMillis, long askedNanos) {
    this.request = request;
    this.vector = new OpVector(request.ops());
    this.mutates = vector.mutates();
    this.wallMillis = wallMillis;
    this.askedNanos = askedNanos;
    streams.put(client, request);
  }

  /** The stream for which the vector reads: the first on which the request arrived. */
  Peer client() {
    return streams.keySet().iterator().next();
  }

  ObjectId object() {
    return request.object();
  }

  void ask(Peer client, ObjectMessage.Operate request) {
    repeated = true;
    streams.put(client, request);
  }
}
