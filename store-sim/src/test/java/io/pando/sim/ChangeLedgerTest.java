package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.mon.Command;
import io.pando.mon.MonitorRecords;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.RequestOrigin;
import io.pando.port.ReplicatedLog;
import org.junit.jupiter.api.Test;

class ChangeLedgerTest {
  private static final NodeId FIRST = new NodeId(NodeId.Role.MON, 0);
  private static final NodeId SECOND = new NodeId(NodeId.Role.MON, 1);
  private static final RequestOrigin ORIGIN =
      new RequestOrigin(new NodeId(NodeId.Role.CLIENT, 1), 2, 3, 3);
  private static final Command REQUEST =
      new Command.Request(new Change.Tick(), 0, MonitorRules.DEFAULT, ORIGIN);
  private static final Command OTHER =
      new Command.Request(new Change.Tick(), 0, MonitorRules.DEFAULT, null);

  private final ChangeLedger ledger = new ChangeLedger();

  private void apply(NodeId monitor, long index, Command command, ChangeOutcome outcome) {
    ReplicatedLog.StateMachine machine =
        new ReplicatedLog.StateMachine() {
          @Override
          public Payload apply(long at, long stampMillis, Payload applied) {
            return MonitorRecords.OUTCOME.encode(outcome);
          }

          @Override
          public Payload snapshot() {
            return Payload.EMPTY;
          }

          @Override
          public void restore(Payload snapshot) {}
        };
    assertThat(
            ledger.watch(monitor, machine).apply(index, 0, MonitorRecords.COMMAND.encode(command)))
        .isEqualTo(MonitorRecords.OUTCOME.encode(outcome));
  }

  private static ChangeOutcome accepted(long epoch) {
    return new ChangeOutcome.Accepted(epoch, "");
  }

  @Test
  void whatAllMonitorsApplyAlikeIsRight() {
    apply(FIRST, 1, REQUEST, accepted(2));
    apply(SECOND, 1, REQUEST, accepted(2));
    apply(FIRST, 2, REQUEST, accepted(2));
    apply(FIRST, 3, REQUEST, new ChangeOutcome.Unavailable("too late"));
    apply(FIRST, 4, OTHER, accepted(3));
    apply(FIRST, 5, OTHER, accepted(4));
    assertThat(ledger.faults()).isEmpty();
  }

  @Test
  void monitorsThatComeToDifferentResultsAreNamed() {
    apply(FIRST, 1, REQUEST, accepted(2));
    apply(SECOND, 1, REQUEST, accepted(3));
    assertThat(ledger.faults()).singleElement().asString().contains("command 1", "mon.1");
  }

  @Test
  void aRequestThatIsCarriedOutTwiceIsNamed() {
    apply(FIRST, 1, REQUEST, accepted(2));
    apply(FIRST, 2, REQUEST, accepted(3));
    apply(FIRST, 3, new Command.Refuse(ORIGIN, "no"), new ChangeOutcome.Rejected("no"));
    assertThat(ledger.faults())
        .hasSize(2)
        .allSatisfy(fault -> assertThat(fault).contains("request 3 of client.1", "twice"));
  }
}
