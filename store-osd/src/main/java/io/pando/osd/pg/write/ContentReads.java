package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.port.Peer;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.function.Consumer;

/** Reads objects as clients see them, for the execution of their vectors. */
@FunctionalInterface
public interface ContentReads {
  /**
   * Reads an object for a client. The read may begin later than other reads submitted at the same
   * time. Exactly one of the callbacks is called, unless the interval ends before.
   */
  void read(Peer client, ObjectId object, ObjectQuery query, Callbacks callbacks);

  /**
   * How a read ends.
   *
   * @param done with this outcome
   * @param dropped the client's stream ended before the read began
   * @param blocked the object cannot be read now, and the reason was reported to recovery
   */
  record Callbacks(Consumer<ReadOutcome> done, Runnable dropped, Runnable blocked) {}
}
