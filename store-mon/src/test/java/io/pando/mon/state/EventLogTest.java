package io.pando.mon.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.mon.rules.RuleBook;
import io.pando.report.ClusterEvent;
import io.pando.report.EventPage;
import io.pando.report.EventQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Bounds of the cluster log, and pages of it. */
class EventLogTest {
  private final MonitorState state = RuleBook.withOsds(1).state();
  private EventLog log = EventLog.EMPTY;

  private void add(ClusterEvent.Kind kind, String text, int osd) {
    ClusterEvent.What what =
        new ClusterEvent.What(text, List.of(new OsdId(osd)), List.of(new PoolId(osd + 1)));
    log = log.plus(state, kind, null, what);
  }

  private static List<Long> numbers(EventPage page) {
    return page.events().stream().map(ClusterEvent::number).toList();
  }

  @Test
  void manyRoutineEventsPushOutNoOthers() {
    add(ClusterEvent.Kind.MAP, "kept", 0);
    for (int i = 0; i < 3_000; i++) {
      add(ClusterEvent.Kind.ROUTINE, "routine", 0);
    }
    assertThat(log.events()).extracting(ClusterEvent::text).containsExactly("kept");
    assertThat(log.routine()).hasSize(2_000);
    assertThat(log.routine().getLast().number()).isEqualTo(3_001);
    assertThat(log.last()).isEqualTo(3_001);
  }

  @Test
  void theOldestEventsAreDroppedByNumberAndByBytes() {
    for (int i = 0; i < 8_010; i++) {
      add(ClusterEvent.Kind.MAP, "short", 0);
    }
    assertThat(log.events()).hasSize(8_000);
    assertThat(log.events().getFirst().number()).isEqualTo(11);
    for (int i = 0; i < 5_000; i++) {
      add(ClusterEvent.Kind.HEALTH, "x".repeat(1_000), 0);
    }
    assertThat(log.events().size()).isBetween(3_000, 4_000);
    assertThat(log.events().getLast().text()).hasSize(503).endsWith("...");
  }

  @Test
  void pagesFollowOneAnother() {
    for (int i = 0; i < 1_201; i++) {
      add(i % 2 == 0 ? ClusterEvent.Kind.MAP : ClusterEvent.Kind.ROUTINE, "e" + i, i);
    }
    List<Long> found = new ArrayList<>();
    EventQuery next = new EventQuery(0, 0, 0, null, null, true);
    EventPage page = log.page(next);
    while (page.more()) {
      assertThat(page.events()).hasSize(500);
      found.addAll(numbers(page));
      next = next.following(found.getLast());
      page = log.page(next);
    }
    found.addAll(numbers(page));
    assertThat(found).containsExactlyElementsOf(LongStream.rangeClosed(1, 1_201).boxed().toList());
    assertThat(numbers(log.page(EventQuery.ALL))).hasSize(500).startsWith(1L, 3L, 5L, 7L);
  }

  @Test
  void queriesSelectByNumberTimeCountOsdAndPool() {
    for (int i = 0; i < 5; i++) {
      add(ClusterEvent.Kind.MAP, "e" + i, i);
    }
    assertThat(numbers(log.page(EventQuery.ALL.newest(2)))).containsExactly(4L, 5L);
    assertThat(numbers(log.page(EventQuery.ALL.newest(9)))).hasSize(5);
    assertThat(numbers(log.page(EventQuery.ALL.following(3)))).containsExactly(4L, 5L);
    assertThat(numbers(log.page(new EventQuery(0, 0, 0, new OsdId(2), null, false))))
        .containsExactly(3L);
    assertThat(numbers(log.page(new EventQuery(0, 0, 0, null, new PoolId(2), false))))
        .containsExactly(2L);
    assertThat(numbers(log.page(new EventQuery(0, state.nowMillis() + 1, 0, null, null, false))))
        .isEmpty();
  }

  @Test
  void aPageHasABound() {
    for (int i = 0; i < 501; i++) {
      add(ClusterEvent.Kind.MAP, "e", 0);
    }
    EventPage page = log.page(EventQuery.ALL);
    assertThat(page.events()).hasSize(500);
    assertThat(page.more()).isTrue();
  }
}
