package io.pando.client.objecter;

import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** An action that an {@link Objecter} requests. */
public sealed interface ObjecterEffect {
  /** Send a request. */
  record Send(Peer.Dialed to, ObjectMessage.Request request) implements ObjecterEffect {}

  /** Attend an OSD, and learn whether it is up and has a newer map. */
  record Listen(Peer.Dialed to, long epoch) implements ObjecterEffect {}

  /** Complete a submission. Issued once for each submission. */
  record Complete(long sequence, OperationOutcome outcome) implements ObjecterEffect {}

  /** Give {@link ObjecterInput.Woken} at that time; replaces the time requested before. */
  record WakeAt(long nanos) implements ObjecterEffect {}
}
