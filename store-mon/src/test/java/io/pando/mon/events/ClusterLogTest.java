package io.pando.mon.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.mon.Command;
import io.pando.mon.MonitorMachine;
import io.pando.mon.MonitorRecords;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.rules.RuleBook;
import io.pando.mon.state.HealthMemory.Seen;
import io.pando.mon.state.MonitorState;
import io.pando.report.ClusterEvent;
import io.pando.report.EventQuery;
import io.pando.report.Health;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the state machine of the monitors writes to the cluster log. */
class ClusterLogTest {
  private static final ClusterEvent.Source OPERATOR =
      new ClusterEvent.Source(new NodeId(NodeId.Role.CLIENT, 7), "10.0.0.7");
  private static final ClusterEvent.Source LEADER =
      new ClusterEvent.Source(new NodeId(NodeId.Role.MON, 0), "");

  private final MonitorMachine machine = new MonitorMachine();
  private long index;
  private long nowMillis = 2_000_000;

  @BeforeEach
  void begin() {
    apply(new Command.Begin(RuleBook.firstMap()));
    for (int osd = 0; osd < 4; osd++) {
      change(new Change.CreateOsd(null, null));
      change(new Change.PlaceInCrush("osd." + osd, null, List.of("host=h" + osd, "root=default")));
      change(RuleBook.boot(osd, 1));
    }
  }

  private ChangeOutcome apply(Command command) {
    Payload result = machine.apply(++index, nowMillis, MonitorRecords.COMMAND.encode(command));
    return MonitorRecords.OUTCOME.decode(result);
  }

  private void change(Change change) {
    assertThat(apply(new Command.Request(change, 1, MonitorRules.DEFAULT, null, OPERATOR)))
        .isInstanceOf(ChangeOutcome.Accepted.class);
  }

  private MonitorState state() {
    return machine.state().orElseThrow();
  }

  private List<ClusterEvent> events() {
    return state().events().page(EventQuery.ALL.newest(3)).events();
  }

  private ClusterEvent newest() {
    return events().getLast();
  }

  private static OsdId osd(int number) {
    return new OsdId(number);
  }

  private static Seen seen(String code, long count) {
    return new Seen(code, Health.Severity.WARNING, count, count + " of " + code);
  }

  private void note(Seen... checks) {
    SortedMap<String, Seen> all = new TreeMap<>();
    for (Seen check : checks) {
      all.put(check.code(), check);
    }
    apply(new Command.NoteHealth(all, LEADER));
  }

  @Test
  void theFirstEventIsTheBeginningAndEachHasItsTimeEpochAndRequester() {
    List<ClusterEvent> all = state().events().page(EventQuery.ALL).events();
    assertThat(all.getFirst().text()).contains("begins with 1 monitor");
    nowMillis += 5_000;
    change(new Change.CreatePool("a", 8, 2, 1, null));
    assertThat(newest().text()).isEqualTo("pool 'a' created");
    assertThat(newest().epoch()).isEqualTo(state().map().epoch());
    assertThat(newest().atMillis()).isEqualTo(state().nowMillis());
    assertThat(newest().source()).isEqualTo(OPERATOR).hasToString("client.7 at 10.0.0.7");
    assertThat(newest().what().pools()).containsExactly(new PoolId(1));
    assertThat(newest().number()).isEqualTo(all.getLast().number() + 1);
  }

  @Test
  void aDownOsdHasTheReasonAndTheReporters() {
    change(new Change.ReportFailure(osd(1), osd(3), 1, 20_000, true));
    long quiet = newest().number();
    change(new Change.ReportFailure(osd(2), osd(3), 1, 20_000, true));
    assertThat(newest().number()).as("one report is no event").isEqualTo(quiet + 1);
    assertThat(newest().text()).isEqualTo("osd.3 marked down: reported by osd.1, osd.2");
    assertThat(newest().what().osds()).containsExactly(osd(3));
    change(RuleBook.boot(3, 2));
    assertThat(newest().text()).isEqualTo("osd.3 came up at 127.0.0.1:7003");
    change(new Change.Stop(osd(3), 2));
    assertThat(newest().text()).isEqualTo("osd.3 marked down: it shuts down");
    change(new Change.MarkSilent(List.of(osd(2))));
    assertThat(newest().text())
        .isEqualTo("osd.2 marked down: no beacon reached the leading monitor");
    change(new Change.MarkDown(List.of(osd(1))));
    assertThat(newest().text()).isEqualTo("marked down osd.1");
  }

  @Test
  void anOsdThatIsDownForLongIsMarkedOutByTime() {
    change(new Change.Stop(osd(3), 1));
    nowMillis += 700_000;
    change(new Change.Tick());
    assertThat(newest().text()).isEqualTo("osd.3 marked out: down for too long");
    long last = newest().number();
    change(new Change.Tick());
    assertThat(newest().number()).as("nothing changed").isEqualTo(last);
  }

  @Test
  void aSecondIncarnationEndsTheFirst() {
    change(RuleBook.boot(3, 2));
    assertThat(newest().text())
        .isEqualTo("osd.3 came up at 127.0.0.1:7003, and was marked down first: it was up before");
  }

  @Test
  void flagsAreSetAndCleared() {
    change(new Change.SetFlag(ClusterFlag.NOOUT, true));
    assertThat(newest().text()).isEqualTo("flag noout set");
    long last = newest().number();
    change(new Change.SetFlag(ClusterFlag.NOOUT, true));
    assertThat(newest().number()).as("it was set already").isEqualTo(last);
    change(new Change.SetFlag(ClusterFlag.NOOUT, false));
    assertThat(newest().text()).isEqualTo("flag noout cleared");
  }

