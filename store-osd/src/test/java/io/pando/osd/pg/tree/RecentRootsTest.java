package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import org.junit.jupiter.api.Test;

class RecentRootsTest {
  private final HashTree tree = new HashTree(new PositionRange(0, 15), 2);
  private final RecentRoots roots = new RecentRoots();

  private Digest note(long counter) {
    tree.add((int) (counter % 16), counter * 31);
    roots.note(counter, tree);
    return tree.root();
  }

  @Test
  void theNewestAreKnownAndNoOthers() {
    Digest first = note(7);
    Digest second = note(8);
    assertThat(roots.of(6)).isNull();
    assertThat(roots.of(7)).isEqualTo(first);
    assertThat(roots.of(8)).isEqualTo(second);
    assertThat(roots.of(9)).isNull();
    for (int i = 9; i < 7 + RecentRoots.KEPT; i++) {
      note(i);
    }
    assertThat(roots.of(7)).isEqualTo(first);
    note(7 + RecentRoots.KEPT);
    assertThat(roots.of(7)).isNull();
    assertThat(roots.of(8)).isEqualTo(second);
  }

  @Test
  void aGapForgetsWhatWasBefore() {
    note(7);
    Digest later = note(9);
    assertThat(roots.of(7)).isNull();
    assertThat(roots.of(8)).isNull();
    assertThat(roots.of(9)).isEqualTo(later);
    Digest again = note(8);
    assertThat(roots.of(8)).isEqualTo(again);
    assertThat(roots.of(9)).isNull();
  }

  @Test
  void nothingIsKnownAfterItWasCleared() {
    note(7);
    roots.clear();
    assertThat(roots.of(7)).isNull();
    assertThat(roots.of(0)).isNull();
    Digest next = note(8);
    assertThat(roots.of(7)).isNull();
    assertThat(roots.of(8)).isEqualTo(next);
  }
}
