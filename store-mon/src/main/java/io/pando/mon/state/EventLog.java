package io.pando.mon.state;

import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.report.ClusterEvent;
import io.pando.report.EventPage;
import io.pando.report.EventQuery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster log: the newest events, bounded in number and bytes. Routine events have a ring of
 * their own, since peering after one failure may cause thousands of them, which must not push out
 * what an operator looks for. Immutable.
 *
 * @param last number of the newest event ever added, 0 if there was none
 * @param events events that are not routine, oldest first
 * @param routine routine events, oldest first
 */
public record EventLog(long last, List<ClusterEvent> events, List<ClusterEvent> routine) {
  public static final EventLog EMPTY = new EventLog(0, List.of(), List.of());

  private static final Limit MAX_EVENTS = Limit.of("monitor: events that are kept", 8, 8_000);
  private static final Limit MAX_ROUTINE =
      Limit.of("monitor: routine events that are kept", 4, 2_000);

  /** Most events of one page: a page fits into one message by far. */
  private static final Limit PAGE = Limit.of("monitor: events in a page", 2, 500);

  /** Upper bound of the estimated bytes of each ring: a snapshot stays small. */
  private static final long MAX_BYTES = 2 << 20;

  private static final long EVENT_BYTES = 50;
  private static final long SUBJECT_BYTES = 5;

  public EventLog {
    events = List.copyOf(events);
    routine = List.copyOf(routine);
  }

  /** Adds an event under the next number; may drop the oldest ones. */
  public EventLog plus(
      MonitorState state,
      ClusterEvent.Kind kind,
      ClusterEvent.@Nullable Source source,
      ClusterEvent.What what) {
    ClusterEvent event =
        new ClusterEvent(last + 1, state.map().epoch(), state.nowMillis(), kind, source, what);
    return kind == ClusterEvent.Kind.ROUTINE
        ? new EventLog(last + 1, events, ring(routine, event, MAX_ROUTINE))
        : new EventLog(last + 1, ring(events, event, MAX_EVENTS), routine);
  }

  private static List<ClusterEvent> ring(
      List<ClusterEvent> before, ClusterEvent newest, Limit limit) {
    int kept = 0;
    long bytes = bytes(newest);
    while (kept < Math.min(before.size(), limit.value() - 1)) {
      bytes += bytes(before.get(before.size() - 1 - kept));
      if (bytes > MAX_BYTES) {
        break;
      }
      kept++;
    }
    Probe.reachedIf(kept < before.size(), "monitor: an event is dropped from the cluster log");
    List<ClusterEvent> next = new ArrayList<>(kept + 1);
    next.addAll(before.subList(before.size() - kept, before.size()));
    next.add(newest);
    return next;
  }

  private static long bytes(ClusterEvent event) {
    ClusterEvent.What what = event.what();
    return EVENT_BYTES
        + what.text().length()
        + SUBJECT_BYTES * (what.osds().size() + what.pools().size());
  }

  /** The first page of the selected events. */
  public EventPage page(EventQuery query) {
    List<ClusterEvent> found = new ArrayList<>();
    for (ClusterEvent event : query.routine() ? all() : events) {
      if (query.selects(event)) {
        found.add(event);
      }
    }
    if (query.last() > 0 && found.size() > query.last()) {
      found = found.subList(found.size() - query.last(), found.size());
    }
    boolean more = found.size() > PAGE.value();
    return new EventPage(more ? found.subList(0, PAGE.value()) : found, more);
  }

  private List<ClusterEvent> all() {
    List<ClusterEvent> all = new ArrayList<>(events.size() + routine.size());
    int next = 0;
    for (ClusterEvent event : events) {
      while (next < routine.size() && routine.get(next).number() < event.number()) {
        all.add(routine.get(next++));
      }
      all.add(event);
    }
    all.addAll(routine.subList(next, routine.size()));
    return all;
  }
}
