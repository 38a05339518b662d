package io.pando.message;

import io.pando.report.OsdPerformance;

/** Queries of an OSD's own state, and the answers. */
public sealed interface DaemonMessage extends Message {
  /**
   * Asks for an OSD's work since its start and the resources that it took.
   *
   * @param question number that the sender gave to the question; the answer repeats it
   */
  record AskPerformance(long question) implements DaemonMessage {}

  record PerformanceAnswer(long question, OsdPerformance performance) implements DaemonMessage {}
}
