package io.pando.osd.pg.write;

import io.pando.osd.pg.op.ObjectState;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The operations on one object. Either readers run, any number, or writers; of writers one is
 * worked out at a time while earlier ones are still on their way to the replicas.
 *
 * <p>Invariants: no readers while writers are in flight or one is worked out; {@code projected} is
 * known only while writers are in flight.
 */
final class ObjectSlot {
  final Deque<ClientOp> queue = new ArrayDeque<>();
  int readers;
  boolean planning;
  int inFlight;

  /** The first of the queue must see only what is committed. */
  boolean drain;

  /** Clients were told to hold what they want of the object. */
  boolean crowded;

  /** The object as the last writer in flight leaves it. */
  @Nullable ObjectState projected;

  boolean isIdle() {
    return queue.isEmpty() && readers == 0 && !planning && inFlight == 0;
  }

  boolean mayWrite(ClientOp op) {
    boolean alone = drain || op.vector.observes();
    return readers == 0 && !planning && (inFlight == 0 || !alone);
  }

  boolean mayRead() {
    return !planning && inFlight == 0;
  }
}
