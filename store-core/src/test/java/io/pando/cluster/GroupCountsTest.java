package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupCountsTest {
  private static GroupCounts of(int count, int target, int placement, int quietFrom, int roots) {
    return new GroupCounts(
        count, target, placement, quietFrom, roots, new GroupCounts.Steps(0, 0, null));
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

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "2, 1, 1",
    "3, 1, 2",
    "8, 1, 4",
    "8, 6, 6",
    "9, 1, 8",
    "32, 1, 16",
    "33, 1, 32",
    "34, 1, 32",
    "64, 1, 48",
    "64, 50, 50"
  })
  void aMergeHasABound(int count, int roots, int least) {
    assertThat(GroupCounts.leastAfterMerge(count, roots)).isEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8, 8, true",
    "9, 8, 8, false",
    "7, 8, 8, false",
    "7, 7, 8, false",
    "8, 7, 8, false",
    "8, 8, 7, false"
  })
  void itIsSettledWhereAllIsAsItIsToBe(int target, int placement, int quietFrom, boolean settled) {
    assertThat(of(8, target, placement, quietFrom, 4).isSettled()).isEqualTo(settled);
  }

  @Test
  void groupsThatAreMergedAndTheirParentsAreQuiet() {
    GroupCounts merging = of(8, 6, 6, 6, 4);
    assertThat(IntStream.range(0, 8).filter(merging::isQuiet)).containsExactly(2, 3, 6, 7);
    assertThat(IntStream.range(0, 8).filter(GroupCounts.fresh(8)::isQuiet)).isEmpty();
  }

  @Test
  void anotherTargetChangesNothingElse() {
    GroupCounts.Merge merge = new GroupCounts.Merge(5, 10, 8, 0, List.of());
    GroupCounts counts = new GroupCounts(8, 6, 7, 5, 4, new GroupCounts.Steps(9, 10, merge));
    assertThat(counts.toward(3))
        .isEqualTo(new GroupCounts(8, 3, 7, 5, 4, new GroupCounts.Steps(9, 10, merge)));
  }

  @Test
  void theLastVersionOfAMergedGroupIsKnown() {
    Version version = new Version(3, 4);
    GroupCounts.Final last = new GroupCounts.Final(2, version);
    GroupCounts.Final other = new GroupCounts.Final(6, new Version(3, 9));
    GroupCounts.Merge merge = new GroupCounts.Merge(5, 8, 6, 0, List.of(other, last));
    assertThat(merge.finalOf(2)).contains(version);
    assertThat(merge.finalOf(3)).isEmpty();
  }

  @Test
  void aFreshPoolIsWhereItIsToBe() {
    assertThat(GroupCounts.fresh(15))
        .isEqualTo(new GroupCounts(15, 15, 15, 15, 15, new GroupCounts.Steps(0, 0, null)));
    assertThat(GroupCounts.fresh(17))
        .isEqualTo(new GroupCounts(17, 17, 17, 17, 16, new GroupCounts.Steps(0, 0, null)));
  }

  @Test
  void aFreshOsdHasNeverBeenAnything() {
    assertThat(OsdInfo.fresh(new OsdId(3)))
        .isEqualTo(
            new OsdInfo(
                new OsdId(3),
                null,
                false,
                new OsdInfo.Weight(false, 0x10000),
                new OsdInfo.Endpoint(null, 0),
                new OsdInfo.UpHistory(0, 0, 0, 0)));
  }
}
