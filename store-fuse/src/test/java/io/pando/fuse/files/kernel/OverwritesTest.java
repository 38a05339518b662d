package io.pando.fuse.files.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverwritesTest {
  private static final ByteRange FIRST = new ByteRange(0, 4096);
  private static final ByteRange SECOND = new ByteRange(4096, 4096);
  private static final ByteRange BOTH = new ByteRange(0, 8192);

  private final Overwrites overwrites = new Overwrites();
  private final List<String> begun = new ArrayList<>();

  private Runnable begins(String name) {
    return () -> begun.add(name);
  }

  private void onReads(ByteRange... underWay) {
    overwrites.onReads(List.of(underWay)).forEach(Runnable::run);
  }

  private void end(long unique) {
    overwrites.end(unique).forEach(each -> each.begin().run());
  }

  @Test
  void aWriteWaitsForReadsOfItsPagesThatHaveBegun() {
    overwrites.add(1, SECOND, begins("second"));
    overwrites.add(2, BOTH, begins("both"));
    onReads(FIRST);
    assertThat(begun).containsExactly("second");
    onReads();
    assertThat(begun).containsExactly("second", "both");
    onReads();
    assertThat(begun).as("each begins once").hasSize(2);
  }

  @Test
  void readsOfItsPagesWaitForAllWritesThere() {
    overwrites.add(1, FIRST, begins("first"));
    overwrites.add(2, BOTH, begins("both"));
    assertThat(overwrites.waits(3, FIRST, begins("read"))).isTrue();
    assertThat(overwrites.locked()).containsExactly(FIRST);
    end(1);
    assertThat(begun).isEmpty();
    end(2);
    assertThat(begun).containsExactly("read");
    assertThat(overwrites.isEmpty()).isTrue();
  }

  @Test
  void otherPagesAreReadMeanwhile() {
    overwrites.add(1, FIRST, begins("first"));
    assertThat(overwrites.waits(2, SECOND, begins("read"))).isFalse();
    assertThat(overwrites.locked()).isEmpty();
    assertThat(overwrites.isEmpty()).isFalse();
    assertThat(overwrites.waits(3, BOTH, begins("both"))).isTrue();
    end(1);
    assertThat(begun).containsExactly("both");
  }
}
