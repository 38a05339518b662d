package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Recently read objects, in their state after all submitted transactions. It is on the owner's
 * loop, so a repeated read involves no other thread. LRU with a budget.
 *
 * <p>An object is added by a read during which nothing was submitted against it. Afterwards,
 * submitted changes are applied to it, or it is dropped where that would be complicated.
 *
 * <p>Invariants: the used size is the sum of the objects' counted sizes, within the budget; no
 * ended read is remembered.
 */
final class ReadCache {
  /** Larger answers are not kept: they would evict many small ones. */
  private static final long MOST_BYTES_OF_ONE = 64 << 10;

  /** A read in progress that may add an object to the cache. */
  static final class Fill {
    private final ObjectRef ref;
    private boolean stale;
    private boolean ended;

    private Fill(ObjectRef ref) {
      this.ref = ref;
    }
  }

  private final long budgetBytes;
  private final Map<ObjectRef, CachedObject> objects = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<ObjectRef, List<Fill>> fills = new HashMap<>();
  private long usedBytes;

  ReadCache(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  /** The answer, if the cache has all of it; otherwise null. */
  @Nullable ReadOutcome read(CollectionId collection, ObjectId object, ObjectQuery query) {
    if (!isPlain(query)) {
      return null;
    }
    CachedObject cached = objects.get(new ObjectRef(collection, object));
    if (cached == null || !cached.keepsNothingBeside(query.amended())) {
      return null;
    }
    List<Payload> data = new ArrayList<>(query.data().size());
    for (ByteRange range : query.data()) {
      Payload bytes = cached.read(range);
      if (bytes == null) {
        return null;
      }
      data.add(bytes);
    }
    return new ReadOutcome.Found(
        new ObjectView(cached.size(), cached.attributes(), data, List.of(), List.of()));
  }

  private static boolean isPlain(ObjectQuery query) {
    return query.maps().isEmpty() && !query.allocated();
  }

  /** A read is sent to the store; {@link #end} must follow. */
  Fill begin(CollectionId collection, ObjectId object) {
    Fill fill = new Fill(new ObjectRef(collection, object));
    fills.computeIfAbsent(fill.ref, _ -> new ArrayList<>(1)).add(fill);
    return fill;
  }

  /** The store has answered the read. */
  void end(Fill fill, ObjectQuery query, ReadOutcome outcome) {
    fill.ended = true;
    fills.computeIfPresent(
        fill.ref,
        (_, all) -> {
          all.remove(fill);
          return all.isEmpty() ? null : all;
        });
    if (!fill.stale
        && outcome instanceof ReadOutcome.Found found
        && isPlain(query)
        && found.view().bytesRead() <= MOST_BYTES_OF_ONE) {
      keep(fill.ref, query, found.view());
    }
  }

  private void keep(ObjectRef ref, ObjectQuery query, ObjectView view) {
    CachedObject cached =
        objects.computeIfAbsent(ref, _ -> new CachedObject(view.size(), view.attributes()));
    usedBytes -= cached.countedBytes();
    for (int i = 0; i < query.data().size(); i++) {
      cached.keep(query.data().get(i).offset(), view.data().get(i));
    }
    usedBytes += cached.count();
    trim();
  }

  private void trim() {
    var eldest = objects.values().iterator();
    while (usedBytes > budgetBytes && eldest.hasNext()) {
      usedBytes -= eldest.next().countedBytes();
      eldest.remove();
    }
  }

  /** Applies a submitted transaction to cached objects, and to reads in progress. */
  void onSubmitted(Transaction transaction) {
    for (StoreOp op : transaction.ops()) {
      switch (op) {
        case StoreOp.OnObject on -> change(new ObjectRef(on.collection(), on.object()), on);
        case StoreOp.RemoveCollection _, StoreOp.MoveObjects _ -> clear();
        case StoreOp.CreateCollection _, StoreOp.PutMeta _, StoreOp.RemoveMeta _ -> {}
      }
    }
    trim();
  }

  private void change(ObjectRef ref, StoreOp.OnObject op) {
    spoil(ref);
    CachedObject cached = objects.get(ref);
    if (cached == null) {
      return;
    }
    switch (op) {
      case StoreOp.Write write -> {
        usedBytes -= cached.countedBytes();
        cached.write(write.offset(), write.data());
        usedBytes += cached.count();
      }
      case StoreOp.PutAttributes put -> cached.put(put.attributes());
      case StoreOp.Touch _,
          StoreOp.PutMap _,
          StoreOp.RemoveMapKeys _,
          StoreOp.RemoveMapRange _ -> {}
      default -> drop(ref);
    }
  }

  private void spoil(ObjectRef ref) {
    List<Fill> underWay = fills.isEmpty() ? null : fills.get(ref);
    if (underWay != null) {
      underWay.forEach(fill -> fill.stale = true);
    }
  }

  /** Handles the refusal of a transaction whose changes were already applied here. */
  void onRefused(Transaction transaction) {
    for (StoreOp op : transaction.ops()) {
      if (op instanceof StoreOp.OnObject on) {
        ObjectRef ref = new ObjectRef(on.collection(), on.object());
        spoil(ref);
        drop(ref);
      }
    }
  }

  private void drop(ObjectRef ref) {
    CachedObject dropped = objects.remove(ref);
    if (dropped != null) {
      usedBytes -= dropped.countedBytes();
    }
  }

  private void clear() {
    objects.clear();
    usedBytes = 0;
    fills.values().forEach(all -> all.forEach(fill -> fill.stale = true));
  }

  /** Approximate heap use in bytes. */
  long usedBytes() {
    return usedBytes;
  }

  /** Invariants that take only a few comparisons. */
  void invariants() {
    Invariant.check(
        objects.isEmpty() ? usedBytes == 0 : usedBytes > 0 && usedBytes <= budgetBytes,
        () ->
            "%d objects in a cache take %d bytes of %d"
                .formatted(objects.size(), usedBytes, budgetBytes));
  }

  /** Invariants that take a look at every object. */
  void thoroughInvariants() {
    long sum = 0;
    for (CachedObject cached : objects.values()) {
      sum += cached.countedBytes();
    }
    long counted = sum;
    Invariant.check(
        counted == usedBytes,
        () -> "objects in a cache take " + counted + " bytes, counted are " + usedBytes);
    fills.forEach((ref, all) ->
        Invariant.check(
            !all.isEmpty() && all.stream().noneMatch(fill -> fill.ended),
            () -> "a read of " + ref + " has ended, and a cache remembers it"));
  }

  /**
   * A cached object: its size and attributes, and the blocks that were read or written completely.
   */
  private static final class CachedObject {
    private static final long OWN_BYTES = 500;
    private static final long BLOCK_OVERHEAD_BYTES = 100;

    private final Map<Long, byte[]> blocks = new HashMap<>(2);
    private SortedMap<String, Payload> attributes;
    private long size;
    private long countedBytes;

    CachedObject(long size, SortedMap<String, Payload> attributes) {
      this.size = size;
      this.attributes = attributes;
    }

    long size() {
      return size;
    }

    SortedMap<String, Payload> attributes() {
      return attributes;
    }

    /**
     * Whether the announced writes share no block with bytes that they keep. For such bytes the
     * store must check on its device that they are sound.
     */
    boolean keepsNothingBeside(List<ObjectQuery.Amendment> amended) {
      for (ObjectQuery.Amendment amendment : amended) {
        if (!amendment.keptBlocks(size, BLOCK_BYTES).isEmpty()) {
          return false;
        }
      }
      return true;
    }

    /** The bytes of a range, cut at the object's end; null if some are not cached. */
    @Nullable Payload read(ByteRange range) {
      long end = Math.min(range.end(), size);
      if (range.offset() >= end) {
        return Payload.EMPTY;
      }
      long first = range.offset() / BLOCK_BYTES;
      long last = (end - 1) / BLOCK_BYTES;
      if (first == last) {
        byte[] block = blocks.get(first);
        int from = (int) (range.offset() % BLOCK_BYTES);
        return block == null ? null : Payload.wrap(block).slice(from, (int) (end - range.offset()));
      }
      byte[] bytes = new byte[Math.toIntExact(end - range.offset())];
      for (long number = first; number <= last; number++) {
        byte[] block = blocks.get(number);
        if (block == null) {
          return null;
        }
        long start = number * BLOCK_BYTES;
        int from = (int) Math.max(0, range.offset() - start);
        int to = (int) Math.min(BLOCK_BYTES, end - start);
        int at = Math.toIntExact(start + from - range.offset());
        System.arraycopy(block, from, bytes, at, to - from);
      }
      return Payload.wrap(bytes);
    }

    /** Keeps the blocks that are complete, up to the object's end. */
    void keep(long offset, Payload bytes) {
      long end = offset + bytes.size();
      for (long number = (offset + BLOCK_BYTES - 1) / BLOCK_BYTES; ; number++) {
        long start = number * BLOCK_BYTES;
        long blockEnd = Math.min(start + BLOCK_BYTES, size);
        if (start >= end || blockEnd > end) {
          return;
        }
        byte[] block = new byte[BLOCK_BYTES];
        int length = (int) (blockEnd - start);
        bytes.slice((int) (start - offset), length).asByteBuffer().get(block, 0, length);
        blocks.put(number, block);
      }
    }

    /** Writes bytes into new blocks; blocks are never modified, since answers share them. */
    void write(long offset, Payload bytes) {
      if (bytes.isEmpty()) {
        return;
      }
      long end = offset + bytes.size();
      size = Math.max(size, end);
      for (long number = offset / BLOCK_BYTES; number * BLOCK_BYTES < end; number++) {
        long start = number * BLOCK_BYTES;
        int from = (int) Math.max(0, offset - start);
        int to = (int) Math.min(BLOCK_BYTES, end - start);
        byte[] before = blocks.get(number);
        boolean whole = from == 0 && (to == BLOCK_BYTES || start + to >= size);
        if (before == null && !whole) {
          continue;
        }
        byte[] after = before == null || whole ? new byte[BLOCK_BYTES] : before.clone();
        bytes
            .slice((int) (start + from - offset), to - from)
            .asByteBuffer()
            .get(after, from, to - from);
        blocks.put(number, after);
      }
    }

    void put(SortedMap<String, Payload> more) {
      SortedMap<String, Payload> all = new TreeMap<>(attributes);
      all.putAll(more);
      attributes = Collections.unmodifiableSortedMap(all);
    }

    /** Recomputes and returns the heap use. */
    long count() {
      long bytes = OWN_BYTES + blocks.size() * (BLOCK_BYTES + BLOCK_OVERHEAD_BYTES);
      for (Map.Entry<String, Payload> attribute : attributes.entrySet()) {
        bytes += BLOCK_OVERHEAD_BYTES + attribute.getKey().length() + attribute.getValue().size();
      }
      countedBytes = bytes;
      return bytes;
    }

    long countedBytes() {
      return countedBytes;
    }
  }
}
