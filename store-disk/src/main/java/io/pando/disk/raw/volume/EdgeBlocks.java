package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.raw.format.RawUnit;
import io.pando.probe.Limit;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of sound blocks that were recently written in part, or checked before such a write. The
 * next small write to one of them needs no read from the device, which may have begun to fail
 * since.
 *
 * <p>A block never changes while an object owns it; it is dropped here when it is reused. A packed
 * block is identified by its unit's first place and its index in the unit, and is dropped when that
 * place is reused.
 */
final class EdgeBlocks {
  private static final Limit MOST =
      Limit.of("raw store: blocks kept from the edges of writes", 1, 256);

  /** Whether packed blocks may be in the cache; most stores have none. */
  private boolean hasPacked;

  private final Map<Long, byte[]> blocks =
      new LinkedHashMap<>(MOST.value(), 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
          return size() > MOST.value();
        }
      };

  /** The key of a packed block; other blocks are identified by their place. */
  static long packed(RawUnit unit, int index) {
    return key(unit.firstPlace(), index);
  }

  private static long key(long firstPlace, int index) {
    return -1 - (firstPlace * RawUnit.MOST_BLOCKS + index);
  }

  /** The bytes of a block; null if it is not cached. */
  byte @Nullable [] get(long place) {
    return blocks.get(place);
  }

  /** Caches a block: the remaining bytes of the buffer, whose position does not change. */
  void put(long place, ByteBuffer block) {
    hasPacked |= place < 0;
    byte[] bytes = new byte[BLOCK_BYTES];
    block.duplicate().get(bytes);
    blocks.put(place, bytes);
  }

  /** Drops blocks that are about to get other contents. */
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
