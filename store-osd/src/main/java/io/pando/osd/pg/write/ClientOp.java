package io.pando.osd.pg.write;

import io.pando.message.ObjectMessage;
import io.pando.osd.pg.op.OpVector;
import io.pando.port.Peer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client's vector on its way. It may have been asked for several times, by several streams. */
final class ClientOp {
  final ObjectMessage.Operate request;
  final OpVector vector;
  final long wallMillis;

  /** By which streams it was asked for, and the newest attempt by each. */
  final Map<Peer, Integer> askers = new LinkedHashMap<>();

  ClientOp(Peer client, ObjectMessage.Operate request, long wallMillis) {
    this.request = request;
    this.vector = new OpVector(request.ops());
    this.wallMillis = wallMillis;
    ask(client, request);
  }

  /** It is asked for, perhaps again. */
  void ask(Peer client, ObjectMessage.Operate again) {
    askers.merge(client, again.attempt(), Math::max);
  }
}
