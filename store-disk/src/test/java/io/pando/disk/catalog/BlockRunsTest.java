package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockRunsTest {
  private static final int BLOCKS = 20;

  @Test
  void partsWithinARangeAreItsBytesInBlocksThatHoldData() {
    BlockRuns runs = new BlockRuns();
    runs.add(1, 3);
    runs.add(4, 5);
    assertThat(runs.within(new ByteRange(100, 5 * BLOCK_BYTES - 200)))
        .containsExactly(
            new ByteRange(BLOCK_BYTES, 2 * BLOCK_BYTES),
            new ByteRange(4 * BLOCK_BYTES, BLOCK_BYTES - 100));
    assertThat(runs.within(new ByteRange(BLOCK_BYTES + 7, 9)))
        .containsExactly(new ByteRange(BLOCK_BYTES + 7, 9));
    assertThat(runs.within(new ByteRange(3 * BLOCK_BYTES, BLOCK_BYTES))).isEmpty();
    assertThat(runs.within(new ByteRange(BLOCK_BYTES, 0))).isEmpty();
    assertThat(runs.within(new ByteRange(9 * BLOCK_BYTES, 9))).isEmpty();
  }

  @Test
  void partsOfRandomRangesHaveExactlyTheBytesOfBlocksThatHoldData() {
    Random64 random = new Random64(3);
    for (int i = 0; i < 300; i++) {
      BlockRuns runs = new BlockRuns();
      BitSet blocks = new BitSet();
      for (int steps = random.nextInt(8); steps > 0; steps--) {
        int from = random.nextInt(BLOCKS);
        int to = from + random.nextInt(6);
        boolean adds = random.nextBoolean();
        if (adds) {
          runs.add(from, to);
        } else {
          runs.remove(from, to);
        }
        blocks.set(from, to, adds);
      }
      int offset = random.nextInt(BLOCKS * BLOCK_BYTES);
      int end = offset + random.nextInt(BLOCKS * BLOCK_BYTES);
      BitSet expected = new BitSet();
      for (int block = 0; block <= end / BLOCK_BYTES; block++) {
        int from = Math.max(offset, block * BLOCK_BYTES);
        int to = Math.min(end, (block + 1) * BLOCK_BYTES);
        expected.set(from, Math.max(from, to), blocks.get(block));
      }
      List<ByteRange> parts = runs.within(new ByteRange(offset, end - offset));
      assertThat(parts).isEqualTo(ranges(expected));
    }
  }

  private static List<ByteRange> ranges(BitSet bytes) {
    List<ByteRange> ranges = new ArrayList<>();
    for (int from = bytes.nextSetBit(0); from >= 0; ) {
      int to = bytes.nextClearBit(from);
      ranges.add(new ByteRange(from, to - from));
      from = bytes.nextSetBit(to);
    }
    return ranges;
  }
}
