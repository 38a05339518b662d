package io.pando.sim.run;

import io.pando.sim.world.SimTrace;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Part of a run's trace to keep or pass on; it does not affect the run.
 *
 * @param part part of the trace
 * @param last most events to keep at the end of the run
 * @param reader called with every event as it happens; null for none
 */
public record TraceView(SimTrace.Part part, int last, @Nullable Consumer<String> reader) {
  /** The last notable events. */
  public static TraceView last(int events) {
    return new TraceView(SimTrace.Part.NOTABLE, events, null);
  }
}
