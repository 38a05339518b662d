package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** Receives requests that cannot be accepted now; their clients must keep or resend them. */
public interface Backpressure {
  /** Too many requests wait for this object: the client must hold this one, which was not begun. */
  void hold(Peer client, ObjectMessage.Operate request);

  /** A request arrived before the one that it must follow; it was not begun. */
  void refuseEarly(Peer client, ObjectMessage.Operate request);

  /** Held requests for this object may be sent again. */
  void release(ObjectId object);
}
