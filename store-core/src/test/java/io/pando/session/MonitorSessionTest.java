package io.pando.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.Heartbeat;
import io.pando.message.MapUpdate;
import io.pando.message.MonitorMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.session.FakeMonitors.Mood;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MonitorSessionTest extends SessionFixture {
  private static final List<Mood> MOODS = List.of(Mood.values());

  private final List<ChangeOutcome> outcomes = new ArrayList<>();
  private final List<MonitorMessage.Answer> answers = new ArrayList<>();

  private void told(MapUpdate update) {
    assertThat(session.onMessage(monitors.currentPeer(), update)).isTrue();
  }

  @Test
  void takesAWholeMapFirstAndThenSteps() {
    startAndLearn();
    Incremental first = monitors.advance();
    Incremental second = monitors.advance();
    loop.run(100);
    assertThat(epochs).containsExactly(5L, 6L, 7L);
    assertThat(steps).containsExactly(List.of(), List.of(first), List.of(second));
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void fillsAGapByAskingOnce() {
    startAndLearn();
    monitors.advanceUntold();
    monitors.advance();
    monitors.log.clear();
    loop.run(100);
    assertThat(monitors.log).hasSize(1).first().asString().contains("Subscribe[haveEpoch=5]");
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void takesUpdatesThatOverlapOrComeLate() {
    startAndLearn();
    Incremental six = monitors.advanceUntold();
    Incremental seven = monitors.advanceUntold();
    told(new MapUpdate(null, List.of(six, seven)));
    told(new MapUpdate(null, List.of(six)));
    told(new MapUpdate(FakeMonitors.emptyMap(FakeMonitors.CLUSTER, 4), List.of()));
    assertThat(epochs).containsExactly(5L, 7L);
    assertThat(steps.getLast()).containsExactly(six, seven);
  }

  @Test
  void startsFromAWholeMapAndGoesOnFromIt() {
    startAndLearn();
    ClusterMap whole = FakeMonitors.emptyMap(FakeMonitors.CLUSTER, 20);
    Incremental next = new Incremental(21, 0, List.of());
    told(new MapUpdate(whole, List.of(next)));
    assertThat(epochs).containsExactly(5L, 20L, 21L);
    assertThat(steps.subList(1, 3)).containsExactly(List.of(), List.of(next));
  }

  @Test
  void refusesTheMapOfAnotherCluster() {
    startAndLearn();
    ClusterMap foreign = FakeMonitors.emptyMap(new ClusterId(new UUID(9, 9)), 50);
    told(new MapUpdate(foreign, List.of()));
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void leavesAMonitorOfAnotherCluster() {
    startAndLearn();
    NodeId first = monitors.current();
    monitors.mood(first, Mood.FOREIGN);
    loop.run(CONFIG.keepAliveNanos() / 1_000_000 + 100);
    assertThat(monitors.current()).isNotEqualTo(first);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void turnsToAnotherMonitorWhenTheStreamBreaks() {
    startAndLearn();
    NodeId first = monitors.current();
    monitors.mood(first, Mood.REFUSING);
    monitors.breakStream(monitors.currentPeer());
    loop.run(20);
    monitors.advance();
    loop.run(100);
    assertThat(monitors.current()).isNotEqualTo(first);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void turnsToAnotherMonitorAfterSilence() {
    startAndLearn();
    NodeId first = monitors.current();
    monitors.mood(first, Mood.SILENT);
    loop.run((CONFIG.silenceNanos() + 2 * CONFIG.keepAliveNanos()) / 1_000_000);
    assertThat(monitors.current()).isNotEqualTo(first);
    assertThat(monitors.log).contains(first + " disconnect");
    assertThat(session.describe()).contains("speaking with");
  }

  @Test
  void turnsToAnotherMonitorWhenOneHasNoLeader() {
    startAndLearn();
    NodeId first = monitors.current();
    monitors.mood(first, Mood.LEADERLESS);
    loop.run(3 * CONFIG.keepAliveNanos() / 1_000_000);
    assertThat(monitors.current()).isNotEqualTo(first);
  }

  @Test
  void getsAMapWithoutAQuorum() {
    monitors.all(Mood.LEADERLESS);
    session.start();
    loop.run(5_000);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void triesEveryMonitorAtOnceAndThenBacksOff() {
    monitors.all(Mood.REFUSING);
    session.start();
    loop.run(10);
    long early = dials();
    assertThat(early).isGreaterThanOrEqualTo(3);
    loop.run(60_000);
    // At most one dial a second: the longest delay is drawn between one and two seconds.
    assertThat(dials() - early).isBetween(25L, 75L);
    assertThat(session.describe()).contains("looking").contains("broken by the test");
    monitors.all(Mood.WELL);
    loop.run(2_100);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  private long dials() {
    return monitors.log.stream().filter(line -> line.contains("Subscribe")).count();
  }

  @Test
  void learnsTheMonitorsFromTheMap() {
    startAndLearn();
    NodeId fourth = new NodeId(NodeId.Role.MON, 3);
    told(
        new MapUpdate(
            null,
            List.of(
                new Incremental(
                    6,
                    0,
                    List.of(
                        new Incremental.PutMonitors(
                            List.of(new MonitorInfo(fourth, "10.0.0.9", 6789, 7789))))))));
    monitors.mood(fourth, Mood.WELL);
    FakeMonitors.ADDRESSES.forEach(address -> monitors.mood(address.node(), Mood.REFUSING));
    monitors.breakStream(monitors.currentPeer());
    loop.run(5_000);
    assertThat(monitors.current()).isEqualTo(fourth);
  }

  @Test
  void sendsAChangeAgainToAnotherMonitorAfterAReset() {
    startAndLearn();
    NodeId first = monitors.current();
    monitors.mood(first, Mood.SILENT);
    session.request(new Change.Tick(), outcomes::add);
    loop.run(50);
    assertThat(outcomes).isEmpty();
    monitors.mood(first, Mood.REFUSING);
    monitors.breakStream(monitors.currentPeer());
    loop.run(1_000);
    assertThat(outcomes).containsExactly(new ChangeOutcome.Accepted(5, "done"));
    assertThat(monitors.changesSeen).hasSize(1);
  }

  @Test
  void tellsWithAChangeWhichOlderOnesItStillWantsAnswersOf() {
    startAndLearn();
    NodeId first = monitors.current();
    session.request(new Change.Tick(), outcomes::add);
    loop.run(50);
    assertThat(outcomes).hasSize(1);
    monitors.mood(first, Mood.SILENT);
    session.request(new Change.Tick(), outcomes::add);
    session.request(new Change.Tick(), outcomes::add);
    assertThat(monitors.log)
        .contains(
            first + " " + new MonitorMessage.RequestChange(1, new Change.Tick(), 1),
            first + " " + new MonitorMessage.RequestChange(2, new Change.Tick(), 2),
            first + " " + new MonitorMessage.RequestChange(3, new Change.Tick(), 2));
  }

  @Test
  void asksAnotherMonitorWhenOneDeclines() {
    startAndLearn();
    monitors.mood(monitors.current(), Mood.DECLINING);
    session.request(new Change.Tick(), outcomes::add);
    session.ask(MonitorMessage.Question.OSDS, answers::add);
    loop.run(1_000);
    assertThat(outcomes).containsExactly(new ChangeOutcome.Accepted(5, "done"));
    assertThat(answers).hasSize(1).first().isInstanceOf(MonitorMessage.OsdsAnswer.class);
  }

  @Test
  void givesUpAChangeAtItsDeadlineAndSaysWhatWasTried() {
    monitors.all(Mood.DECLINING);
    startAndLearn();
    session.request(new Change.Tick(), outcomes::add);
    loop.run(CONFIG.requestTimeoutNanos() / 1_000_000 - 1);
    assertThat(outcomes).isEmpty();
    loop.run(2);
    assertThat(outcomes).hasSize(1);
    assertThat(outcomes.getFirst())
        .isInstanceOfSatisfying(
            ChangeOutcome.Unavailable.class,
            unavailable ->
                assertThat(unavailable.reason())
                    .contains("mon.0: no quorum", "mon.1: no quorum", "mon.2: no quorum"));
  }

  @Test
  void takesItAsTheAnswerWhenAllMonitorsDecline() {
    monitors.all(Mood.DECLINING);
    startAndLearn();
    session.ask(MonitorMessage.Question.STATUS, answers::add);
    loop.run(1_000);
    assertThat(answers)
        .hasSize(1)
        .first()
        .isInstanceOfSatisfying(
            MonitorMessage.NoAnswer.class,
            none -> assertThat(none.reason()).contains("mon.2: no quorum"));
  }

  @Test
  void namesThoseItCouldNotReach() {
    monitors.all(Mood.REFUSING);
    session.start();
    session.ask(MonitorMessage.Question.STATUS, answers::add);
    loop.run(CONFIG.requestTimeoutNanos() / 1_000_000 + 1);
    assertThat(answers)
        .hasSize(1)
        .first()
        .asString()
        .contains("10.0.0.0", "10.0.0.1", "10.0.0.2", "broken by the test");
  }

  @Test
  void refusesMoreRequestsThanItsLimit() {
    for (int i = 0; i <= CONFIG.maxRequests(); i++) {
      session.request(new Change.Tick(), outcomes::add);
    }
    assertThat(outcomes).hasSize(1).first().isInstanceOf(ChangeOutcome.Unavailable.class);
  }

  @Test
  void endsEverythingWhenStoppedAndCanStartAgain() {
    startAndLearn();
    monitors.all(Mood.SILENT);
    session.request(new Change.Tick(), outcomes::add);
    session.ask(MonitorMessage.Question.STATUS, answers::add);
    session.stop();
    assertThat(outcomes).hasSize(1).first().asString().contains("closed");
    assertThat(answers).hasSize(1).first().asString().contains("closed");
    monitors.log.clear();
    loop.run(60_000);
    assertThat(monitors.log).isEmpty();
    monitors.all(Mood.WELL);
    session.start();
    monitors.advanceUntold();
    loop.run(100);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void aMonitorThatDialledItselfChangesNothing() {
    startAndLearn();
    ClusterMap empty = FakeMonitors.emptyMap(FakeMonitors.CLUSTER, 1_000);
    Peer selfNamed = new Peer.Session(monitors.current(), 0, 1);
    assertThat(session.onMessage(selfNamed, new MapUpdate(empty, List.of()))).isFalse();
    Incremental next = new Incremental(6, 0, List.of());
    assertThat(session.onMessage(selfNamed, new MapUpdate(null, List.of(next)))).isFalse();
    assertThat(session.map()).isEqualTo(monitors.map);
    assertThat(epochs).containsExactly(5L);
  }

  @Test
  void aMonitorThatTheSessionLeftChangesNothing() {
    startAndLearn();
    Peer former = monitors.currentPeer();
    monitors.breakStream(former);
    loop.run(1_000);
    assertThat(monitors.currentPeer()).isNotEqualTo(former);
    ClusterMap empty = FakeMonitors.emptyMap(FakeMonitors.CLUSTER, 1_000);
    assertThat(session.onMessage(former, new MapUpdate(empty, List.of()))).isFalse();
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void beginsWithTheMapThatItsOwnerSaved() {
    session.adopt(FakeMonitors.emptyMap(FakeMonitors.CLUSTER, 3));
    assertThat(epochs).containsExactly(3L);
    startAndLearn();
    assertThat(epochs).containsExactly(3L, 5L);
  }

  @Test
  void asksForAMapThatSomebodyClaimsToHave() {
    startAndLearn();
    monitors.advanceUntold();
    session.onHint(5);
    loop.run(10);
    assertThat(epochs).containsExactly(5L);
    session.onHint(6);
    loop.run(10);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void claimsThatBringNothingAreBelievedLessAndLess() {
    startAndLearn();
    monitors.log.clear();
    for (int i = 0; i < 6_000; i++) {
      session.onHint(Long.MAX_VALUE);
      loop.run(10);
    }
    // One question at least every second and at most every two, beside the keep-alives.
    assertThat(dials()).isBetween(50L, 100L);
    assertThat(session.map()).isEqualTo(monitors.map);
  }

  @Test
  void leavesOthersMessagesAlone() {
    startAndLearn();
    Peer osd = new Peer.Session(new OsdId(1).node(), 1, 1);
    assertThat(session.onMessage(osd, new MapUpdate(null, List.of()))).isFalse();
    assertThat(session.onReset(osd, "gone")).isFalse();
    assertThat(session.onMessage(monitors.currentPeer(), new Heartbeat(1, 1, true, 0))).isFalse();
  }

  /** After any temporary failures, the session gets the newest map and requests end. */
  @Test
  void recoversFromAnyTrouble() {
    session.start();
    Random64 random = new Random64(42);
    int asked = 0;
    for (int round = 0; round < 2_000; round++) {
      NodeId victim = new NodeId(NodeId.Role.MON, random.nextInt(3));
      monitors.mood(victim, MOODS.get(random.nextInt(MOODS.size())));
      if (random.oneIn(3)) {
        monitors.advance();
      }
      if (random.oneIn(4)) {
        session.request(new Change.Tick(), outcomes::add);
        asked++;
      }
      if (random.oneIn(10) && monitors.subscriptions() > 0) {
        monitors.breakStream(monitors.currentPeer());
      }
      loop.run(random.nextInt(1_000));
    }
    monitors.all(Mood.WELL);
    loop.run(30_000);
    assertThat(session.map()).isEqualTo(monitors.map);
    assertThat(outcomes).hasSize(asked);
    assertThat(epochs).isSorted();
  }
}
