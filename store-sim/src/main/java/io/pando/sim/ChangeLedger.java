package io.pando.sim;

import io.pando.bytes.Payload;
import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.mon.Command;
import io.pando.mon.MonitorRecords;
import io.pando.mon.state.RequestOrigin;
import io.pando.port.ReplicatedLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the commands that the monitors of a cluster apply: all monitors must get the same result
 * from the same command, and no request may be carried out twice.
 */
final class ChangeLedger {
  private record Request(NodeId requester, long nonce, long number) {
    static Request of(RequestOrigin origin) {
      return new Request(origin.requester(), origin.nonce(), origin.number());
    }
  }

  private final Map<Long, Payload> results = new HashMap<>();
  private final Map<Request, ChangeOutcome> carriedOut = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  /** Violations, as sentences. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Number of commands that were applied, each counted once. */
  int count() {
    return results.size();
  }

  /** Wraps a monitor's state machine so that its commands are checked. */
  ReplicatedLog.StateMachine watch(NodeId monitor, ReplicatedLog.StateMachine machine) {
    return new ReplicatedLog.StateMachine() {
      @Override
      public Payload apply(long index, long stampMillis, Payload command) {
        Payload result = machine.apply(index, stampMillis, command);
        onApplied(monitor, index, command, result);
        return result;
      }

      @Override
      public Payload snapshot() {
        return machine.snapshot();
      }

      @Override
      public void restore(Payload snapshot) {
        machine.restore(snapshot);
      }
    };
  }

  private void onApplied(NodeId monitor, long index, Payload command, Payload result) {
    Payload first = results.putIfAbsent(index, result);
    if (first == null) {
      onFirstApplied(command, outcome(result));
    } else if (!first.equals(result)) {
      faults.add(
          "command %d gave %s, but at %s %s"
              .formatted(index, outcome(first), monitor, outcome(result)));
    }
  }

  private void onFirstApplied(Payload command, ChangeOutcome outcome) {
    RequestOrigin origin =
        switch (MonitorRecords.COMMAND.decode(command)) {
          case Command.Begin _, Command.Continue _ -> null;
          case Command.Request request -> request.origin();
          case Command.Refuse refuse -> refuse.origin();
          case Command.NoteHealth _ -> null;
        };
    if (origin == null || outcome instanceof ChangeOutcome.Unavailable) {
      return;
    }
    ChangeOutcome first = carriedOut.putIfAbsent(Request.of(origin), outcome);
    if (first != null && !first.equals(outcome)) {
      faults.add("%s was carried out twice: %s, %s".formatted(origin, first, outcome));
    }
  }

  private static ChangeOutcome outcome(Payload result) {
    return MonitorRecords.OUTCOME.decode(result);
  }
}
