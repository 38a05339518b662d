package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.format.RawUnit;
import io.pando.probe.Limit;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sound blocks that were lately written in part, or looked at before that. The next small write to
 * one of them needs nothing of the device, which may have begun to fail since.
 *
 * <p>A block never changes while it is an object's: who gets it anew drops it here. Blocks that are
 * packed are known by the first place of their unit and their number in it, and go with that place.
 */
final class EdgeBlocks {
  private static final Limit MOST =
      Limit.of("raw store: blocks kept from the edges of writes", 1, 256);

  /** Whether blocks of units may be here; most stores have none. */
  private boolean hasPacked;

  private final Map<Long, byte[]> blocks =
      new LinkedHashMap<>(MOST.value(), 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
          return size() > MOST.value();
        }
      };

  /** How a block of a unit is known here, as others are by their place. */
  static long packed(RawUnit unit, int index) {
    return key(unit.firstPlace(), index);
  }

  private static long key(long firstPlace, int index) {
    return -1 - (firstPlace * RawUnit.MOST_BLOCKS + index);
  }

  /** The bytes of a block; null if they are not known here. */
  byte @Nullable [] get(long place) {
    return blocks.get(place);
  }

  /** Remembers a block: the remaining bytes of the buffer, which stays as it is. */
  void put(long place, ByteBuffer block) {
    hasPacked |= place < 0;
    byte[] bytes = new byte[BLOCK_BYTES];
    block.duplicate().get(bytes);
    blocks.put(place, bytes);
  }

  /** Blocks that will hold something else. */
  void drop(FreeSpace.Run run) {
    if (run.count() > MOST.value() || hasPacked) {
      blocks.keySet().removeIf(key -> lies(key < 0 ? (-1 - key) / RawUnit.MOST_BLOCKS : key, run));
      return;
    }
    for (long place = run.first(); place < run.first() + run.count(); place++) {
      blocks.remove(place);
    }
  }

  private static boolean lies(long place, FreeSpace.Run run) {
    return place >= run.first() && place < run.first() + run.count();
  }

  void clear() {
    blocks.clear();
  }
}
