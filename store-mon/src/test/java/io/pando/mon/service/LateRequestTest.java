package io.pando.mon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterFlag;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.MonitorMessage;
import io.pando.mon.InitialMap;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.state.MonitorState;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies of requests that arrive when the requester has its answer from another monitor. */
class LateRequestTest {
  private static final Peer CLIENT = new Peer.Session(new NodeId(NodeId.Role.CLIENT, 1), 5, 1);
  private static final OsdId OSD0 = new OsdId(0);
  private static final Peer OSD = new Peer.Session(OSD0.node(), 9, 2, "127.0.0.1");

  private final HandDrivenLoop loop = new HandDrivenLoop();
  private final RecordingTransport transport = new RecordingTransport();
  private MonitorMachine machine = new MonitorMachine();

  @BeforeEach
  void start() {
    MonitorService.start(
        MonitorConfig.DEFAULT,
        new MonitorService.Parts(
            loop,
            transport,
            new LoneLog(loop, machine),
            machine,
            InitialMap.of(
                new ClusterId(new UUID(3, 4)), LoneLog.monitors(), "osd", loop.wallMillis()),
            new Random64(5)),
        new SimpleMeterRegistry());
    loop.pass(0);
  }

  private ChangeOutcome ask(Peer from, long number, Change change) {
    return ask(from, new MonitorMessage.RequestChange(number, change, number));
  }

  private ChangeOutcome ask(Peer from, MonitorMessage.RequestChange request) {
    transport.listener().onMessage(from, request);
    loop.pass(0);
    return ((MonitorMessage.ChangeReply) transport.takeSentTo(from).getLast()).outcome();
  }

  private MonitorState state() {
    return machine.state().orElseThrow();
  }

  @Test
  void aCopyOfWhatWasUndoneDoesNothingAndGetsTheFirstAnswer() {
    Change set = new Change.SetFlag(ClusterFlag.NOOUT, true);
    ChangeOutcome first = ask(CLIENT, 1, set);
    assertThat(first).isInstanceOf(ChangeOutcome.Accepted.class);
    assertThat(ask(CLIENT, 1, set)).isEqualTo(first);

    ask(CLIENT, 2, new Change.SetFlag(ClusterFlag.NOOUT, false));
    MonitorState before = state();
    assertThat(ask(CLIENT, 1, set)).isInstanceOf(ChangeOutcome.Unavailable.class);
    assertThat(state()).isEqualTo(before);
    assertThat(state().map().flags()).isEmpty();
  }

  @Test
  void anotherIncarnationOfTheRequesterIsHeard() {
    Peer again = new Peer.Session(CLIENT.node(), 6, 3);
    ask(CLIENT, 1, new Change.SetFlag(ClusterFlag.NOOUT, true));
    ask(again, 1, new Change.SetFlag(ClusterFlag.NOOUT, false));
    assertThat(state().map().flags()).isEmpty();
  }

  @Test
  void whatWasRejectedStaysRejectedWhenItCouldBeDone() {
    Change place = new Change.RenamePool("a", "b");
    ChangeOutcome first = ask(CLIENT, 1, place);
    assertThat(first).isInstanceOf(ChangeOutcome.Rejected.class);
    ask(CLIENT, 2, new Change.CreateOsd(null, null));
    ask(CLIENT, new MonitorMessage.RequestChange(3, new Change.CreatePool("a", 1, 1, 1, null), 1));
    assertThat(state().map().poolNamed("a")).isPresent();
    assertThat(ask(CLIENT, new MonitorMessage.RequestChange(1, place, 1)))
        .isNotInstanceOf(ChangeOutcome.Accepted.class);
    assertThat(state().map().poolNamed("a")).isPresent();
  }

  /** One monitor alone knows that a removal is unsafe; it may look safe to the next one asked. */
  @Test
  void whatOneMonitorRefusedNoOtherCarriesOut() {
    ask(CLIENT, 1, new Change.CreateOsd(null, null));
    Address address = new Address(OSD0.node(), 9, "127.0.0.1", 7000);
    ask(OSD, 1, new Change.Boot(OSD0, new UUID(0, 1), address, 1, 0));
    ask(CLIENT, 2, new Change.CreatePool("a", 1, 1, 1, null));
    ask(OSD, 2, new Change.Stop(OSD0, 9));
    Change purge = new Change.ReplaceOsd(OSD0, false);
    ChangeOutcome refused = ask(CLIENT, 3, purge);
    assertThat(refused).isInstanceOf(ChangeOutcome.Rejected.class);
    assertThat(state().answered().requesters().getLast().outcomes()).containsEntry(3L, refused);
  }

  /** What OSDs say of themselves all the time fills no memory. */
  @Test
  void whatDoesNoHarmLateIsNotRemembered() {
    ask(CLIENT, 1, new Change.CreateOsd(null, null));
    Address address = new Address(OSD0.node(), 9, "127.0.0.1", 7000);
    Change.Boot boot = new Change.Boot(OSD0, new UUID(0, 1), address, 1, 0);
    ask(OSD, 1, boot);
    assertThat(state().answered().requesters())
        .extracting(requester -> requester.outcomes().keySet().toString())
        .containsExactly("[1]", "[1]");
    MonitorState booted = state();
    ask(OSD, 2, new Change.RaiseUpThru(OSD0, 9, booted.map().epoch()));
    ask(OSD, 3, new Change.ReportFailure(OSD0, OSD0, 9, 1, false));
    ask(OSD, 4, new Change.WithdrawFailure(OSD0, OSD0, 9));
    ask(OSD, 5, new Change.Stop(OSD0, 9));
    assertThat(state().answered()).isEqualTo(booted.answered());

    ask(OSD, 1, boot);
    assertThat(state().map().isUp(OSD0)).as("a late boot of one that stopped").isFalse();
  }

  @Test
  void aMonitorThatTakesUpASnapshotKnowsThemToo() {
    Change set = new Change.SetFlag(ClusterFlag.NOOUT, true);
    ChangeOutcome first = ask(CLIENT, 1, set);
    MonitorMachine second = new MonitorMachine();
    second.restore(machine.snapshot());
    machine = second;
    start();
    assertThat(ask(CLIENT, 1, set)).isEqualTo(first);
  }
}
