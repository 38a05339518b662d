package io.pando.message;

import io.pando.report.OsdPerformance;

/** Questions to an OSD about itself, and its answers. */
public sealed interface DaemonMessage extends Message {
  /** Number that the asker gave to the question; the answer repeats it. */
  long question();

  /** What did you do, and what did it take? */
  record AskPerformance(long question) implements DaemonMessage {}

  record PerformanceAnswer(long question, OsdPerformance performance) implements DaemonMessage {}
}
