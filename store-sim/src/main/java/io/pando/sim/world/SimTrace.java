package io.pando.sim.world;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run, in order: a hash over all of them, and the last events as text. Two runs
 * with the same seed must have the same hash, whatever is observed; the text is for people who
 * examine a failure, and is made only on demand. Frequent events are kept separately, so that they
 * do not push out the notable ones.
 */
public final class SimTrace {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int REMEMBERED = 4_000;

  /** Part of the events. */
  public enum Part {
    /** All events, including heartbeats and statistics. */
    ALL,
    /** Events that do not happen all the time. */
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

  /** From now on passes each event of this part on as a line. */
  public void copyTo(Part part, Consumer<String> lines) {
    copied = part;
    reader = lines;
  }

  /**
   * Adds an event.
   *
   * @param digest digest of the event, the same in every run
   * @param notable whether it does not happen all the time
   * @param what the event as text, evaluated on demand
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
   * The last events of a part, oldest first, at most {@code max}: virtual milliseconds, and text.
   */
  public List<String> last(Part part, int max) {
    ArrayDeque<Event> events = part == Part.ALL ? last : lastNotable;
    return events.stream().skip(Math.max(0, events.size() - max)).map(Event::line).toList();
  }
}
