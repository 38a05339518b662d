package io.pando.client.objecter;

import io.pando.port.Peer;

/** An operation that has not ended. */
final class Op {
  final long sequence;
  final Work work;
  final long deadlineNanos;
  final boolean patient;
  final long sizeBytes;
  Phase phase = new Phase.Queued();
  int failures;
  int sends;
  long sentNanos;
  String trouble = "";

  /** Whether an attempt ended without the word that it will have no effect. */
  boolean exposed;

  /**
   * Where it stands:
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
   * From each it may end.
   */
  sealed interface Phase {
    /** Not started: too much is in flight, or others on the same object come first. */
    record Queued() implements Phase {}

    /** By the newest map, nobody serves it. */
    record Stalled() implements Phase {}

    /** To be sent once the update before it has been. */
    record Following() implements Phase {}

    /**
     * Under way.
     *
     * @param attends whether who collects may answer, too
     */
    record Sent(Route route, boolean attends) implements Phase {}

    /**
     * To be sent again.
     *
     * @param wakeNanos after that time
     * @param wantedEpoch or once there is a map of this epoch; 0 if there is none to wait for
     */
    record Resting(Route route, long wakeNanos, long wantedEpoch) implements Phase {}

    /**
     * The primary will say when it can be sent.
     *
     * @param wakeNanos when it is asked again without that
     */
    record Held(Route route, long wakeNanos) implements Phase {}
  }

  Op(Input.Submitted submitted) {
    this.sequence = submitted.sequence();
    this.work = submitted.work();
    this.deadlineNanos = submitted.deadlineNanos();
    this.patient = submitted.patient();
    this.sizeBytes = submitted.work().sizeBytes();
  }

  /** Whether this stream may bring its answer. */
  boolean isSentTo(Peer peer) {
    return phase instanceof Phase.Sent sent
        && (sent.route().primary().equals(peer)
            || (sent.attends() && sent.route().collector().equals(peer)));
  }

  boolean isHeldBy(Peer peer) {
    return phase instanceof Phase.Held held && held.route().primary().equals(peer);
  }

  /** Whether it is an update that may have taken effect, or yet will. */
  boolean mayHaveHappened() {
    return work.mutates() && (exposed || phase instanceof Phase.Sent);
  }

  /** A sentence about what was tried. */
  String account() {
    String before = trouble.isEmpty() ? "" : ", before: " + trouble;
    String tried = sends == 0 ? "" : "sent " + (sends == 1 ? "once; " : sends + " times; ");
    return tried
        + switch (phase) {
          case Phase.Queued _, Phase.Following _ -> "it waited behind earlier operations" + before;
          case Phase.Sent sent -> sent.route().primary().address() + " did not answer" + before;
          case Phase.Stalled _, Phase.Resting _, Phase.Held _ -> trouble;
        };
  }
}
