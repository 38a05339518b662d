package io.pando.osd.pg.write;

import io.pando.osd.pg.op.ObjectState;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The operations on one object. Either readers run, any number, or writers. One writer is planned
 * at a time, while earlier ones are still being replicated.
 *
 * <p>Invariants: no readers while a writer is planned or in flight; {@code projected} is set only
 * while writers are in flight.
 */
final class ObjectSlot {
  final Deque<ClientOp> queue = new ArrayDeque<>();
  int readers;
  boolean planning;
  int inFlight;

  /** Whether the first operation of the queue must see committed state only. */
  boolean drain;

  /** Whether clients were told to hold their requests for the object. */
  boolean crowded;

  /** State of the object after the last writer in flight. */
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
