package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.id.OsdId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupCountsTest {
  private static GroupCounts of(int count, int target, int placement, int quietFrom, int roots) {
    return new GroupCounts(count, target, placement, quietFrom, roots, 0, 0, null);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 65536, 8, 8, 8",
    "8, 1, 1, 8, 8",
    "8, 8, 5, 4, 4",
    "1, 1, 1, 1, 1",
    "65536, 1, 1, 65520, 16",
  })
  void numbersWithinTheirRangesAreTaken(
      int count, int target, int placement, int quietFrom, int roots) {
    assertThat(of(count, target, placement, quietFrom, roots).quietFrom()).isEqualTo(quietFrom);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 1, 'number of groups of a pool must be 1 to 65536: 0'",
    "65537, 1, 1, 1, 1, 'number of groups of a pool must be 1 to 65536: 65537'",
    "8, 0, 7, 8, 4, 'number of target of a pool must be 1 to 65536: 0'",
    "8, 65537, 7, 8, 4, 'number of target of a pool must be 1 to 65536: 65537'",
    "8, 9, 0, 8, 4, 'number of placement of a pool must be 1 to 8: 0'",
    "8, 9, 9, 8, 4, 'number of placement of a pool must be 1 to 8: 9'",
    "8, 9, 7, 8, 0, 'number of roots of a pool must be 1 to 8: 0'",
    "8, 9, 7, 8, 9, 'number of roots of a pool must be 1 to 8: 9'",
    "8, 9, 7, 3, 4, 'number of quiet groups of a pool must be 4 to 8: 3'",
    "8, 9, 7, 9, 4, 'number of quiet groups of a pool must be 4 to 8: 9'",
  })
  void numbersOutsideOfTheirRangesAreRefused(
      int count, int target, int placement, int quietFrom, int roots, String why) {
    assertThatThrownBy(() -> of(count, target, placement, quietFrom, roots))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void aFreshPoolIsWhereItIsToBe() {
    assertThat(GroupCounts.fresh(15)).isEqualTo(new GroupCounts(15, 15, 15, 15, 15, 0, 0, null));
    assertThat(GroupCounts.fresh(17)).isEqualTo(new GroupCounts(17, 17, 17, 17, 16, 0, 0, null));
  }

  @Test
  void aFreshOsdHasNeverBeenAnything() {
    assertThat(OsdInfo.fresh(new OsdId(3)))
        .isEqualTo(new OsdInfo(new OsdId(3), null, false, false, 0x10000, null, 0, 0, 0, 0, 0));
  }
}
