package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.client.fs.data.Chunk.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The cached chunks of a file. They do not overlap. Bytes are never copied: a chunk that is cut
 * shares the memory of the original.
 */
final class ChunkMap {
  private final FileContent file;
  private final CacheBudget budget;
  private final NavigableMap<Long, Chunk> chunks = new TreeMap<>();

  /** Chunks that are not clean; a part of {@link #chunks}. */
  private final NavigableMap<Long, Chunk> unwritten = new TreeMap<>();

  ChunkMap(FileContent file, CacheBudget budget) {
    this.file = file;
    this.budget = budget;
  }

  boolean hasUnwritten() {
    return !unwritten.isEmpty();
  }

  /** End of the last chunk that is not durable; 0 if there is none. */
  long unwrittenEnd() {
    return unwritten.isEmpty() ? 0 : unwritten.lastEntry().getValue().end();
  }

  /** The dirty chunk that ends where another begins; null if there is none. */
  @Nullable Chunk dirtyBefore(long offset) {
    Map.Entry<Long, Chunk> before = unwritten.lowerEntry(offset);
    Chunk chunk = before == null ? null : before.getValue();
    return chunk != null && chunk.end() == offset && chunk.state == State.DIRTY ? chunk : null;
  }

  /** The dirty chunk that begins at an offset; null if there is none. */
  @Nullable Chunk dirtyAt(long offset) {
    Chunk chunk = unwritten.get(offset);
    return chunk != null && chunk.state == State.DIRTY ? chunk : null;
  }

  /** The chunks that overlap a range, in order. */
  List<Chunk> within(ByteRange range) {
    return overlapping(chunks, range);
  }

  /** The chunks of a range that are not clean, in order. */
  List<Chunk> unwrittenWithin(ByteRange range) {
    return overlapping(unwritten, range);
  }

  private static List<Chunk> overlapping(NavigableMap<Long, Chunk> some, ByteRange range) {
    if (range.length() == 0) {
      return List.of();
    }
    Map.Entry<Long, Chunk> before = some.lowerEntry(range.offset());
    boolean reaches = before != null && before.getValue().end() > range.offset();
    long from = reaches ? before.getKey() : range.offset();
    return new ArrayList<>(some.subMap(from, true, range.end(), false).values());
  }

  /** Whether a write of a range that is not newer than {@code sequence} is not durable. */
  boolean hasUnwritten(ByteRange range, long sequence) {
    Map.Entry<Long, Chunk> before = unwritten.lowerEntry(range.offset());
    if (before != null && isOf(before.getValue(), range, sequence)) {
      return true;
    }
    for (Chunk chunk : unwritten.tailMap(range.offset(), true).values()) {
      if (chunk.offset >= range.end()) {
        return false;
      }
      if (isOf(chunk, range, sequence)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOf(Chunk chunk, ByteRange range, long sequence) {
    return chunk.end() > range.offset() && chunk.sequence <= sequence;
  }

  /** The parts of a range that no chunk has. */
  List<ByteRange> gaps(ByteRange range) {
    List<ByteRange> gaps = new ArrayList<>();
    long at = range.offset();
    for (Chunk chunk : within(range)) {
      if (chunk.offset > at) {
        gaps.add(new ByteRange(at, chunk.offset - at));
      }
      at = chunk.end();
    }
    if (at < range.end()) {
      gaps.add(new ByteRange(at, range.end() - at));
    }
    return gaps;
  }

  /**
   * Adds a dirty chunk in place of all that is in its range; null for zeros. It is as old as the
   * oldest dirty bytes that it replaces: a request that waits for those waits for it.
   */
  void write(ByteRange range, @Nullable Payload bytes, Chunk.Origin origin) {
    long sequence = budget.nextSequence();
    for (Chunk replaced : unwrittenWithin(range)) {
      sequence = replaced.state == State.DIRTY ? Math.min(sequence, replaced.sequence) : sequence;
    }
    remove(range, _ -> true);
    Chunk chunk = new Chunk(file, range, bytes, origin, State.DIRTY, budget.nextNumber());
    chunk.sequence = sequence;
    put(chunk);
  }

  /** Adds clean bytes where there is no chunk. */
  void fill(ByteRange range, @Nullable Payload bytes) {
    for (ByteRange gap : gaps(range)) {
      Payload part =
          bytes == null
              ? null
              : bytes.slice((int) (gap.offset() - range.offset()), (int) gap.length());
      Chunk.Origin origin = new Chunk.Origin(0, false);
      Chunk chunk = new Chunk(file, gap, part, origin, State.CLEAN, budget.nextNumber());
      chunk.sequence = budget.nextSequence();
      put(chunk);
    }
  }

  /** Removes the bytes of a range from the chunks that match; chunks at its borders are cut. */
  void remove(ByteRange range, Predicate<Chunk> match) {
    for (Chunk chunk : within(range)) {
      if (match.test(chunk)) {
        take(chunk);
        keepPart(chunk, chunk.offset, range.offset());
        keepPart(chunk, range.end(), chunk.end());
      }
    }
  }

  private void keepPart(Chunk chunk, long from, long to) {
    if (to > from) {
      put(part(chunk, new ByteRange(from, to - from)));
    }
  }

  private Chunk part(Chunk chunk, ByteRange range) {
    Chunk part =
        new Chunk(
            file, range, chunk.bytesOf(range), chunk.origin, chunk.state, budget.nextNumber());
    part.sequence = chunk.sequence;
    part.call = chunk.call;
    return part;
  }

  /** Cuts a chunk so that one begins at an offset. */
  void cutAt(long offset) {
    Map.Entry<Long, Chunk> before = chunks.lowerEntry(offset);
    if (before != null && before.getValue().end() > offset) {
      Chunk chunk = before.getValue();
      take(chunk);
      keepPart(chunk, chunk.offset, offset);
      keepPart(chunk, offset, chunk.end());
    }
  }

  /** A dirty chunk is being written by a call. */
  void sent(Chunk chunk, long call) {
    budget.remove(chunk);
    chunk.state = State.SENT;
    chunk.call = call;
    budget.add(chunk);
  }

  /** The bytes of a sent chunk are durable. */
  void written(Chunk chunk) {
    Invariant.check(chunk.state == State.SENT, "bytes were written that were not sent");
    budget.remove(chunk);
    unwritten.remove(chunk.offset);
    chunk.state = State.CLEAN;
    chunk.sequence = budget.nextSequence();
    budget.add(chunk);
  }

  /** A clean chunk was used. */
  void used(Chunk chunk) {
    if (chunk.state == State.CLEAN) {
      budget.remove(chunk);
      chunk.sequence = budget.nextSequence();
      budget.add(chunk);
    }
  }

  void drop(Chunk chunk) {
    take(chunk);
  }

  private void put(Chunk chunk) {
    chunks.put(chunk.offset, chunk);
    if (chunk.isUnwritten()) {
      unwritten.put(chunk.offset, chunk);
    }
    budget.add(chunk);
  }

  private void take(Chunk chunk) {
    Invariant.check(chunks.remove(chunk.offset, chunk), "a chunk is not in its file");
    unwritten.remove(chunk.offset, chunk);
    budget.remove(chunk);
  }

  void checkThoroughly() {
    long end = 0;
    for (Chunk chunk : chunks.values()) {
      Invariant.check(chunk.offset >= end && chunk.length > 0, "chunks overlap");
      Invariant.check(
          chunk.isUnwritten() == unwritten.containsKey(chunk.offset),
          "the unwritten chunks are not known");
      end = chunk.end();
    }
  }
}
