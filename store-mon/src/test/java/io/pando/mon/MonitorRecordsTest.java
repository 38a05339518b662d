package io.pando.mon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.format.RecordFormat;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.rules.RuleBook;
import io.pando.mon.state.AnsweredRequests;
import io.pando.mon.state.EventLog;
import io.pando.mon.state.HealthMemory;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.RequestOrigin;
import io.pando.proto.FormatException;
import io.pando.report.ClusterEvent;
import io.pando.report.Health;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Bytes that were written once stay readable permanently: {@code golden/monitor-1.txt} holds a name
 * and the bytes in hexadecimal on each line. Until a first release, a change of a record deletes
 * the file, and writes it again with {@code -Dpando.golden=write}.
 */
class MonitorRecordsTest {
  private static final Path FILE = Path.of("src/test/resources/golden/monitor-1.txt");

  /** Settings of releases before there were fences. */
  private static final MonitorRules WITHOUT_FENCES =
      MonitorRules.DEFAULT.withFencing(new MonitorRules.Fencing(0, 0));

  private static final RequestOrigin ORIGIN =
      new RequestOrigin(new NodeId(NodeId.Role.CLIENT, -2), -3, 300, 299);
  private static final Command.Request REQUEST_OF_A_CLIENT =
      new Command.Request(
          new Change.MarkOut(List.of(new OsdId(3))), 0x1122334455667788L, WITHOUT_FENCES, ORIGIN);
  private static final ClusterEvent.Source SOURCE =
      new ClusterEvent.Source(new NodeId(NodeId.Role.CLIENT, 9), "10.0.0.9");
  private static final Command.Request REQUEST_WITH_SOURCE =
      new Command.Request(new Change.UnmuteHealth("OSD_DOWN"), 1, WITHOUT_FENCES, ORIGIN, SOURCE);
  private static final Command.Request REQUEST_OF_A_FENCE =
      new Command.Request(
          new Change.AddFence(-3, 60_000, "test"), 1, MonitorRules.DEFAULT, ORIGIN, SOURCE);
  private static final Command.NoteHealth NOTE = new Command.NoteHealth(seen(), SOURCE);
  private static final Map<String, String> GOLDEN = golden();

