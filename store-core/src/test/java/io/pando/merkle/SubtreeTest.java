package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The valid parts of a tree, and the relation between levels. */
final class SubtreeTest {
  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "5,31", "20,0", "20,1048575"})
  void aLevelHasTwiceTheParts(int level, int index) {
    Subtree part = new Subtree(level, index);
    assertThat(part.level()).isEqualTo(level);
    assertThat(part.index()).isEqualTo(index);
  }

  @ParameterizedTest
  @CsvSource({"-1,0", "21,0", "0,-1", "0,1", "1,2", "5,32", "20,1048576"})
  void noTreeHasOtherParts(int level, int index) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Subtree(level, index))
        .withMessage("no part of a tree: level " + level + ", " + index);
  }

  @Test
  void partsBelowFollowThoseOfThePartBefore() {
    assertThat(Subtree.ROOT.firstBelow(3)).isEqualTo(new Subtree(3, 0));
    assertThat(new Subtree(2, 3).firstBelow(0)).isEqualTo(new Subtree(2, 3));
    assertThat(new Subtree(2, 3).firstBelow(2)).isEqualTo(new Subtree(4, 12));
  }
}
