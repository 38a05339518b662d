package io.pando.erasure;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;

/** Which ranges of fragments to read in order to have certain ranges of fragments. */
public sealed interface RangePlan {
  /**
   * The ranges can be had.
   *
   * @param reads the ranges to read, by position and offset; those of a position do not touch
   * @param decoded the ranges in which fragments are computed, by offset; empty if all are read
   * @param transform computes these fragments, in each of the ranges
   */
  record Decodable(List<FragmentRange> reads, List<ByteRange> decoded, FragmentTransform transform)
      implements RangePlan {}

  /**
   * The fragments that are alive do not determine all requested positions.
   *
   * @param undetermined the requested positions that they do not determine
   */
  record NotDecodable(Positions undetermined) implements RangePlan {}

  /**
   * The plan for some ranges, with these fragments alive. It reads the positions of {@link
   * ErasureCode#plan}: of a position that is alive the requested ranges; of those from which lost
   * fragments are computed also the ranges that are requested of lost fragments.
   */
  static RangePlan of(
      ErasureCode code, List<FragmentRange> wanted, Positions alive, ReadCosts costs) {
    Positions positions = Positions.NONE;
    for (FragmentRange part : wanted) {
      if (part.range().length() > 0) {
        positions = positions.with(part.position());
      }
    }
    return switch (code.plan(positions, alive, costs)) {
      case ReadPlan.NotDecodable not -> new NotDecodable(not.undetermined());
      case ReadPlan.Decodable plan -> ranges(plan, wanted);
    };
  }

  private static RangePlan ranges(ReadPlan.Decodable plan, List<FragmentRange> wanted) {
    List<ByteRange> decoded =
        FragmentRange.joined(
            wanted.stream()
                .filter(part -> plan.computed().contains(part.position()))
                .map(FragmentRange::range)
                .toList());
    List<FragmentRange> reads = new ArrayList<>();
    for (int position : plan.read().toList()) {
      List<ByteRange> ranges = new ArrayList<>();
      wanted.stream()
          .filter(part -> part.position() == position)
          .map(FragmentRange::range)
          .forEach(ranges::add);
      if (plan.transform().from().contains(position)) {
        ranges.addAll(decoded);
      }
      FragmentRange.joined(ranges).forEach(range -> reads.add(new FragmentRange(position, range)));
    }
    return new Decodable(List.copyOf(reads), List.copyOf(decoded), plan.transform());
  }
}
