package io.pando.crush.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.random.Random64;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrushWeightTest {
  @Test
  void readsAsCephDoes() {
    assertThat(CrushWeight.parse("1")).hasValue(0x10000);
    assertThat(CrushWeight.parse("0.5")).hasValue(0x8000);
    assertThat(CrushWeight.parse(".25")).hasValue(0x4000);
    assertThat(CrushWeight.parse("0.1")).hasValue(6553);
    assertThat(CrushWeight.parse("0.99999")).hasValue(65535);
    // From 128 to 256 a float itself is a multiple of 1/65536, so the weight is rounded, not cut.
    assertThat(CrushWeight.parse("144.1")).hasValue(9443738);
    assertThat(CrushWeight.parse("65535")).hasValue(0xffff0000);
  }

  @Test
  void refusesWhatIsNoWeight() {
    for (String text :
        List.of("", "-1", "+1", "1e3", "a", ".", "1.2.3", "65536", "NaN", "1f", "9".repeat(40))) {
      assertThat(CrushWeight.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void readsBackWhatItWrites() {
    Random64 random = new Random64(1);
    for (int i = 0; i < 20_000; i++) {
      int weight = (int) (random.nextLong() >>> (32 + random.nextInt(32)));
      String text = CrushWeight.format(weight);
      assertThat(CrushWeight.parse(text)).as(text).hasValue(weight);
    }
  }

  @Test
  void writesThreeDecimalsIfTheySuffice() {
    assertThat(CrushWeight.format(0x10000)).isEqualTo("1.000");
    assertThat(CrushWeight.format(6553)).isEqualTo("0.100");
    assertThat(CrushWeight.format(1)).isEqualTo("0.00002");
  }
}
