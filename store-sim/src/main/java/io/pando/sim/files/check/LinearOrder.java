package io.pando.sim.files.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches an order of calls, each between its call and its answer, in which all answers are right.
 * It goes through the calls and answers in the order of time, and keeps all states in which the
 * object may be; a call takes effect at its answer, or when the answer of another one needs it.
 */
public final class LinearOrder<S> {
  /** More states than any sound run has: the history cannot be judged. */
  private static final int MOST_STATES = 100_000;

  private static final int MOST_OPEN = Long.SIZE;
  private static final int SHOWN = 4;

  /**
   * What may be the case.
   *
   * @param done calls without an answer that have taken effect, by their place
   */
  private record Possible<S>(S state, long done) {}

  private record Event<S>(long nanos, boolean isReturn, int number, TimedCall<S> call) {}

  private final List<@Nullable TimedCall<S>> open = new ArrayList<>();
  private Set<Possible<S>> possible = new LinkedHashSet<>();

  private LinearOrder(S first) {
    possible.add(new Possible<>(first, 0));
    for (int i = 0; i < MOST_OPEN; i++) {
      open.add(null);
    }
  }

  /** Why no order explains the answers, in lines; null if one does, or if there are too many. */
  public static <S> @Nullable String violation(S first, List<TimedCall<S>> calls) {
    return new LinearOrder<>(first).run(events(calls));
  }

  private static <S> List<Event<S>> events(List<TimedCall<S>> calls) {
    List<Event<S>> events = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      TimedCall<S> call = calls.get(i);
      events.add(new Event<>(call.calledNanos(), false, i, call));
      if (call.returnedNanos() != TimedCall.NEVER) {
        events.add(new Event<>(call.returnedNanos(), true, i, call));
      }
    }
    // A call that begins when another one ends may be before it.
    events.sort(
        Comparator.<Event<S>>comparingLong(Event::nanos)
            .thenComparing(Event::isReturn)
            .thenComparingInt(Event::number));
    return events;
  }

  private @Nullable String run(List<Event<S>> events) {
    for (Event<S> event : events) {
      if (!event.isReturn()) {
        int place = open.indexOf(null);
        if (place < 0) {
          return null;
        }
        open.set(place, event.call());
        continue;
      }
      Set<Possible<S>> before = possible;
      possible = new LinkedHashSet<>();
      if (!end(open.indexOf(event.call()), event.call(), before)) {
        return null;
      }
      if (possible.isEmpty()) {
        return account(event.call(), before);
      }
    }
    return null;
  }

  /** A call was answered; false if there are too many states. */
  private boolean end(int place, TimedCall<S> call, Set<Possible<S>> before) {
    long bit = 1L << place;
    Set<Possible<S>> seen = new LinkedHashSet<>();
    ArrayDeque<Possible<S>> left = new ArrayDeque<>();
    for (Possible<S> each : before) {
      if ((each.done() & bit) != 0) {
        possible.add(new Possible<>(each.state(), each.done() & ~bit));
      } else if (seen.add(each)) {
        left.add(each);
      }
      if ((each.done() & bit) == 0 && !call.certain()) {
        possible.add(each);
      }
    }
    open.set(place, null);
    while (!left.isEmpty()) {
      Possible<S> each = left.remove();
      call.step()
          .allAfter(each.state())
          .forEach(after -> possible.add(new Possible<>(after, each.done())));
      others(each, seen, left);
      if (seen.size() > MOST_STATES) {
        return false;
      }
    }
    return true;
  }

  private void others(Possible<S> from, Set<Possible<S>> seen, ArrayDeque<Possible<S>> left) {
    for (int i = 0; i < MOST_OPEN; i++) {
      TimedCall<S> other = open.get(i);
      if (other != null && (from.done() & (1L << i)) == 0) {
        for (S after : other.step().allAfter(from.state())) {
          Possible<S> next = new Possible<>(after, from.done() | (1L << i));
          if (seen.add(next)) {
            left.add(next);
          }
        }
      }
    }
  }

  private String account(TimedCall<S> call, Set<Possible<S>> before) {
    StringBuilder text = new StringBuilder("no order explains " + call.text());
    before.stream().limit(SHOWN).forEach(it -> text.append("\n  before it: ").append(it.state()));
    if (before.size() > SHOWN) {
      text.append("\n  or %d others".formatted(before.size() - SHOWN));
    }
    for (TimedCall<S> other : open) {
      if (other != null) {
        text.append("\n  at the same time: ").append(other.text());
      }
    }
    return text.toString();
  }
}
