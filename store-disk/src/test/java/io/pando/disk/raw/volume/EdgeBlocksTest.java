package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawUnit;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which blocks are cached, and when they are dropped. */
class EdgeBlocksTest {
  private static final int MOST = 256;

  private final EdgeBlocks blocks = new EdgeBlocks();

  private void put(long place, int value) {
    ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES + 8).position(8);
    while (block.hasRemaining()) {
      block.put((byte) value);
    }
    blocks.put(place, block.position(8));
    assertThat(block.position()).as("the buffer stays as it is").isEqualTo(8);
  }

  private boolean knows(long place, int value) {
    byte[] bytes = blocks.get(place);
    return bytes != null
        && bytes.length == BLOCK_BYTES
        && bytes[0] == value
        && bytes[BLOCK_BYTES - 1] == value;
  }

  private static RawUnit unit(long place, int count) {
    return new RawUnit(0, 4, Compression.ZSTD, count * BLOCK_BYTES, List.of(run(place, count)));
  }

  private static RawStep.Run run(long place, int count) {
    return new RawStep.Run(place, Payload.wrap(new byte[4 * count]));
  }

  @Test
  void theLastThatWereUsedAreKept() {
    for (int place = 0; place < MOST; place++) {
      put(place, place % 100);
    }
    assertThat(knows(0, 0)).as("and so used").isTrue();
    put(1_000, 7);
    assertThat(knows(0, 0)).isTrue();
    assertThat(blocks.get(1)).isNull();
    assertThat(knows(2, 2)).isTrue();
    assertThat(knows(1_000, 7)).isTrue();
    put(2, 99);
    assertThat(knows(2, 99)).as("the newest bytes").isTrue();
    blocks.clear();
    assertThat(blocks.get(2)).isNull();
  }

  /** The result is the same whether single places or all cached blocks are examined. */
  @Test
  void blocksOfARunAreDroppedAndNoOthers() {
    for (int count : new int[] {1, 2, MOST, MOST + 1, 100_000}) {
      for (int first = 10; first <= 11; first++) {
        long end = first + (long) count;
        long[] inside = {first, end - 1};
        long[] outside = {first - 1, end};
        for (long place : inside) {
          put(place, 5);
        }
        for (long place : outside) {
          put(place, 6);
        }
        blocks.drop(new FreeSpace.Run(first, count));
        for (long place : inside) {
          assertThat(blocks.get(place)).as("%d of %d", place, count).isNull();
        }
        for (long place : outside) {
          assertThat(knows(place, 6)).as("%d beside %d", place, count).isTrue();
        }
        blocks.clear();
      }
    }
  }

  @Test
  void packedBlocksGoWithTheFirstPlaceOfTheirUnit() {
    RawUnit unit = unit(20, 2);
    RawUnit next = unit(21, 1);
    for (int index = 0; index < RawUnit.MOST_BLOCKS; index++) {
      put(EdgeBlocks.packed(unit, index), index);
      put(EdgeBlocks.packed(next, index), 50 + index);
    }
    put(20, 70);
    put(19, 71);
    for (int index = 0; index < RawUnit.MOST_BLOCKS; index++) {
      assertThat(knows(EdgeBlocks.packed(unit, index), index)).isTrue();
      assertThat(knows(EdgeBlocks.packed(next, index), 50 + index)).isTrue();
    }
    blocks.drop(new FreeSpace.Run(19, 1));
    assertThat(blocks.get(19)).isNull();
    assertThat(knows(20, 70)).isTrue();
    blocks.drop(new FreeSpace.Run(20, 1));
    assertThat(blocks.get(20)).isNull();
    for (int index = 0; index < RawUnit.MOST_BLOCKS; index++) {
      assertThat(blocks.get(EdgeBlocks.packed(unit, index))).isNull();
      assertThat(knows(EdgeBlocks.packed(next, index), 50 + index)).isTrue();
    }
  }

  /** The cache may contain only packed blocks. */
  @Test
  void packedBlocksAloneGoWithTheFirstPlaceOfTheirUnit() {
    for (int place : new int[] {0, 20}) {
      EdgeBlocks alone = new EdgeBlocks();
      long packed = EdgeBlocks.packed(unit(place, 2), 0);
      alone.put(packed, ByteBuffer.allocate(BLOCK_BYTES));
      alone.drop(new FreeSpace.Run(place + 1, 1));
      assertThat(alone.get(packed)).isNotNull();
      alone.drop(new FreeSpace.Run(place, 1));
      assertThat(alone.get(packed)).isNull();
    }
  }
}
