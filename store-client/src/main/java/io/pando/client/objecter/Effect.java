package io.pando.client.objecter;

import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** What an {@link Objecter} wants done. */
public sealed interface Effect {
  /** Send a request. */
  record Send(Peer.Dialed to, ObjectMessage.Request request) implements Effect {}

  /** Tell an OSD that we listen, and learn whether it is there and has a newer map. */
  record Attend(Peer.Dialed to, long epoch) implements Effect {}

  /** Tell whoever wanted it. Comes once for each submission. */
  record Complete(long sequence, Outcome outcome) implements Effect {}

  /** Give {@link Input.Woken} at that time; replaces the time said before. */
  record WakeAt(long nanos) implements Effect {}
}
