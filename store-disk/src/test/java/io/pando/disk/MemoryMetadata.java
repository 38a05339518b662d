package io.pando.disk;

import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.LayeredMetadata;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.random.Random64;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Metadata in memory. A power failure loses uncommitted changes, and a random number of the last
 * batches that were committed without waiting. They outlive the stores that use them.
 *
 * <p>Invariant: undoing all of {@code undo}, then all of {@code taken}, the newest first, results
 * in the durable state.
 */
public final class MemoryMetadata implements LayeredMetadata, CheckpointedMetadata {
  /** The previous value of a key; null if the key did not exist. */
  private static final class Undo {
    final Family family;
    final byte[] key;
    final byte @Nullable [] before;

    Undo(Family family, byte[] key, byte @Nullable [] before) {
      this.family = family;
      this.key = key;
      this.before = before;
    }
  }

  private final Map<Family, NavigableMap<byte[], byte[]>> families = new EnumMap<>(Family.class);
  private final ArrayDeque<Undo> undo = new ArrayDeque<>();
  private final ArrayDeque<ArrayDeque<Undo>> taken = new ArrayDeque<>();
  private final Random64 random;
  private final Power power;
  private Mark durable = Mark.NONE;
  private int kept;

  /** Empty metadata. */
  public MemoryMetadata(Random64 random, Power power) {
    this.random = random;
    this.power = power;
    for (Family family : Family.values()) {
      families.put(family, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  /** Simulates a power failure: uncommitted changes are lost. */
  public void crash() throws MetadataException {
    kept = 0;
    abandon();
    for (int lost = random.nextInt(taken.size() + 1); lost > 0; lost--) {
      restore(taken.pop(), 0);
    }
    taken.clear();
    durable = committed();
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    byte[] value = map(family).get(key);
    return value == null ? null : value.clone();
  }

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    undo.push(new Undo(family, key, map(family).put(key, value.clone())));
  }

  @Override
  public void delete(Family family, byte[] key) {
    byte[] before = map(family).remove(key);
    if (before != null) {
      undo.push(new Undo(family, key, before));
    }
  }

  @Override
  public Cursor iterate(Family family) {
    return new Walk(map(family));
  }

  @Override
  public boolean hasChanges() {
    return !undo.isEmpty();
  }

  @Override
  public void commit() throws MetadataException {
    try {
      power.step();
    } catch (IOException e) {
      if (random.nextBoolean()) {
        // The batch was written, but its completion was not reported.
        settle();
      }
      throw new MetadataException(String.valueOf(e.getMessage()));
    }
    settle();
    power.flushed();
  }

  private void settle() {
    undo.clear();
    taken.clear();
    kept = 0;
  }

  @Override
  public void commitAsync() {
    taken.push(new ArrayDeque<>(undo));
    undo.clear();
  }

  @Override
  public Mark durable() {
    return durable;
  }

  @Override
  public void persist(boolean wait) throws MetadataException {
    try {
      power.step();
    } catch (IOException e) {
      throw new MetadataException(String.valueOf(e.getMessage()));
    }
    if (wait || random.nextBoolean()) {
      taken.clear();
      durable = committed();
    }
    power.flushed();
  }

  @Override
  public void keep() {
    kept = undo.size();
  }

  @Override
  public void abandon() {
    restore(undo, kept);
  }

  private void restore(ArrayDeque<Undo> changes, int left) {
    while (changes.size() > left) {
      Undo change = changes.pop();
      if (change.before == null) {
        map(change.family).remove(change.key);
      } else {
        map(change.family).put(change.key, change.before);
      }
    }
  }

  @Override
  public void close() {
    // The metadata outlive the store.
  }

  private NavigableMap<byte[], byte[]> map(Family family) {
    return Objects.requireNonNull(families.get(family));
  }

  private static final class Walk implements Cursor {
    private final NavigableMap<byte[], byte[]> map;
    private Iterator<Map.Entry<byte[], byte[]>> rest;
    private Map.@Nullable Entry<byte[], byte[]> at;

    Walk(NavigableMap<byte[], byte[]> map) {
      this.map = map;
      this.rest = map.entrySet().iterator();
    }

    @Override
    public void seek(byte[] key) {
      rest = map.tailMap(key, true).entrySet().iterator();
      next();
    }

    @Override
    public boolean isValid() {
      return at != null;
    }

    @Override
    public void next() {
      at = rest.hasNext() ? rest.next() : null;
    }

    @Override
    public byte[] key() {
      return entry().getKey();
    }

    @Override
    public byte[] value() {
      return entry().getValue();
    }

    @Override
    public void status() {
      // This cursor never fails.
    }

    @Override
    public void close() {
      // There are no resources to release.
    }

    private Map.Entry<byte[], byte[]> entry() {
      if (at == null) {
        throw new NoSuchElementException("the cursor stands at no entry");
      }
      return at;
    }
  }
}
