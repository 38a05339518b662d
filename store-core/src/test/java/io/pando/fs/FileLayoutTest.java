package io.pando.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The division of files, compared with one that walks unit by unit. */
class FileLayoutTest {
  private static final PoolId POOL = new PoolId(3);
  private static final int UNIT = FileLayout.UNIT_STEP;

  private static FileLayout layout(int count, int units) {
    return new FileLayout(UNIT, count, UNIT * units, POOL);
  }

  /** Sizes of all objects of a file, by dealing out one byte range after the other. */
  private static SortedMap<Long, Long> dealt(FileLayout layout, long fileBytes) {
    SortedMap<Long, Long> sizes = new TreeMap<>();
    long set = 0;
    long left = fileBytes;
    while (left > 0) {
      for (int row = 0; row < layout.objectBytes() / UNIT; row++) {
        for (int i = 0; i < layout.stripeCount() && left > 0; i++) {
          sizes.merge(set + i, Math.min(left, UNIT), Long::sum);
          left -= Math.min(left, UNIT);
        }
      }
      set += layout.stripeCount();
    }
    return sizes;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "3, 1", "3, 2", "4, 5"})
  void objectsOfAFileAreThoseThatADealerMakes(int count, int units) {
    FileLayout layout = layout(count, units);
    Random64 random = new Random64(count * 10 + units);
    for (int i = 0; i < 300; i++) {
      long size = random.nextInt(3 * count * units * UNIT);
      if (random.oneIn(3)) {
        size -= size % UNIT;
      }
      SortedMap<Long, Long> sizes = dealt(layout, size);
      assertThat(layout.objects(size)).isEqualTo(sizes.isEmpty() ? 0 : sizes.lastKey() + 1);
      long largest = 0;
      for (long object = 0; object < layout.objects(size) + 2; object++) {
        long bytes = sizes.getOrDefault(object, 0L);
        assertThat(layout.bytesOfObject(object, size))
            .as("%d of %d", object, size)
            .isEqualTo(bytes);
        largest = Math.max(largest, layout.fileBytes(object, bytes));
      }
      assertThat(largest).as("size by the objects").isEqualTo(size);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "3, 1", "3, 2", "4, 5"})
  void extentsCoverARangeOnceAndInOrder(int count, int units) {
    FileLayout layout = layout(count, units);
    Random64 random = new Random64(count * 10 + units);
    for (int i = 0; i < 300; i++) {
      long from = random.nextInt(3 * count * units * UNIT);
      ByteRange range = new ByteRange(from, random.nextInt(2 * count * units * UNIT));
      long at = from;
      FileLayout.Extent before = null;
      for (FileLayout.Extent extent : layout.extents(range)) {
        assertThat(extent.fileOffset()).isEqualTo(at);
        assertThat(extent.inObject().length()).isPositive();
        assertThat(extent.inObject().end()).isLessThanOrEqualTo(layout.objectBytes());
        for (long byteAt : List.of(0L, extent.inObject().length() - 1)) {
          long offset = extent.inObject().offset() + byteAt;
          assertThat(layout.fileOffset(extent.object(), offset)).isEqualTo(at + byteAt);
          assertThat(layout.objectOf(at + byteAt)).isEqualTo(extent.object());
          assertThat(layout.offsetInObject(at + byteAt)).isEqualTo(offset);
        }
        assertThat(before != null && before.object() == extent.object())
            .as("neighbours in one object are joined")
            .isFalse();
        at += extent.inObject().length();
        before = extent;
      }
      assertThat(at).isEqualTo(range.end());
    }
  }

  @Test
  void aFileIsUsuallyCutIntoObjectsOneAfterTheOther() {
    FileLayout usual = FileLayout.usual(POOL);
    int size = usual.objectBytes();
    assertThat(usual.extents(new ByteRange(size - 1L, 2)))
        .containsExactly(
            new FileLayout.Extent(0, new ByteRange(size - 1L, 1), size - 1L),
            new FileLayout.Extent(1, new ByteRange(0, 1), size));
    assertThat(usual.extents(new ByteRange(5, 0))).isEmpty();
    assertThat(usual.objects(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / size + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "4095, 1, 8192, 'the stripe unit must be a multiple of 4096 bytes, is 4095'",
    "0, 1, 8192, 'the stripe unit must be a multiple of 4096 bytes, is 0'",
    "4096, 0, 8192, 'the stripe count must be 1 to 1024, is 0'",
    "4096, 1025, 8192, 'the stripe count must be 1 to 1024, is 1025'",
    "8192, 1, 4096, 'the object size must be a multiple of the stripe unit of 8192 bytes'",
    "4096, 1, 134217728, 'at most 67108864, is 134217728'"
  })
  void badNumbersAreNamed(int unit, int count, int bytes, String sentence) {
    assertThatThrownBy(() -> new FileLayout(unit, count, bytes, POOL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
