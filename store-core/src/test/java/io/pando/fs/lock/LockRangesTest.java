package io.pando.fs.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockRangesTest {
  private static final int BYTES = 24;
  private static final List<LockMode> MODES =
      List.of(LockMode.NONE, LockMode.SHARED, LockMode.EXCLUSIVE);

  private final LockRanges ranges = new LockRanges();
  private final LockMode[] model = new LockMode[BYTES];

  LockRangesTest() {
    Arrays.fill(model, LockMode.NONE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void itIsAsOneModeForEachByte(long seed) {
    Random64 random = new Random64(seed);
    for (int step = 0; step < 4_000; step++) {
      ByteRange range = range(random);
      LockMode mode = MODES.get(random.nextInt(MODES.size()));
      if (random.oneIn(6)) {
        boolean lowers = false;
        for (int at = (int) range.offset(); at < range.end(); at++) {
          lowers |= model[at].compareTo(mode) > 0;
          model[at] = model[at].compareTo(mode) > 0 ? mode : model[at];
        }
        assertThat(ranges.lower(range, mode)).isEqualTo(lowers);
      } else {
        int before = ranges.size();
        int growth = ranges.growth(range, mode);
        ranges.set(range, mode);
        Arrays.fill(model, (int) range.offset(), (int) range.end(), mode);
        assertThat(ranges.size()).isEqualTo(before + growth);
      }
      check(random);
    }
  }

  private static ByteRange range(Random64 random) {
    int offset = random.nextInt(BYTES);
    return new ByteRange(offset, random.nextInt(BYTES - offset + 1));
  }

  private void check(Random64 random) {
    ranges.invariants();
    LockMode[] shown = new LockMode[BYTES];
    Arrays.fill(shown, LockMode.NONE);
    for (LockPart part : ranges.parts()) {
      Arrays.fill(shown, (int) part.range().offset(), (int) part.range().end(), part.mode());
    }
    assertThat(shown).isEqualTo(model);
    ByteRange range = range(random);
    LockMode mode = MODES.get(random.nextInt(MODES.size()));
    int first = -1;
    for (int at = (int) range.end() - 1; at >= range.offset(); at--) {
      first = mode.conflictsWith(model[at]) ? at : first;
    }
    long found =
        ranges
            .conflict(range, mode)
            .map(part -> Math.max(part.range().offset(), range.offset()))
            .orElse(-1L);
    assertThat(found).isEqualTo(first);
  }

  @Test
  void aLockToTheEndOfTheFileIsSplit() {
    ranges.set(LockClaim.WHOLE_FILE, LockMode.EXCLUSIVE);
    assertThat(ranges.growth(new ByteRange(10, 5), LockMode.NONE)).isEqualTo(1);
    ranges.set(new ByteRange(10, 5), LockMode.NONE);
    assertThat(ranges.parts())
        .containsExactly(
            new LockPart(new ByteRange(0, 10), LockMode.EXCLUSIVE),
            new LockPart(new ByteRange(15, Long.MAX_VALUE - 15), LockMode.EXCLUSIVE));
    ranges.set(LockClaim.WHOLE_FILE, LockMode.NONE);
    assertThat(ranges.isEmpty()).isTrue();
  }
}
