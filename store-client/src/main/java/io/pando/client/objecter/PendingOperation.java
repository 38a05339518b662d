package io.pando.client.objecter;

import io.pando.port.Peer;

/** An operation that has not ended. */
final class PendingOperation {
  final long sequence;
  final Operation operation;
  final long deadlineNanos;
  final boolean patient;
  final long sizeBytes;
  Phase phase = new Phase.Queued();
  int failures;
  int sends;
  long sentNanos;
  String trouble = "";

  /** Whether an attempt ended without a confirmation that it will have no effect. */
  boolean exposed;

  /**
   * Phase of an operation:
   *
   * <pre>
   *           admitted, its turn              not served, reset, held
   *  Queued ─────────────────────────▶ Sent ─────────────────────▶ Resting, Held
   *                          │          ▲ ▲ route changed           │
   *           nowhere to go, ▼          │ └─────────────────────────┘ back-off over, released,
   *           out of turn    Stalled, ──┘ newer map, its turn         newer map
   *                          Following
   * </pre>
   *
   * An operation may end in each phase.
   */
  sealed interface Phase {
    /** Not started: too many operations are in flight, or others on the same object come first. */
    record Queued() implements Phase {}

    /** No OSD serves its group, by the newest map. */
    record Stalled() implements Phase {}

    /** Sent once the update before it has been sent. */
    record Following() implements Phase {}

    /**
     * In flight.
     *
     * @param listens whether the collector may answer too
     */
    record Sent(Route route, boolean listens) implements Phase {}

    /**
     * In back-off: sent again later.
     *
     * @param wakeNanos time after which it is sent again
     * @param wantedEpoch epoch of a map with which it is sent again earlier; 0 for none
     */
    record BackingOff(Route route, long wakeNanos, long wantedEpoch) implements Phase {}

    /**
     * Held until the primary releases it.
     *
     * @param wakeNanos time at which it is sent again without a release
     */
    record Held(Route route, long wakeNanos) implements Phase {}
  }

  PendingOperation(ObjecterInput.Submitted submitted) {
    this.sequence = submitted.sequence();
    this.operation = submitted.operation();
    this.deadlineNanos = submitted.deadlineNanos();
    this.patient = submitted.patient();
    this.sizeBytes = submitted.operation().sizeBytes();
  }

  /** Whether its answer may arrive on this stream. */
  boolean isSentTo(Peer peer) {
    return phase instanceof Phase.Sent sent
        && (sent.route().primary().equals(peer)
            || (sent.listens() && sent.route().collector().equals(peer)));
  }

  boolean isHeldBy(Peer peer) {
    return phase instanceof Phase.Held held && held.route().primary().equals(peer);
  }

  /** Whether it is an update that may have taken effect, or may still do so. */
  boolean mayHaveHappened() {
    return operation.mutates() && (exposed || phase instanceof Phase.Sent);
  }

  /** A sentence about the attempts so far. */
  String account() {
    String before = trouble.isEmpty() ? "" : ", before: " + trouble;
    String tried = sends == 0 ? "" : "sent " + (sends == 1 ? "once; " : sends + " times; ");
    return tried
        + switch (phase) {
          case Phase.Queued _, Phase.Following _ -> "it waited behind earlier operations" + before;
          case Phase.Sent sent -> sent.route().primary().address() + " did not answer" + before;
          case Phase.Stalled _, Phase.BackingOff _, Phase.Held _ -> trouble;
        };
  }
}