  @Test
  void rejectedChangesMakeNoEvent() {
    long last = newest().number();
    assertThat(
            apply(
                new Command.Request(
                    new Change.DeletePool("x", "y"), 1, MonitorRules.DEFAULT, null, OPERATOR)))
        .isInstanceOf(ChangeOutcome.Rejected.class);
    assertThat(newest().number()).isEqualTo(last);
  }

  @Test
  void whatPeeringRequestsIsRoutine() {
    change(new Change.CreatePool("a", 8, 2, 1, null));
    long last = newest().number();
    change(new Change.RaiseUpThru(osd(1), 1, state().map().epoch()));
    PgId group = new PgId(new PoolId(1), 0);
    GroupMapping mapping = new Placement().locate(state().map(), group);
    OsdId primary = mapping.primary().orElseThrow();
    change(new Change.OverrideActing(primary, group, MemberList.of(primary)));
    change(new Change.OverrideActing(primary, group, mapping.up()));
    assertThat(newest().number()).as("not shown").isEqualTo(last);
    EventQuery all = new EventQuery(last, 0, 0, null, null, true);
    assertThat(state().events().page(all).events())
        .extracting(ClusterEvent::kind)
        .isNotEmpty()
        .containsOnly(ClusterEvent.Kind.ROUTINE);
    assertThat(state().events().page(all).events().getFirst().text())
        .startsWith("up_thru of osd.1");
  }

  @Test
  void healthChecksAppearGetWorseAndClear() {
    note(seen("OSD_DOWN", 1));
    assertThat(newest().text()).isEqualTo("OSD_DOWN appeared (a warning): 1 of OSD_DOWN");
    assertThat(newest().kind()).isEqualTo(ClusterEvent.Kind.HEALTH);
    assertThat(newest().source()).isEqualTo(LEADER);
    long last = newest().number();
    note(seen("OSD_DOWN", 2));
    assertThat(newest().number()).as("more of the same is no event").isEqualTo(last);
    note(new Seen("OSD_DOWN", Health.Severity.ERROR, 2, "two"));
    assertThat(newest().text()).isEqualTo("OSD_DOWN is now an error: two");
    note();
    assertThat(events())
        .extracting(ClusterEvent::text)
        .endsWith("OSD_DOWN cleared; it was: two", "the cluster is healthy: no check is raised");
  }

  private void mute(long lifeMillis, boolean sticky, long count) {
    change(new Change.MuteHealth("OSD_DOWN", lifeMillis, sticky, count));
    assertThat(newest().text()).startsWith("OSD_DOWN is muted");
  }

  @Test
  void aMuteEndsWhenTheCheckGetsWorse() {
    note(seen("OSD_DOWN", 3));
    mute(0, false, 3);
    note(seen("OSD_DOWN", 2));
    assertThat(state().health().mutes().values())
        .as("covers fewer")
        .extracting(Health.Mute::count)
        .containsExactly(2L);
    note(seen("OSD_DOWN", 3));
    assertThat(state().health().mutes()).isEmpty();
    assertThat(newest().text())
        .isEqualTo("the mute of OSD_DOWN ended: the check got worse, from 2 to 3");
  }

  @Test
  void aMuteEndsWhenTheCheckClears() {
    note(seen("OSD_DOWN", 1));
    mute(0, false, 1);
    note();
    assertThat(state().health().mutes()).isEmpty();
    assertThat(newest().text()).contains("ended: the check cleared");
  }

  @Test
  void aStickyMuteEndsWithItsTimeAlone() {
    mute(60_000, true, 0);
    note(seen("OSD_DOWN", 1));
    note(seen("OSD_DOWN", 5));
    note();
    nowMillis += 59_000;
    note();
    assertThat(state().health().mutes()).containsOnlyKeys("OSD_DOWN");
    nowMillis += 1_000;
    assertThat(HealthEvents.isDue(state().at(state().time().at(nowMillis)), new TreeMap<>()))
        .isTrue();
    note();
    assertThat(state().health().mutes()).isEmpty();
    assertThat(newest().text()).contains("ended: its time is over");
  }

  /** The leading monitor does not see the disk of another one. */
  @Test
  void aMuteOfWhatOneMonitorSeesStays() {
    change(new Change.MuteHealth("MON_DISK_LOW", 0, false, 1));
    note();
    assertThat(state().health().mutes()).containsOnlyKeys("MON_DISK_LOW");
    change(new Change.UnmuteHealth("MON_DISK_LOW"));
    assertThat(state().health().mutes()).isEmpty();
    assertThat(newest().text()).isEqualTo("MON_DISK_LOW is not muted any more");
  }

  @Test
  void aNoteIsDueOnlyIfSomethingChanges() {
    TreeMap<String, Seen> one = new TreeMap<>();
    one.put("OSD_DOWN", seen("OSD_DOWN", 1));
    assertThat(HealthEvents.isDue(state(), new TreeMap<>())).isFalse();
    assertThat(HealthEvents.isDue(state(), one)).isTrue();
    note(seen("OSD_DOWN", 2));
    assertThat(HealthEvents.isDue(state(), one)).as("other numbers").isFalse();
    mute(0, false, 2);
    assertThat(HealthEvents.isDue(state(), one)).as("the mute covers fewer").isTrue();
  }

  @Test
  void logAndMutesAreInTheSnapshot() {
    note(seen("OSD_DOWN", 1));
    mute(60_000, false, 1);
    change(new Change.RaiseUpThru(osd(1), 1, state().map().epoch()));
    MonitorMachine other = new MonitorMachine();
    other.restore(machine.snapshot());
    assertThat(other.state()).isEqualTo(machine.state());
    assertThat(other.state().orElseThrow().events().routine()).isNotEmpty();
  }
}
