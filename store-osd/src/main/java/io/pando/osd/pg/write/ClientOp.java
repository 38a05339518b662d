package io.pando.osd.pg.write;

import io.pando.message.ObjectMessage;
import io.pando.osd.pg.op.OpVector;
import io.pando.port.Peer;
import java.util.LinkedHashSet;
import java.util.Set;

/** A client's vector on its way. It may have asked several times, by several streams. */
final class ClientOp {
  final ObjectMessage.Operate request;
  final OpVector vector;
  final long wallMillis;
  final Set<Peer> askers = new LinkedHashSet<>();

  ClientOp(Peer client, ObjectMessage.Operate request, long wallMillis) {
    this.request = request;
    this.vector = new OpVector(request.ops());
    this.wallMillis = wallMillis;
    askers.add(client);
  }
}
