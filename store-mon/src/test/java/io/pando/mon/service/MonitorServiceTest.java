package io.pando.mon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.mon.InitialMap;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.MonitorRules;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.report.ClusterEvent;
import io.pando.report.EventQuery;
import io.pando.report.Health;
import io.pando.report.OsdStats;
import io.pando.report.ScrubCounts;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MonitorServiceTest {
  private static final ClusterId CLUSTER = new ClusterId(new UUID(3, 4));
  private static final Peer CLIENT = session(1);
  private static final Peer OTHER = session(2);
  private static final OsdId OSD0 = new OsdId(0);

  private final HandDrivenLoop loop = new HandDrivenLoop();
  private final RecordingTransport transport = new RecordingTransport();
  private final MonitorMachine machine = new MonitorMachine();
  private final LoneLog log = new LoneLog(loop, machine);
  private long requests;

  private static Peer session(int number) {
    return new Peer.Session(new NodeId(NodeId.Role.CLIENT, number), number, number);
  }

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private MonitorService start(MonitorConfig config) {
    ClusterMap initial = InitialMap.of(CLUSTER, LoneLog.monitors(), "osd", loop.wallMillis());
    MonitorService service =
        MonitorService.start(
            config,
            new MonitorService.Parts(loop, transport, log, machine, initial, new Random64(5)),
            registry);
    loop.pass(0);
    return service;
  }

  private MonitorService start() {
    return start(MonitorConfig.DEFAULT);
  }

  private List<Message> tell(Peer peer, Message message) {
    transport.listener().onMessage(peer, message);
    loop.pass(0);
    return transport.takeSentTo(peer);
  }

  private ChangeOutcome request(Change change) {
    return request(asker(change), change);
  }

  /** Operators are clients; an OSD asks for itself. */
  private static Peer asker(Change change) {
    return switch (change) {
      case Change.Boot boot -> osd(boot.osd(), boot.address().nonce());
      case Change.RaiseUpThru raise -> osd(raise.osd(), raise.nonce());
      default -> OTHER;
    };
  }

  private static Peer osd(OsdId osd, long nonce) {
    return new Peer.Session(osd.node(), nonce, osd.value(), "127.0.0.1");
  }

  private ChangeOutcome request(Peer from, Change change) {
    List<Message> replies = tell(from, new MonitorMessage.RequestChange(++requests, change, 0));
    assertThat(replies).hasSize(1);
    MonitorMessage.ChangeReply reply = (MonitorMessage.ChangeReply) replies.getFirst();
    assertThat(reply.request()).isEqualTo(requests);
    return reply.outcome();
  }

  private void startOsd(int number) {
    OsdId osd = new OsdId(number);
    Address address = new Address(osd.node(), 1, "127.0.0.1", 7000 + number);
    request(new Change.CreateOsd(osd, null));
    assertThat(request(new Change.Boot(osd, new UUID(0, number), address, 1, 0)))
        .isInstanceOf(ChangeOutcome.Accepted.class);
  }

  private void beacon(int number) {
    OsdId osd = new OsdId(number);
    OsdStats stats =
        new OsdStats(
            osd,
            1,
            new OsdStats.Space(1_000, 100),
            new OsdStats.Load(0, 0),
            new OsdStats.Clients(0, 0, 0, 0),
            new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));
    tell(osd(osd, 1), new MonitorMessage.Beacon(osd, 1, stats, List.of()));
  }

  private ClusterMap map() {
    return machine.state().orElseThrow().map();
  }

  @Test
  void leaderBeginsTheClusterAndSubscribersGetTheFirstMap() {
    start();
    assertThat(map().epoch()).isEqualTo(1);
    assertThat(tell(CLIENT, new MonitorMessage.Subscribe(0)))
        .containsExactly(new MapUpdate(map(), List.of()));
    assertThat(tell(CLIENT, new MonitorMessage.Subscribe(1))).isEmpty();
  }

  @Test
  void clusterThatHasNotBegunSaysSo() {
    log.leads(null);
    start();
    List<Message> answers = tell(CLIENT, new MonitorMessage.Ask(1, MonitorMessage.Question.STATUS));
    assertThat(answers).as("waits for the log first").isEmpty();
    loop.pass(MonitorConfig.DEFAULT.timing().readMillis());
    assertThat(transport.takeSentTo(CLIENT))
        .singleElement()
        .isInstanceOfSatisfying(
            MonitorMessage.NoAnswer.class, answer -> assertThat(answer.reason()).contains("mon.1"));
  }

  /** A monitor that has just started could not tell an operator from an OSD. */
  @Test
  void withoutAMapNothingIsChangedForAnybody() {
    log.leads(LoneLog.mon(1));
    start();
    Change change = new Change.DeletePool("data", "data");
    for (Peer peer : List.of(osd(OSD0, 1), CLIENT)) {
      assertThat(request(peer, change))
          .isInstanceOfSatisfying(
              ChangeOutcome.Unavailable.class,
              it -> assertThat(it.reason()).contains("no map yet"));
    }
    assertThat(log.proposals()).isZero();
  }

  @Test
  void changesReachSubscribersAsIncrementals() {
    start();
    tell(CLIENT, new MonitorMessage.Subscribe(0));
    assertThat(request(new Change.SetFlag(ClusterFlag.NOOUT, true)))
        .isEqualTo(new ChangeOutcome.Accepted(2, "noout is set"));
    List<Message> pushed = transport.takeSentTo(CLIENT);
    assertThat(pushed).hasSize(1);
    MapUpdate update = (MapUpdate) pushed.getFirst();
    assertThat(update.full()).isNull();
    assertThat(update.incrementals()).extracting(i -> i.epoch()).containsExactly(2L);
    assertThat(request(new Change.SetFlag(ClusterFlag.NOOUT, true)))
        .isInstanceOf(ChangeOutcome.Accepted.class);
    assertThat(transport.takeSentTo(CLIENT)).as("nothing is new").isEmpty();
  }

  private static MonitorConfig sendingOneStep() {
    MonitorConfig usual = MonitorConfig.DEFAULT;
    return new MonitorConfig(
        usual.rules(),
        usual.timing(),
        usual.beacons(),
        new MonitorConfig.Limits(
            usual.limits().maxSubscribers(), usual.limits().maxProposals(), 1));
  }

  /** A whole map would make an OSD boot again. */
  @Test
  void subscribersGetEveryStepHoweverManyThereAreAtOnce() {
    start(sendingOneStep());
    startOsd(0);
    tell(CLIENT, new MonitorMessage.Subscribe(map().epoch()));
    long before = map().epoch();
    Address next = new Address(OSD0.node(), 2, "127.0.0.1", 7000);
    request(new Change.Boot(OSD0, new UUID(0, 0), next, 1, 0));
    assertThat(map().epoch()).as("down, then up").isEqualTo(before + 2);
    assertThat(transport.takeSentTo(CLIENT))
        .singleElement()
        .isInstanceOfSatisfying(
            MapUpdate.class,
            update -> {
              assertThat(update.full()).isNull();
              assertThat(update.incrementals())
                  .extracting(step -> step.epoch())
                  .containsExactly(before + 1, before + 2);
            });
  }

  @Test
  void whoAsksFromFarBackGetsAWholeMap() {
    start(sendingOneStep());
    startOsd(0);
    assertThat(tell(CLIENT, new MonitorMessage.Subscribe(1)))
        .containsExactly(new MapUpdate(map(), List.of()));
  }

  @Test
  void rejectionTellsWhy() {
    start();
    assertThat(request(new Change.DeletePool("a", "b"))).isInstanceOf(ChangeOutcome.Rejected.class);
    assertThat(request(new Change.Tick())).isInstanceOf(ChangeOutcome.Rejected.class);
  }

  @Test
  void whoIsBehindGetsIncrementalsOrAWholeMapAndWhoIsAheadNothing() {
    start(
        MonitorConfig.DEFAULT.withRules(
            new MonitorRules(
                new MonitorRules.FailureReporting(2, 60_000),
                new MonitorRules.Marking(600_000, 75, 30),
                FlapSettings.DEFAULT,
                4,
                new MonitorRules.PoolDefaults(3, 8, 0))));
    for (int i = 0; i < 8; i++) {
      request(new Change.SetFlag(ClusterFlag.NOOUT, i % 2 == 0));
    }
    List<Message> behind = tell(session(11), new MonitorMessage.Subscribe(6));
    assertThat(((MapUpdate) behind.getFirst()).incrementals()).hasSize(3);
    List<Message> farBehind = tell(session(12), new MonitorMessage.Subscribe(2));
    assertThat(((MapUpdate) farBehind.getFirst()).full()).isEqualTo(map());
    assertThat(tell(session(13), new MonitorMessage.Subscribe(12))).isEmpty();
  }

  @Test
  void withoutQuorumChangesEndInTimeAndStatusSaysSo() {
    start();
    log.leads(null);
    tell(CLIENT, new MonitorMessage.RequestChange(1, new Change.CreateOsd(null, null), 0));
    tell(CLIENT, new MonitorMessage.Ask(2, MonitorMessage.Question.STATUS));
    List<Message> monitors =
        tell(CLIENT, new MonitorMessage.Ask(3, MonitorMessage.Question.MONITORS));
    assertThat(monitors).singleElement().isInstanceOf(MonitorMessage.MonitorsAnswer.class);
    loop.pass(MonitorConfig.DEFAULT.timing().readMillis());
    assertThat(transport.takeSentTo(CLIENT))
        .singleElement()
        .isInstanceOfSatisfying(
            MonitorMessage.StatusAnswer.class,
            answer -> {
              assertThat(answer.status().health().word()).isEqualTo("HEALTH_ERR");
              assertThat(answer.status().health().checks())
                  .extracting(Health.Check::code)
                  .containsExactly("MON_NO_QUORUM");
            });
    loop.pass(MonitorConfig.DEFAULT.timing().proposalMillis());
    assertThat(transport.takeSentTo(CLIENT))
        .singleElement()
        .isInstanceOfSatisfying(
            MonitorMessage.ChangeReply.class,
            reply -> assertThat(reply.outcome()).isInstanceOf(ChangeOutcome.Unavailable.class));
  }

  @Test
  void statusNamesTheMonitorThatIsAway() {
    start();
    List<Message> answers = tell(CLIENT, new MonitorMessage.Ask(9, MonitorMessage.Question.STATUS));
    MonitorMessage.StatusAnswer answer = (MonitorMessage.StatusAnswer) answers.getFirst();
    assertThat(answer.request()).isEqualTo(9);
    assertThat(answer.status().health().word()).isEqualTo("HEALTH_WARN");
    assertThat(answer.status().health().checks())
        .singleElement()
        .satisfies(check -> assertThat(check.details().getFirst()).contains("mon.2"));
  }

  @Test
  void aMonitorIsAwayWhileOnlyAFormerLifeOfItAnswers() {
    start();
    request(new Change.MoveMonitor(LoneLog.mon(1), "10.0.0.1", 6789, 6790));
    assertThat(check("MON_DOWN").details()).hasSize(2).anyMatch(text -> text.contains("mon.1"));
  }

  @Test
  void theLeaderMakesTheLogMatchTheMap() {
    start();
    request(new Change.AddMonitor(LoneLog.mon(7), "10.0.0.7", 6789, 6790));
    loop.pass(1_000);
    assertThat(log.changes())
        .extracting(change -> change.add() == null ? "none" : change.add().node().toString())
        .containsExactly("mon.7");
    assertThat(log.view().all()).contains(LoneLog.mon(7));
  }

  @Test
  void aMonitorIsNotRemovedIfTheOthersHaveNoQuorum() {
    start();
    assertThat(request(new Change.RemoveMonitor(LoneLog.mon(1))))
        .isInstanceOfSatisfying(
            ChangeOutcome.Rejected.class,
            rejected ->
                assertThat(rejected.reason())
                    .contains("mon.1 cannot be removed", "only mon.0 answer", "start them"));
    assertThat(request(new Change.RemoveMonitor(LoneLog.mon(2))))
        .isInstanceOf(ChangeOutcome.Accepted.class);
    loop.pass(1_000);
    assertThat(log.view().all()).containsExactly(LoneLog.mon(0), LoneLog.mon(1));
  }

  @Test
  void silentOsdGoesDownAndLaterOut() {
    start();
    startOsd(0);
    startOsd(1);
    for (int i = 0; i < 4; i++) {
      loop.pass(10_000);
      beacon(1);
    }
    assertThat(map().isUp(OSD0)).isFalse();
    assertThat(map().isUp(new OsdId(1))).isTrue();
    for (int i = 0; i < 61; i++) {
      loop.pass(10_000);
      beacon(1);
    }
    assertThat(map().osds().get(OSD0)).isNotNull().satisfies(osd -> assertThat(osd.in()).isFalse());
  }

  @Test
  void newLeaderGivesEverybodyTimeToBeHeard() {
    start();
    startOsd(0);
    log.leads(LoneLog.mon(1));
    loop.pass(60_000);
    assertThat(map().isUp(OSD0)).as("not this one's duty").isTrue();
    log.leads(LoneLog.mon(0));
    loop.pass(29_000);
    assertThat(map().isUp(OSD0)).as("in office for a short time only").isTrue();
    loop.pass(5_000);
    assertThat(map().isUp(OSD0)).isFalse();
  }

  @Test
  void subscribersAreBoundedAndForgotten() {
    MonitorService service =
        start(
            new MonitorConfig(
                MonitorRules.DEFAULT,
                new MonitorConfig.Timing(1_000, 5_000, 2_000),
                new MonitorConfig.Beacons(30_000, 5_000, 60_000),
                new MonitorConfig.Limits(1, 1, 200)));
    tell(CLIENT, new MonitorMessage.Subscribe(0));
    tell(OTHER, new MonitorMessage.Subscribe(0));
    assertThat(transport.disconnected()).containsExactly(OTHER);
    transport.listener().onReset(CLIENT, "gone");
    assertThat(service.subscribers()).isZero();
  }

  @Test
  void proposalsAreBounded() {
    start(
        new MonitorConfig(
            MonitorRules.DEFAULT,
            new MonitorConfig.Timing(60_000, 5_000, 2_000),
            new MonitorConfig.Beacons(30_000, 5_000, 60_000),
            new MonitorConfig.Limits(1, 1, 200)));
    log.leads(null);
    Change change = new Change.CreateOsd(null, null);
    assertThat(tell(CLIENT, new MonitorMessage.RequestChange(1, change, 0))).isEmpty();
    assertThat(tell(CLIENT, new MonitorMessage.RequestChange(2, change, 0)))
        .singleElement()
        .isInstanceOfSatisfying(
            MonitorMessage.ChangeReply.class,
            reply -> assertThat(reply.outcome()).isInstanceOf(ChangeOutcome.Unavailable.class));
  }

  @Test
  void snapshotRestoresAllThatWasAgreed() {
    start();
    startOsd(0);
    request(new Change.CreatePool("a", 4, 1, 1, null));
    MonitorMachine second = new MonitorMachine();
    second.restore(machine.snapshot());
    assertThat(second.state()).isEqualTo(machine.state());
  }

  @Test
  void groupsThatRaiseUpThruTogetherShareOneEpoch() {
    start();
    startOsd(0);
    long epoch = map().epoch();
    Change raise = new Change.RaiseUpThru(OSD0, 1, epoch);
    for (int i = 0; i < 5; i++) {
      transport.listener().onMessage(osd(OSD0, 1), new MonitorMessage.RequestChange(i, raise, 0));
    }
    loop.pass(0);
    ChangeOutcome accepted = new ChangeOutcome.Accepted(epoch + 1, "");
    assertThat(transport.takeSentTo(osd(OSD0, 1)))
        .extracting(message -> ((MonitorMessage.ChangeReply) message).outcome())
        .hasSize(5)
        .containsOnly(accepted);
    long proposals = log.proposals();
    assertThat(request(raise)).isEqualTo(accepted);
    assertThat(log.proposals()).as("it is done already").isEqualTo(proposals);
  }

  @Test
  void aSelfNamedOsdChangesNothing() {
    start();
    startOsd(0);
    startOsd(1);
    ClusterMap before = map();
    Peer stranger = new Peer.Session(OSD0.node(), 1, 77, "10.0.0.9");
    for (Change change :
        List.of(
            new Change.ReportFailure(OSD0, new OsdId(1), 1, 60_000, true),
            new Change.Stop(new OsdId(1), 1),
            new Change.MarkDown(List.of(new OsdId(1))))) {
      assertThat(request(stranger, change)).isInstanceOf(ChangeOutcome.Rejected.class);
    }
    assertThat(map()).isEqualTo(before);
  }

  @Test
  void onlyAnOsdItselfShowsThatItLives() {
    start();
    startOsd(0);
    beacon(0);
    OsdStats other =
        new OsdStats(
            OSD0,
            1,
            new OsdStats.Space(1_000, 999),
            new OsdStats.Load(0, 0),
            new OsdStats.Clients(0, 0, 0, 0),
            new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));
    tell(OTHER, new MonitorMessage.Beacon(OSD0, 1, other, List.of()));
    tell(osd(OSD0, 2), new MonitorMessage.Beacon(OSD0, 1, other, List.of()));
    List<Message> told = tell(OTHER, new MonitorMessage.Ask(9, MonitorMessage.Question.OSDS));
    assertThat(told)
        .singleElement()
        .isInstanceOfSatisfying(
            MonitorMessage.OsdsAnswer.class,
            answer ->
                assertThat(answer.osds()).extracting(OsdStats::usedBytes).containsExactly(100L));
  }

  @Test
  void theLeaderNotesHealthAndAnswersQuestionsAboutTheLog() {
    start();
    startOsd(0);
    request(new Change.SetFlag(ClusterFlag.NOOUT, true));
    assertThat(events()).last().asString().contains("flag noout set").contains("client.2");
    beacon(0);
    loop.pass(9_000);
    assertThat(events())
        .as("a new leader has not heard of all")
        .noneMatch(MonitorServiceTest::tellsOfFlags);
    beacon(0);
    loop.pass(6_000);
    assertThat(events()).anyMatch(MonitorServiceTest::tellsOfFlags);
    int many = events().size();
    loop.pass(6_000);
    assertThat(events()).as("nothing changed").hasSize(many);

    request(new Change.MuteHealth("OSDMAP_FLAGS", 20_000, false, 1));
    assertThat(health().muteOf(check("OSDMAP_FLAGS"))).isPresent();
    loop.pass(20_000);
    assertThat(health().mutes()).isEmpty();
    loop.pass(5_000);
    assertThat(events()).anyMatch(event -> event.text().contains("ended: its time is over"));
  }

  private static boolean tellsOfFlags(ClusterEvent event) {
    return event.text().startsWith("OSDMAP_FLAGS appeared");
  }

  private List<ClusterEvent> events() {
    List<Message> answers = tell(CLIENT, new MonitorMessage.AskEvents(9, EventQuery.ALL));
    return ((MonitorMessage.EventsAnswer) answers.getLast()).page().events();
  }

  private Health health() {
    List<Message> answers = tell(CLIENT, new MonitorMessage.Ask(9, MonitorMessage.Question.STATUS));
    return ((MonitorMessage.StatusAnswer) answers.getLast()).status().health();
  }

  private Health.Check check(String code) {
    return health().checks().stream()
        .filter(check -> check.code().equals(code))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void closedMonitorKeepsQuiet() {
    MonitorService service = start();
    service.close();
    assertThat(tell(CLIENT, new MonitorMessage.Subscribe(0))).isEmpty();
    loop.pass(10_000);
    assertThat(map().epoch()).isEqualTo(1);
  }
}
