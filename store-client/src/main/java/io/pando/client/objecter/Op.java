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
  String trouble = "";

  /**
   * Where it stands:
   *
   * <pre>
   *           admitted, alone enough          not served, reset
   *  Queued ─────────────────────────▶ Sent ─────────────────────▶ Resting
   *                          │          ▲ ▲ route changed           │
   *           nowhere to go  ▼          │ └─────────────────────────┘ back-off over, newer map
   *                        Stalled ─────┘ newer map
   * </pre>
   *
   * From each it may end.
   */
  sealed interface Phase {
    /** Not started: too much is in flight, or others on the same object come first. */
    record Queued() implements Phase {}

    /** By the newest map, nobody serves it. */
    record Stalled() implements Phase {}

    /** Under way. */
    record Sent(Route route) implements Phase {}

    /**
     * To be sent again.
     *
     * @param wakeNanos after that time
     * @param wantedEpoch or once there is a map of this epoch; 0 if there is none to wait for
     */
    record Resting(Route route, long wakeNanos, long wantedEpoch) implements Phase {}
  }

  Op(Input.Submitted submitted) {
    this.sequence = submitted.sequence();
    this.work = submitted.work();
    this.deadlineNanos = submitted.deadlineNanos();
    this.patient = submitted.patient();
    this.sizeBytes = submitted.work().sizeBytes();
  }

  boolean isSentTo(Peer peer) {
    return phase instanceof Phase.Sent sent && sent.route().primary().equals(peer);
  }

  /** A sentence about what was tried. */
  String account() {
    if (phase instanceof Phase.Queued) {
      return "it waited behind earlier operations";
    }
    String last =
        phase instanceof Phase.Sent sent
            ? sent.route().primary().address() + " did not answer"
            : "";
    String before = trouble.isEmpty() || last.isEmpty() ? trouble : ", before: " + trouble;
    return (sends == 0 ? "" : "sent " + (sends == 1 ? "once; " : sends + " times; "))
        + last
        + before;
  }
}
