package io.pando.mon.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.mon.rules.RuleBook;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which incrementals are kept: the newest, not too many and not too large. */
final class RecentIncrementalsTest {
  private static final int MIB = 1 << 20;
  private static final int MANY = 100;

  /** Counts as a hundred bytes, as much as an incremental counts beside its edits. */
  private static final Incremental.Edit SMALL = new Incremental.PutFlags(new TreeSet<>());

  private static Incremental incremental(long epoch, int smallEdits) {
    return new Incremental(epoch, 0, Collections.nCopies(smallEdits, SMALL));
  }

  private static List<Long> epochs(RecentIncrementals recent) {
    return recent.list().stream().map(Incremental::epoch).toList();
  }

  @Test
  void theNewestAreKept() {
    RecentIncrementals recent = RecentIncrementals.NONE;
    for (int epoch = 5; epoch <= 9; epoch++) {
      recent = recent.plus(incremental(epoch, 1), 3);
    }
    assertThat(epochs(recent)).containsExactly(7L, 8L, 9L);
    assertThat(epochs(recent.plus(incremental(10, 1), 2))).containsExactly(9L, 10L);
    assertThat(epochs(recent.plus(incremental(10, 1), 1))).containsExactly(10L);
  }

  @Test
  void noneIsLeftOut() {
    RecentIncrementals recent = RecentIncrementals.NONE.plus(incremental(5, 1), MANY);
    for (long epoch : new long[] {5, 7}) {
      assertThatThrownBy(() -> recent.plus(incremental(epoch, 1), MANY))
          .hasMessageContaining("incremental of epoch " + epoch + " does not follow");
    }
  }

  /** The oldest fits beside the others or does not, by one edit. */
  private static void assertCounts(int bytes, Incremental.Edit edit) {
    int most = (4 * MIB - 3 * 100 - bytes) / 100;
    for (int more = 0; more <= 1; more++) {
      RecentIncrementals recent =
          RecentIncrementals.NONE
              .plus(incremental(1, most + more), MANY)
              .plus(new Incremental(2, 0, List.of(edit)), MANY);
      assertThat(epochs(recent)).containsExactly(1L, 2L);
      if (more == 0) {
        assertThat(epochs(recent.plus(incremental(3, 0), MANY))).containsExactly(1L, 2L, 3L);
      } else {
        assertThat(epochs(recent.plus(incremental(3, 0), MANY))).containsExactly(2L, 3L);
      }
    }
  }

  @Test
  void togetherTheyHaveFourMebibytesAtMost() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.CreatePool("a", 8, 2, 0, null));
    ClusterMap map = book.map();
    assertThat(map.crush().devices()).hasSize(3);
    assertCounts(100, SMALL);
    assertCounts(100 + 3 * 50, new Incremental.PutCrush(map.crush()));
    assertCounts(100 + 1_000, new Incremental.PutPool(map.pools().firstEntry().getValue()));
  }

  @Test
  void theNewestIsKeptHoweverLargeItIs() {
    RecentIncrementals recent =
        RecentIncrementals.NONE
            .plus(incremental(1, 1), MANY)
            .plus(incremental(2, 5 * MIB / 100), MANY);
    assertThat(epochs(recent)).containsExactly(2L);
  }
}
