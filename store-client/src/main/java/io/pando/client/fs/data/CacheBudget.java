package io.pando.client.fs.data;

import io.pando.check.Invariant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The memory of all cached chunks of a client, clean ones in the order of their last use, and dirty
 * ones in the order of their writes.
 */
final class CacheBudget {
  private final SortedSet<Chunk> clean = new TreeSet<>(Chunk.BY_AGE);
  private final SortedSet<Chunk> dirty = new TreeSet<>(Chunk.BY_AGE);
  private long cleanBytes;
  private long unwrittenBytes;
  private long sentBytes;
  private long lastSequence;
  private long lastNumber;

  /** The next number of a write or a use. */
  long nextSequence() {
    return ++lastSequence;
  }

  /** Sequence of the newest write so far. */
  long lastSequence() {
    return lastSequence;
  }

  long nextNumber() {
    return ++lastNumber;
  }

  void add(Chunk chunk) {
    switch (chunk.state) {
      case CLEAN -> {
        cleanBytes += chunk.heldBytes();
        Invariant.check(clean.add(chunk), "a clean chunk is counted twice");
      }
      case DIRTY -> {
        unwrittenBytes += chunk.heldBytes();
        Invariant.check(dirty.add(chunk), "a dirty chunk is counted twice");
      }
      case SENT -> {
        unwrittenBytes += chunk.heldBytes();
        sentBytes += chunk.heldBytes();
      }
    }
  }

  void remove(Chunk chunk) {
    switch (chunk.state) {
      case CLEAN -> {
        cleanBytes -= chunk.heldBytes();
        Invariant.check(clean.remove(chunk), "a clean chunk is not counted");
      }
      case DIRTY -> {
        unwrittenBytes -= chunk.heldBytes();
        Invariant.check(dirty.remove(chunk), "a dirty chunk is not counted");
      }
      case SENT -> {
        unwrittenBytes -= chunk.heldBytes();
        sentBytes -= chunk.heldBytes();
      }
    }
    Invariant.check(
        cleanBytes >= 0 && unwrittenBytes >= sentBytes && sentBytes >= 0,
        "less than no byte is cached");
  }

  /** Bytes of chunks in memory. */
  long bytes() {
    return cleanBytes + unwrittenBytes;
  }

  /** Bytes that are not durable. */
  long unwrittenBytes() {
    return unwrittenBytes;
  }

  /** Bytes that are not being written yet. */
  long dirtyBytes() {
    return unwrittenBytes - sentBytes;
  }

  /** The clean chunk that was not used for longest; null if there is none. */
  @Nullable Chunk leastUsed() {
    return clean.isEmpty() ? null : clean.first();
  }

  /** The dirty chunks, oldest first. */
  SortedSet<Chunk> dirty() {
    return dirty;
  }
}
