package io.pando.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plan of ranges reads what is requested and what lost fragments need, and no other bytes. */
class RangePlanTest {
  private static final int LENGTH = 200;

  private final ErasureCode code = LinearCode.of(CodeParameters.of(4, 2), new PlainKernel());

  private static FragmentRange part(int position, long offset, long length) {
    return new FragmentRange(position, new ByteRange(offset, length));
  }

  private RangePlan plan(Positions alive, FragmentRange... wanted) {
    return RangePlan.of(code, List.of(wanted), alive, ReadCosts.EQUAL);
  }

  @Test
  void onlyRequestedRangesOfLivingFragmentsAreRead() {
    RangePlan plan = plan(Positions.first(6), part(1, 30, 10), part(1, 40, 5), part(2, 0, 7));
    assertThat(plan)
        .isInstanceOfSatisfying(
            RangePlan.Decodable.class,
            decodable -> {
              assertThat(decodable.reads()).containsExactly(part(1, 30, 15), part(2, 0, 7));
              assertThat(decodable.decoded()).isEmpty();
            });
  }

  @Test
  void lostRangeIsReadOfTheFragmentsThatDetermineIt() {
    Positions alive = Positions.first(6).without(1);
    RangePlan plan = plan(alive, part(0, 10, 10), part(1, 100, 20), part(2, 110, 30));
    assertThat(plan)
        .isInstanceOfSatisfying(
            RangePlan.Decodable.class,
            decodable -> {
              assertThat(decodable.decoded()).containsExactly(new ByteRange(100, 20));
              assertThat(decodable.reads())
                  .containsExactly(
                      part(0, 10, 10),
                      part(0, 100, 20),
                      part(2, 100, 40),
                      part(3, 100, 20),
                      part(4, 100, 20));
            });
  }

  @Test
  void tooFewFragmentsAreNamed() {
    assertThat(plan(Positions.of(0, 2, 4), part(0, 0, 1), part(1, 0, 1), part(3, 5, 0)))
        .isEqualTo(new RangePlan.NotDecodable(Positions.of(1)));
  }

  /** All requested ranges come from bytes that the plan reads. */
  @Test
  void readRangesDecode() {
    Random64 random = new Random64(7);
    ErasureCode local =
        LinearCode.of(new CodeParameters(Technique.LRC, 4, 2, 3), new PlainKernel());
    for (int round = 0; round < 300; round++) {
      byte[][] fragments = Fragments.random(local, LENGTH, random);
      Positions alive = Positions.first(8).without(random.nextInt(8)).without(random.nextInt(8));
      List<FragmentRange> wanted = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int offset = random.nextInt(LENGTH);
        wanted.add(part(random.nextInt(8), offset, random.nextInt(LENGTH - offset)));
      }
      check(
          fragments,
          wanted,
          (RangePlan.Decodable) RangePlan.of(local, wanted, alive, ReadCosts.EQUAL),
          alive);
    }
  }

  private static void check(
      byte[][] fragments, List<FragmentRange> wanted, RangePlan.Decodable plan, Positions alive) {
    byte[][] had = new byte[fragments.length][LENGTH];
    for (FragmentRange read : plan.reads()) {
      assertThat(alive.contains(read.position())).isTrue();
      copy(fragments[read.position()], had[read.position()], read.range());
    }
    for (ByteRange range : plan.decoded()) {
      ByteRows in = Fragments.rows(had, plan.transform().from());
      ByteRows out = Fragments.rows(had, plan.transform().to());
      in.advance((int) range.offset());
      out.advance((int) range.offset());
      plan.transform().coder().overwrite(in, out, (int) range.length());
    }
    for (FragmentRange part : wanted) {
      byte[] expected = new byte[LENGTH];
      byte[] found = new byte[LENGTH];
      copy(fragments[part.position()], expected, part.range());
      copy(had[part.position()], found, part.range());
      assertThat(found).isEqualTo(expected);
    }
  }

  private static void copy(byte[] from, byte[] into, ByteRange range) {
    System.arraycopy(from, (int) range.offset(), into, (int) range.offset(), (int) range.length());
  }
}