  private static Map<String, String> golden() {
    try {
      if ("write".equals(System.getProperty("pando.golden")) && !Files.exists(FILE)) {
        Files.write(FILE, examples());
      }
      return Files.readAllLines(FILE).stream()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(p -> p[0], p -> p[1], (a, b) -> a, TreeMap::new));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> examples() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.CreatePool("a", 4, 2, 1, null));
    book.accept(new Change.MarkSilent(List.of(new OsdId(2))));
    book.accept(RuleBook.boot(2, 1));
    book.accept(new Change.MarkOut(List.of(new OsdId(2))));
    book.accept(new Change.ReportFailure(new OsdId(1), new OsdId(0), 1, 20_000, false));
    return List.of(
        line("begin", MonitorRecords.COMMAND, new Command.Begin(RuleBook.firstMap())),
        line(
            "request-with-grace",
            MonitorRecords.COMMAND,
            new Command.Request(
                new Change.MarkOut(List.of(new OsdId(3))),
                0x1122334455667788L,
                WITHOUT_FENCES,
                null)),
        line("request-of-a-client", MonitorRecords.COMMAND, REQUEST_OF_A_CLIENT),
        line("request-with-fences", MonitorRecords.COMMAND, REQUEST_OF_A_FENCE),
        line("refuse", MonitorRecords.COMMAND, new Command.Refuse(ORIGIN, "no")),
        line("accepted", MonitorRecords.OUTCOME, new ChangeOutcome.Accepted(12, "done")),
        line("rejected", MonitorRecords.OUTCOME, new ChangeOutcome.Rejected("no")),
        line("unavailable", MonitorRecords.OUTCOME, new ChangeOutcome.Unavailable("later")),
        line("state", MonitorRecords.STATE, book.state()),
        line("state-with-answers", MonitorRecords.STATE, withAnswers(book.state())),
        line("request-with-source", MonitorRecords.COMMAND, REQUEST_WITH_SOURCE),
        line("note-health", MonitorRecords.COMMAND, NOTE),
        line("state-with-events", MonitorRecords.STATE, withEvents(book.state())));
  }

  private static SortedMap<String, HealthMemory.Seen> seen() {
    SortedMap<String, HealthMemory.Seen> seen = new TreeMap<>();
    seen.put("OSD_DOWN", new HealthMemory.Seen("OSD_DOWN", Health.Severity.WARNING, 2, "2 down"));
    return seen;
  }

  private static MonitorState withEvents(MonitorState state) {
    SortedMap<String, Health.Mute> mutes = new TreeMap<>();
    mutes.put("OSD_DOWN", new Health.Mute("OSD_DOWN", 4_000_000, true, 2));
    ClusterEvent.What map =
        new ClusterEvent.What("osd.2 down", List.of(new OsdId(2)), List.of(new PoolId(1)));
    ClusterEvent.What routine = ClusterEvent.What.of("up_thru");
    return state
        .withEvents(
            state
                .events()
                .plus(state, ClusterEvent.Kind.MAP, SOURCE, map)
                .plus(state, ClusterEvent.Kind.ROUTINE, null, routine))
        .withHealth(new HealthMemory(seen(), mutes));
  }

  private static MonitorState withAnswers(MonitorState state) {
    return state.withAnswered(
        AnsweredRequests.NONE
            .plus(ORIGIN, new ChangeOutcome.Rejected("no"))
            .plus(new RequestOrigin(ORIGIN.requester(), 9, 1, 1), new ChangeOutcome.Accepted(4, ""))
            .plus(
                new RequestOrigin(ORIGIN.requester(), 9, 2, 1),
                new ChangeOutcome.Accepted(5, "b")));
  }

  private static <T> String line(String name, RecordFormat<T> format, T record) {
    return name + " " + HexFormat.of().formatHex(format.toBytes(record));
  }

  /** The record of those bytes, which it gives again. */
  private static <T> T golden(String name, RecordFormat<T> format) {
    String hex = GOLDEN.getOrDefault(name, "");
    T record = format.decode(HexFormat.of().parseHex(hex));
    assertThat(HexFormat.of().formatHex(format.toBytes(record))).isEqualTo(hex);
    return record;
  }

  @Test
  void commands() {
    assertThat(golden("begin", MonitorRecords.COMMAND))
        .isInstanceOfSatisfying(
            Command.Begin.class, begin -> assertThat(begin.map().epoch()).isEqualTo(1));
    assertThat(golden("request-with-grace", MonitorRecords.COMMAND))
        .isEqualTo(
            new Command.Request(
                new Change.MarkOut(List.of(new OsdId(3))),
                0x1122334455667788L,
                WITHOUT_FENCES,
                null));
  }

  @Test
  void commandsOfAClient() {
    assertThat(golden("request-of-a-client", MonitorRecords.COMMAND))
        .isEqualTo(REQUEST_OF_A_CLIENT);
    assertThat(golden("request-with-fences", MonitorRecords.COMMAND)).isEqualTo(REQUEST_OF_A_FENCE);
    assertThat(golden("refuse", MonitorRecords.COMMAND))
        .isEqualTo(new Command.Refuse(ORIGIN, "no"));
  }

  /** A release that knew no grace removed pools at once, and must when its log is applied again. */
  @Test
  void commandWithoutAGraceOfRemovedPoolsHasNone() {
    assertThat(golden("request", MonitorRecords.COMMAND))
        .isEqualTo(
            new Command.Request(
                new Change.MarkOut(List.of(new OsdId(3))),
                0x1122334455667788L,
                WITHOUT_FENCES.withRemovedPoolGraceMillis(0),
                null));
  }

  @Test
  void outcomes() {
    assertThat(golden("accepted", MonitorRecords.OUTCOME))
        .isEqualTo(new ChangeOutcome.Accepted(12, "done"));
    assertThat(golden("rejected", MonitorRecords.OUTCOME))
        .isEqualTo(new ChangeOutcome.Rejected("no"));
    assertThat(golden("unavailable", MonitorRecords.OUTCOME))
        .isEqualTo(new ChangeOutcome.Unavailable("later"));
  }

  @Test
  void state() {
    MonitorState state = golden("state", MonitorRecords.STATE);
    assertThat(state.map().osds()).hasSize(3);
    assertThat(state.map().poolNamed("a")).isPresent();
    assertThat(state.recent().list()).isNotEmpty().last().isNotNull();
    assertThat(state.failures().of(new OsdId(0)).keySet()).containsExactly(new OsdId(1));
    assertThat(state.flapHistoryOf(new OsdId(2)).marksMillis()).hasSize(1);
    assertThat(state.heldOut()).containsExactly(new OsdId(2));
    assertThat(state.nextPool()).isEqualTo(2);
    assertThat(state.answered()).isEqualTo(AnsweredRequests.NONE);
  }

  @Test
  void stateWithAnswers() {
    MonitorState state = golden("state-with-answers", MonitorRecords.STATE);
    assertThat(state).isEqualTo(withAnswers(state));
    assertThat(state.answered().requesters()).hasSize(2);
  }

  @Test
  void eventsAndMutes() {
    assertThat(golden("request-with-source", MonitorRecords.COMMAND))
        .isEqualTo(REQUEST_WITH_SOURCE);
    assertThat(golden("note-health", MonitorRecords.COMMAND)).isEqualTo(NOTE);
    MonitorState state = golden("state-with-events", MonitorRecords.STATE);
    assertThat(state)
        .isEqualTo(withEvents(state.withEvents(EventLog.EMPTY).withHealth(HealthMemory.NONE)));
    assertThat(state.events().last()).isEqualTo(2);
    assertThat(state.health().mutes()).containsOnlyKeys("OSD_DOWN");
  }

  /** A release before the cluster log stored neither events nor mutes. */
  @Test
  void anOlderStateHasNoEvents() {
    MonitorState state = golden("state", MonitorRecords.STATE);
    assertThat(state.events()).isEqualTo(EventLog.EMPTY);
    assertThat(state.health()).isEqualTo(HealthMemory.NONE);
  }

  @Test
  void rubbishIsNamed() {
    assertThatThrownBy(() -> MonitorRecords.COMMAND.decode(Payload.wrap(new byte[] {9, 9})))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("Command");
  }

  /** A monitor that starts again may meet a command, and so the smaller settings, first. */
  @Test
  void settingsAreWholeWhicheverAreMadeFirst() throws Exception {
    URL classes = FlapSettings.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader outside = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader separate = new URLClassLoader(new URL[] {classes}, outside)) {
      Class<?> small = Class.forName(FlapSettings.class.getName(), true, separate);
      Class<?> large = Class.forName(MonitorRules.class.getName(), true, separate);
      Object usual = large.getField("DEFAULT").get(null);
      assertThat(large.getMethod("flapping").invoke(usual))
          .isNotNull()
          .isEqualTo(small.getField("DEFAULT").get(null));
    }
  }
}
