package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.port.ReplicatedLog;
import io.pando.port.ReplicatedLog.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies committed commands to a member's machine, and remembers the outcomes. */
final class Applier {
  private static final int SNAPSHOT_EVERY = 16;
  private static final int REMEMBERED_OUTCOMES = 1_000;

  /** Called for every entry that was applied. */
  interface Listener {
    /**
     * An entry was applied.
     *
     * @param outcome null if the entry had no command
     */
    void onApplied(SimRaftJournal.Entry entry, Outcome.@Nullable Applied outcome);
  }

  private final SimRaftJournal journal;
  private final ReplicatedLog.StateMachine machine;
  private final Map<Long, Outcome.Applied> outcomes = new LinkedHashMap<>();
  private long applied;

  Applier(SimRaftJournal journal, ReplicatedLog.StateMachine machine) {
    this.journal = journal;
    this.machine = machine;
  }

  /** Restores the last snapshot, if there is one; returns the applied index. */
  long restore() {
    SimRaftJournal.Snapshot snapshot = journal.snapshot();
    if (snapshot != null) {
      machine.restore(snapshot.state());
      applied = snapshot.index();
    }
    return applied;
  }

  long applied() {
    return applied;
  }

  /** Outcome of a command, if it is known here. */
  Outcome.@Nullable Applied outcomeOf(long id) {
    return outcomes.get(id);
  }

  void applyUpTo(long committed, Listener listener) {
    while (applied < committed) {
      applied++;
      SimRaftJournal.Entry entry = journal.at(applied);
      Outcome.Applied outcome = null;
      if (entry.id() != SimRaftJournal.NO_COMMAND) {
        Payload result = machine.apply(applied, entry.stampMillis(), entry.command());
        outcome = new Outcome.Applied(applied, result);
        remember(entry.id(), outcome);
      }
      if (applied % SNAPSHOT_EVERY == 0) {
        journal.keep(new SimRaftJournal.Snapshot(applied, machine.snapshot()));
      }
      listener.onApplied(entry, outcome);
    }
  }

  private void remember(long id, Outcome.Applied outcome) {
    outcomes.put(id, outcome);
    if (outcomes.size() > REMEMBERED_OUTCOMES) {
      outcomes.remove(outcomes.keySet().iterator().next());
    }
  }
}
