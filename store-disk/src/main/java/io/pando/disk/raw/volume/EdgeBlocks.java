package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sound blocks that were lately written in part, or looked at before that. The next small write to
 * one of them needs nothing of the device, which may have begun to fail since.
 *
 * <p>A block never changes while it is an object's: who gets it anew drops it here.
 */
final class EdgeBlocks {
  private static final int MOST = 256;

  private final Map<Long, byte[]> blocks =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
          return size() > MOST;
        }
      };

  /** The bytes of a block; null if they are not known here. */
  byte @Nullable [] get(long place) {
    return blocks.get(place);
  }

  /** Remembers a block: the remaining bytes of the buffer, which stays as it is. */
  void put(long place, ByteBuffer block) {
    byte[] bytes = new byte[BLOCK_BYTES];
    block.duplicate().get(bytes);
    blocks.put(place, bytes);
  }

  /** Blocks that will hold something else. */
  void drop(FreeSpace.Run run) {
    if (run.count() > MOST) {
      blocks.keySet().removeIf(place -> place >= run.first() && place < run.first() + run.count());
      return;
    }
    for (long place = run.first(); place < run.first() + run.count(); place++) {
      blocks.remove(place);
    }
  }

  void clear() {
    blocks.clear();
  }
}
