package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** Told when more requests for one object arrive than may wait. */
public interface Backpressure {
  /** There is no room for this one; it was not begun. */
  void hold(Peer client, ObjectMessage.Operate request);

  /** A request comes before the one that it must follow; it was not begun. */
  void refuseEarly(Peer client, ObjectMessage.Operate request);

  /** There is room again. */
  void release(ObjectId object);
}
