package io.pando.sim.run;

import io.pando.sim.world.SimTrace;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to see of a run's trace; the run is the same whatever that is.
 *
 * @param part of it
 * @param last so many events, at most, when the run is over
 * @param reader gets every event as it happens; null: nobody wants that
 */
public record TraceView(SimTrace.Part part, int last, @Nullable Consumer<String> reader) {
  /** The last events that do not happen all the time. */
  public static TraceView last(int events) {
    return new TraceView(SimTrace.Part.NOTABLE, events, null);
  }
}
