package io.pando.mon;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.ChangeOutcome;
import io.pando.mon.events.ChangeEvents;
import io.pando.mon.events.HealthEvents;
import io.pando.mon.rules.Decision;
import io.pando.mon.rules.Rules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.RequestOrigin;
import io.pando.mon.state.StateInvariants;
import io.pando.mon.state.Terms;
import io.pando.port.ReplicatedLog;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state machine behind the monitors' log: decodes commands, asks the {@link Rules}, and tells
 * one listener when there is a new map. Runs on the monitor's event loop.
 */
public final class MonitorMachine implements ReplicatedLog.StateMachine {
  private static final ChangeOutcome NOT_BEGUN =
      new ChangeOutcome.Unavailable("the monitors have no cluster map yet: try again");

  private @Nullable MonitorState state;
  private Runnable listener = () -> {};

  /** Sets the callback that runs when there is a new map; there is one listener. */
  public void listen(Runnable onNewMap) {
    listener = onNewMap;
  }

  /**
   * The state after the commands that this monitor has applied; empty until the cluster has begun.
   */
  public Optional<MonitorState> state() {
    return Optional.ofNullable(state);
  }

  private long epoch() {
    return state == null ? 0 : state.map().epoch();
  }

  @Override
  public Payload apply(long index, long stampMillis, Payload command) {
    long before = epoch();
    ChangeOutcome outcome = apply(MonitorRecords.COMMAND.decode(command), stampMillis);
    if (epoch() != before) {
      listener.run();
    }
    return MonitorRecords.OUTCOME.encode(outcome);
  }

  private ChangeOutcome apply(Command command, long stampMillis) {
    return switch (command) {
      case Command.Begin begin -> begin(ChangeEvents.begin(MonitorState.beginning(begin.map())));
      case Command.Continue rescued -> begin(rescued.state());
      case Command.Request request -> {
        Terms terms = new Terms(stampMillis, request.entropy(), request.settings());
        yield once(request.origin(), now -> decide(now, request, terms));
      }
      case Command.NoteHealth note -> noteHealth(note, stampMillis);
      case Command.Refuse refuse ->
          once(refuse.origin(), _ -> new Decision.Rejected(refuse.reason()));
    };
  }

  private ChangeOutcome begin(MonitorState first) {
    if (state != null) {
      return new ChangeOutcome.Accepted(state.map().epoch(), "the cluster has begun already");
    }
    StateInvariants.check(first);
    state = first;
    return new ChangeOutcome.Accepted(first.map().epoch(), "the cluster begins");
  }

  private static Decision decide(MonitorState now, Command.Request request, Terms terms) {
    Decision decision = Rules.decide(now, request.change(), terms);
    return decision instanceof Decision.Accepted(MonitorState after, String note)
        ? new Decision.Accepted(
            ChangeEvents.add(now, after, request.change(), note, request.source()), note)
        : decision;
  }

  private ChangeOutcome noteHealth(Command.NoteHealth note, long stampMillis) {
    MonitorState now = state;
    if (now == null) {
      return NOT_BEGUN;
    }
    state = HealthEvents.note(now.at(now.time().at(stampMillis)), note.checks(), note.source());
    return new ChangeOutcome.Accepted(now.map().epoch(), "");
  }

  /** Carries out a request, unless it was carried out before or its requester no longer waits. */
  private ChangeOutcome once(
      @Nullable RequestOrigin origin, Function<MonitorState, Decision> rule) {
    MonitorState now = state;
    if (now == null) {
      return NOT_BEGUN;
    }
    Optional<ChangeOutcome> earlier =
        Optional.ofNullable(origin).flatMap(request -> now.answered().answer(request));
    return earlier.orElseGet(() -> carryOut(now, origin, rule));
  }

  private ChangeOutcome carryOut(
      MonitorState now, @Nullable RequestOrigin origin, Function<MonitorState, Decision> rule) {
    MonitorState after = now;
    ChangeOutcome outcome;
    switch (rule.apply(now)) {
      case Decision.Accepted(MonitorState changed, String note) -> {
        after = changed;
        outcome = new ChangeOutcome.Accepted(changed.map().epoch(), note);
      }
      case Decision.Rejected(String reason) -> outcome = new ChangeOutcome.Rejected(reason);
    }
    state = origin == null ? after : after.withAnswered(now.answered().plus(origin, outcome));
    return outcome;
  }

  @Override
  public Payload snapshot() {
    // A log without any command has nothing to snapshot.
    return MonitorRecords.STATE.encode(
        Invariant.present(state, () -> "snapshot of a cluster that has not begun"));
  }

  @Override
  public void restore(Payload snapshot) {
    state = MonitorRecords.STATE.decode(snapshot);
    listener.run();
  }
}
