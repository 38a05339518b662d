package io.pando.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.study.plan.Figure;
import io.pando.random.Random64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MilestonesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<Figure> PARTS =
      List.of(
          Figure.NOTICING_SECONDS,
          Figure.WAITING_SECONDS,
          Figure.PEERING_SECONDS,
          Figure.LISTING_SECONDS,
          Figure.REBUILDING_SECONDS);

  private static Milestones.Observation at(
      long second, boolean down, boolean out, boolean active, boolean clean, long rebuilt) {
    return new Milestones.Observation(
        second * SECOND,
        new Milestones.InMap(down, out, out),
        new Milestones.Groups(active, clean),
        rebuilt);
  }

  @Test
  void eachPartEndsWithItsEvent() {
    Milestones moments = new Milestones(10 * SECOND);
    moments.observe(at(11, false, false, false, false, 7));
    moments.observe(at(12, true, false, false, false, 9));
    moments.observe(at(17, true, true, false, false, 9));
    moments.observe(at(20, true, true, true, false, 9));
    assertThat(moments.hasRebuilt()).isFalse();
    moments.observe(at(24, true, true, true, false, 10));
    assertThat(moments.isOver()).isFalse();
    moments.observe(at(40, true, true, true, true, 90));
    assertThat(moments.isOver()).isTrue();
    assertThat(moments.figures())
        .containsEntry(Figure.NOTICING_SECONDS, 2.0)
        .containsEntry(Figure.WAITING_SECONDS, 5.0)
        .containsEntry(Figure.PEERING_SECONDS, 3.0)
        .containsEntry(Figure.LISTING_SECONDS, 4.0)
        .containsEntry(Figure.CHECKING_SECONDS, 14.0)
        .containsEntry(Figure.REBUILDING_SECONDS, 16.0);
  }

  /** The groups are clean before the loss is known; that must not end the measurement. */
  @Test
  void healthBeforeTheLossIsKnownDoesNotCount() {
    Milestones moments = new Milestones(0);
    moments.observe(at(1, false, false, true, true, 0));
    moments.observe(at(2, true, false, true, true, 0));
    assertThat(moments.isOver()).isFalse();
    moments.observe(at(3, true, true, true, true, 0));
    assertThat(moments.isOver()).isTrue();
    assertThat(moments.figures())
        .containsEntry(Figure.CHECKING_SECONDS, 3.0)
        .containsEntry(Figure.REBUILDING_SECONDS, 0.0);
  }

  @Test
  void partsAreNeverNegativeAndAddUp() {
    Random64 random = new Random64(4);
    for (int round = 0; round < 2_000; round++) {
      long killed = random.nextInt(100);
      Milestones moments = new Milestones(killed * SECOND);
      long[] from = new long[5];
      for (int i = 0; i < from.length; i++) {
        from[i] = killed + random.nextInt(30);
      }
      for (long now = killed; !moments.isOver(); now++) {
        long t = now;
        boolean out = t >= from[0] && t >= from[1];
        boolean anyOut = t >= from[0];
        moments.observe(
            new Milestones.Observation(
                now * SECOND,
                new Milestones.InMap(t >= from[2], anyOut, out),
                new Milestones.Groups(t >= from[3], t >= from[4]),
                Math.max(0, t - from[3])));
      }
      Map<Figure, Double> figures = moments.figures();
      double sum = 0;
      for (Figure part : PARTS) {
        assertThat(figures.getOrDefault(part, Double.NaN))
            .as("%s in round %s", part, round)
            .isNotNegative();
        sum += figures.getOrDefault(part, Double.NaN);
      }
      assertThat(sum).isEqualTo((moments.cleanNanos() - killed * SECOND) / 1e9);
      assertThat(figures.get(Figure.CHECKING_SECONDS))
          .isEqualTo(sum - figures.getOrDefault(Figure.REBUILDING_SECONDS, Double.NaN));
    }
  }
}
