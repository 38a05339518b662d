package io.pando.cluster.fullness;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.OsdId;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FullRatiosTest {
  private static final FullRatios RATIOS = new FullRatios(700, 800, 900, 950);

  @Test
  void anOsdHasALevelFromItsRatioOn() {
    assertThat(RATIOS.level(699)).isNull();
    assertThat(RATIOS.level(700)).isEqualTo(FullnessLevel.NEARFULL);
    assertThat(RATIOS.level(800)).isEqualTo(FullnessLevel.BACKFILLFULL);
    assertThat(RATIOS.level(899)).isEqualTo(FullnessLevel.BACKFILLFULL);
    assertThat(RATIOS.level(900)).isEqualTo(FullnessLevel.FULL);
    assertThat(RATIOS.level(1_000)).isEqualTo(FullnessLevel.FULL);
  }

  @Test
  void ratiosAscendUpToOne() {
    assertThat(FullRatios.DEFAULT.objection()).isEmpty();
    assertThat(new FullRatios(1, 2, 3, 1_000).objection()).isEmpty();
    for (FullRatio ratio : FullRatio.values()) {
      assertThat(RATIOS.with(ratio, RATIOS.of(ratio))).isEqualTo(RATIOS);
      assertThat(RATIOS.with(ratio, 0).objection()).as("%s", ratio).isPresent();
      assertThat(RATIOS.with(ratio, 1_001).objection()).as("%s", ratio).isPresent();
    }
    assertThat(RATIOS.with(FullRatio.FULL, 800).objection())
        .hasValueSatisfying(why -> assertThat(why).contains("full 0.80", "must be"));
    assertThat(RATIOS.with(FullRatio.FULL, 801).objection()).isEmpty();
    assertThat(RATIOS.with(FullRatio.NEARFULL, 800).objection()).isPresent();
    assertThat(RATIOS.with(FullRatio.BACKFILLFULL, 900).objection()).isPresent();
    assertThat(RATIOS.with(FullRatio.FAILSAFE, 900).objection()).isPresent();
  }

  @Test
  void ratiosAreShownAsFractions() {
    assertThat(FullRatios.text(850)).isEqualTo("0.85");
    assertThat(FullRatios.text(855)).isEqualTo("0.855");
    assertThat(FullRatios.text(1_000)).isEqualTo("1.00");
    assertThat(FullRatios.filled(1L << 50, 1L << 51)).isEqualTo(500);
    assertThat(FullRatios.filled(5, 0)).isZero();
  }

  @Test
  void aLevelIncludesThoseBelow() {
    TreeMap<OsdId, FullnessLevel> osds = new TreeMap<>();
    osds.put(new OsdId(1), FullnessLevel.BACKFILLFULL);
    Fullness fullness = Fullness.NONE.withLevels(osds);
    assertThat(fullness.hasReached(new OsdId(1), FullnessLevel.NEARFULL)).isTrue();
    assertThat(fullness.hasReached(new OsdId(1), FullnessLevel.BACKFILLFULL)).isTrue();
    assertThat(fullness.hasReached(new OsdId(1), FullnessLevel.FULL)).isFalse();
    assertThat(fullness.hasReached(new OsdId(2), FullnessLevel.NEARFULL)).isFalse();
    assertThat(fullness.without(new OsdId(1))).isEqualTo(Fullness.NONE);
    assertThat(fullness.without(new OsdId(2))).isSameAs(fullness);
  }
}
