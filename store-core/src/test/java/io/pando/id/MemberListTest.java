package io.pando.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemberListTest {
  private static final OsdId A = new OsdId(1);
  private static final OsdId B = new OsdId(2);
  private static final OsdId C = new OsdId(3);
  private static final MemberList ALL = MemberList.of(A, B, C);

  @Test
  void osdsThatAreLeftOutLeaveHolesUntilTheListIsClosedUp() {
    MemberList kept = ALL.keep(osd -> !osd.equals(A));
    assertThat(kept.positions()).containsExactly(Optional.empty(), Optional.of(B), Optional.of(C));
    assertThat(kept.osds()).containsExactly(B, C);
    assertThat(kept.count()).isEqualTo(2);
    assertThat(kept.first()).isEqualTo(B);
    assertThat(kept.contains(A)).isFalse();
    assertThat(kept).hasToString("[NONE, osd.2, osd.3]");
    assertThat(kept).isNotEqualTo(MemberList.of(B, C));
    assertThat(kept.closedUp()).isEqualTo(MemberList.of(B, C));
    assertThat(kept.keep(osd -> osd.equals(C)).positions())
        .as("the positions stay")
        .containsExactly(Optional.empty(), Optional.empty(), Optional.of(C));
  }

  @Test
  void listOfHolesIsEmptyAndKeepsItsPositions() {
    MemberList none = ALL.keep(_ -> false);
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.first()).isNull();
    assertThat(none.positions()).hasSize(3);
    assertThat(none).isNotEqualTo(MemberList.EMPTY);
    assertThat(none.closedUp()).isEqualTo(MemberList.EMPTY);
  }

  @Test
  void listWithoutHolesIsClosedUpAlready() {
    assertThat(ALL.closedUp()).isSameAs(ALL);
    assertThat(ALL.keep(_ -> true)).isSameAs(ALL);
    assertThat(ALL).isEqualTo(MemberList.of(List.of(A, B, C))).hasSameHashCodeAs(ALL.closedUp());
  }

  @Test
  void anOsdMayHaveTwoPositions() {
    MemberList twice =
        MemberList.ofPositions(List.of(Optional.of(A), Optional.empty(), Optional.of(A)));
    assertThat(twice.osds()).containsExactly(A, A);
    assertThat(twice).hasToString("[osd.1, NONE, osd.1]");
  }
}
