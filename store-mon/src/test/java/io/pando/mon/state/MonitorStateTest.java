package io.pando.mon.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import io.pando.mon.rules.RuleBook;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How a state begins, and what its copies keep. */
class MonitorStateTest {
  private static final OsdId OSD = new OsdId(1);

  private final RuleBook book = RuleBook.withOsds(2);

  private void create(String pool) {
    book.accept(new Change.CreatePool(pool, 8, 2, 0, null));
  }

  @Test
  void aClusterWithPoolsBeginsBehindTheirNumbers() {
    create("a");
    create("b");
    create("c");
    ClusterMap map = book.pass(5_000).map();
    MonitorState state = MonitorState.beginning(map);
    int last = map.pools().lastKey().value();
    assertThat(last).isEqualTo(3);
    assertThat(state.nextPool()).isEqualTo(4);
    assertThat(state.map()).isEqualTo(map);
    assertThat(state.nowMillis()).isEqualTo(map.stamp().modifiedMillis());
    assertThat(state.since(map.epoch())).contains(List.of());
    assertThat(state.since(map.epoch() - 1)).isEmpty();
    assertThat(MonitorState.beginning(RuleBook.firstMap()).nextPool()).isOne();
  }

  @Test
  void theIncrementalsSinceAnEpochAreTheNewest() {
    long epoch = book.map().epoch();
    create("a");
    create("b");
    assertThat(book.state().since(epoch + 2)).contains(List.of());
    assertThat(book.state().since(epoch + 1).orElseThrow())
        .singleElement()
        .satisfies(newest -> assertThat(newest.epoch()).isEqualTo(epoch + 2));
    assertThat(book.state().since(1).orElseThrow()).hasSize((int) epoch + 1);
    assertThat(book.state().since(0)).isEmpty();
  }

  @Test
  void theTimeOfTheMapGoesOnWithTheClock() {
    MonitorState state = book.state().at(new MapTime(500, 100));
    assertThat(state.nowMillis()).isEqualTo(500);
    assertThat(state.timeAt(107)).isEqualTo(507);
    assertThat(state.timeAt(90)).isEqualTo(500);
  }

  /** Each copy differs in one part. */
  @Test
  void whatIsNotChangedStays() {
    MonitorState before = book.state();
    FlapHistory flapHistory = new FlapHistory(1, List.of(1L), 2, 3, 4);
    MonitorState state = before.withFlapHistory(OSD, flapHistory);
    assertThat(state.flapHistoryOf(OSD)).isEqualTo(flapHistory);
    assertThat(state.flapHistoryOf(new OsdId(0))).isEqualTo(FlapHistory.UNKNOWN);
    assertThat(state.withFlapHistory(OSD, FlapHistory.UNKNOWN)).isEqualTo(before);
    state = state.withHeldOut(new TreeSet<>(List.of(OSD))).withNextPool(7);
    assertThat(state)
        .isEqualTo(
            new MonitorState(
                before.map(),
                before.recent(),
                new MonitorState.OsdMarks(
                    before.failures(), state.marks().flapHistory(), new TreeSet<>(List.of(OSD))),
                7,
                before.time(),
                before.past()));
    assertThat(state.withFailures(before.failures())).isEqualTo(state);
    assertThat(state.at(before.time())).isEqualTo(state);
  }
}
