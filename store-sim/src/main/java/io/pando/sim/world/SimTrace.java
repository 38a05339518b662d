package io.pando.sim.world;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happened, in order: a hash over everything, and the last moments as text. Two runs with the
 * same seed must have the same hash, whoever looks at what; the text is for people who look at a
 * failure, and is made only for them. What happens all the time, whatever else happens, is
 * remembered apart, so that it does not drive out what people look for.
 */
public final class SimTrace {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int REMEMBERED = 4_000;

  /** Which events somebody wants to see. */
  public enum Part {
    /** All of them: signs of life and statistics, too. */
    ALL,
    /** Those that do not happen all the time. */
    NOTABLE
  }

  private record Event(long nowNanos, Supplier<String> what) {
    String line() {
      return String.format(Locale.ROOT, "%14.6f  %s", nowNanos / 1e6, what.get());
    }
  }

  private final ArrayDeque<Event> last = new ArrayDeque<>();
  private final ArrayDeque<Event> lastNotable = new ArrayDeque<>();
  private Part copied = Part.NOTABLE;
  private @Nullable Consumer<String> reader;
  private long hash = FNV_OFFSET;
  private long events;

  SimTrace() {}

  /** From now on each event of this part is handed on as a line. */
  public void copyTo(Part part, Consumer<String> lines) {
    copied = part;
    reader = lines;
  }

  /**
   * Adds an event.
   *
   * @param digest of what happened, the same in every run
   * @param notable whether it does not happen all the time
   * @param what happened, as text, should anybody ask
   */
  public void add(long nowNanos, long digest, boolean notable, Supplier<String> what) {
    hash = (((hash ^ nowNanos) * FNV_PRIME) ^ digest) * FNV_PRIME;
    events++;
    Event event = new Event(nowNanos, what);
    remember(last, event);
    if (notable) {
      remember(lastNotable, event);
    }
    if (reader != null && (notable || copied == Part.ALL)) {
      reader.accept(event.line());
    }
  }

  private static void remember(ArrayDeque<Event> events, Event event) {
    events.add(event);
    if (events.size() > REMEMBERED) {
      events.remove();
    }
  }

  /** Hash over all events so far. */
  public long hash() {
    return hash;
  }

  /** Number of events so far. */
  public long events() {
    return events;
  }

  /**
   * The last events of a part, oldest first, at most {@code max}: virtual milliseconds, and what
   * happened.
   */
  public List<String> last(Part part, int max) {
    ArrayDeque<Event> events = part == Part.ALL ? last : lastNotable;
    return events.stream().skip(Math.max(0, events.size() - max)).map(Event::line).toList();
  }
}
