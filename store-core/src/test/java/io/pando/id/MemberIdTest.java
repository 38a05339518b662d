package io.pando.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class MemberIdTest {
  private static final OsdId THREE = new OsdId(3);
  private static final OsdId TEN = new OsdId(10);

  @Test
  void replicasAreNamedByTheirOsd() {
    MemberId replica = MemberId.of(THREE);

    assertThat(replica.hasPosition()).isFalse();
    assertThat(replica).hasToString("osd.3").isEqualTo(MemberId.of(new OsdId(3)));
  }

  @Test
  void positionsTellMembersOnOneOsdApart() {
    MemberId member = new MemberId(THREE, 2);

    assertThat(member.hasPosition()).isTrue();
    assertThat(member)
        .hasToString("osd.3(2)")
        .isEqualTo(new MemberId(new OsdId(3), 2))
        .hasSameHashCodeAs(new MemberId(new OsdId(3), 2))
        .isNotEqualTo(new MemberId(THREE, 1))
        .isNotEqualTo(MemberId.of(THREE));
  }

  @Test
  void osdsComeFirstInTheOrder() {
    List<MemberId> ordered =
        List.of(
            MemberId.of(THREE),
            new MemberId(THREE, 0),
            new MemberId(THREE, 11),
            MemberId.of(TEN),
            new MemberId(TEN, 1));

    assertThat(List.copyOf(new TreeSet<>(ordered.reversed()))).isEqualTo(ordered);
  }

  @Test
  void otherNegativePositionsAreRefused() {
    assertThatThrownBy(() -> new MemberId(THREE, -2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-2");
  }
}
