package io.pando.disk.raw.pipeline.worker;

import io.pando.check.Invariant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The phase of a worker. It changes only by the transitions of the worker's table. */
public final class Phases {
  private final String name;
  private final Map<Worker.Phase, Set<Worker.Phase>> transitions;
  private Worker.Phase now;

  /**
   * A worker's phase.
   *
   * @param name name of the worker's store, for people
   */
  public Phases(String name, Map<Worker.Phase, Set<Worker.Phase>> transitions, Worker.Phase first) {
    this.name = name;
    this.transitions = transitions;
    this.now = first;
  }

  /**
   * The table of a worker that goes through some phases in their order and serves again afterwards.
   * From every phase it may also return to {@code SERVE}: when it gives up, or breaks.
   */
  public static Map<Worker.Phase, Set<Worker.Phase>> cycle(Worker.Phase... inOrder) {
    Map<Worker.Phase, Set<Worker.Phase>> table = new EnumMap<>(Worker.Phase.class);
    for (int i = 0; i < inOrder.length; i++) {
      table.put(inOrder[i], EnumSet.of(Worker.Phase.SERVE, inOrder[(i + 1) % inOrder.length]));
    }
    return table;
  }

  public Worker.Phase now() {
    return now;
  }

  public boolean is(Worker.Phase phase) {
    return now == phase;
  }

  /** Enters a phase; the table must allow it. */
  public void enter(Worker.Phase next) {
    Set<Worker.Phase> allowed = transitions.get(now);
    Invariant.check(
        allowed != null && allowed.contains(next),
        () -> "%s: no transition from %s to %s".formatted(name, now, next));
    now = next;
  }
}
