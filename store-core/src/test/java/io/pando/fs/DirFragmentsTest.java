package io.pando.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories that split and join at random places. */
class DirFragmentsTest {
  private static DirFragments changed(DirFragments before, Random64 random) {
    DirFragment some = before.inOrder().get(random.nextInt(before.inOrder().size()));
    int room = DirFragment.MOST_BITS - some.bits();
    if (room > 0 && (some.bits() == 0 || random.oneIn(2))) {
      return before.split(some, 1 + random.nextInt(Math.min(3, room)));
    }
    return before.join(some.parent());
  }

  @Test
  void everyHashIsInOneFragment() {
    Random64 random = new Random64(4);
    DirFragments fragments = DirFragments.ONE;
    for (int i = 0; i < 2_000; i++) {
      fragments = changed(fragments, random);
      assertThat(DirFragments.of(fragments.inOrder())).isEqualTo(fragments);
      long hash = random.nextLong() >>> (Long.SIZE - NameHash.BITS);
      DirFragment of = fragments.of(hash);
      assertThat(fragments.inOrder().stream().filter(it -> it.contains(hash))).containsExactly(of);
      assertThat(hash).isBetween(of.firstHash(), of.lastHash());
      assertThat(fragments.contains(of)).isTrue();
      assertThat(fragments.of(of.firstHash())).isEqualTo(of);
      assertThat(fragments.of(of.lastHash())).isEqualTo(of);
      assertThat(DirFragment.parse(of.toString())).isEqualTo(of);
    }
    assertThat(fragments.join(DirFragment.WHOLE)).isEqualTo(DirFragments.ONE);
  }

  @Test
  void fragmentsThatDoNotFitTogetherAreRefused() {
    List<DirFragment> halves = DirFragment.WHOLE.split(1);
    for (List<DirFragment> wrong :
        List.of(
            List.<DirFragment>of(),
            halves.subList(0, 1),
            halves.subList(1, 2),
            halves.reversed(),
            List.of(halves.getFirst(), halves.getFirst(), halves.getLast()),
            List.of(DirFragment.WHOLE, halves.getLast()))) {
      assertThatThrownBy(() -> DirFragments.of(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
    DirFragments two = DirFragments.of(halves);
    assertThatThrownBy(() -> two.split(DirFragment.WHOLE, 1)).hasMessageContaining("0/0");
    assertThatThrownBy(() -> two.join(new DirFragment(0, 2))).hasMessageContaining("0/2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "/", "1/", "/1", "2/1", "-1/3", "0/25", "x/1", "0/0/0"})
  void whatIsNoFragmentIsRefused(String text) {
    assertThatThrownBy(() -> DirFragment.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
