package io.pando.erasure;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What the fragments at the positions of a code hold. */
record CodePositions(CodeParameters code) {
  /**
   * The positions of the data fragments in the order of the data. Ceph's plug-in lrc begins each
   * group with its share of them; otherwise they stand first.
   */
  Positions ofData() {
    if (code.technique() != Technique.LRC) {
      return Positions.first(code.k());
    }
    int dataOfGroup = code.k() / code.groups();
    return where(within -> within < dataOfGroup);
  }

  /** With groups: the positions of each group. */
  List<Positions> ofGroups() {
    int size = code.l() + 1;
    return IntStream.range(0, code.groups())
        .mapToObj(group -> new Positions(Positions.first(size).bits() << (group * size)))
        .toList();
  }

  private Positions where(IntPredicate placeInGroup) {
    return Positions.of(
        IntStream.range(0, code.positions())
            .filter(position -> placeInGroup.test(position % (code.l() + 1)))
            .toArray());
  }
}
