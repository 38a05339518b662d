package io.pando.sim.disk;

import io.pando.check.Invariant;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Metadata that survive the daemon, but for the batch that was not committed.
 *
 * <p>Invariant: undoing all of {@code undo}, the newest first, gives what is durable.
 */
final class SimMetadata implements Metadata {
  /** What a key had before a change; null: it was not there. */
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
  private final DiskFaults faults;
  private final String name;

  SimMetadata(DiskFaults faults, String name) {
    this.faults = faults;
    this.name = name;
    for (Family family : Family.values()) {
      families.put(family, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return map(family).get(key);
  }

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    undo.push(new Undo(family, key, map(family).put(key, value)));
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
    if (faults.failsWrites() && hasChanges()) {
      throw new MetadataException("simulated: " + name + " cannot be written");
    }
    undo.clear();
  }

  @Override
  public void abandon() {
    while (!undo.isEmpty()) {
      Undo change = undo.pop();
      if (change.before == null) {
        map(change.family).remove(change.key);
      } else {
        map(change.family).put(change.key, change.before);
      }
    }
  }

  @Override
  public void close() {
    // It outlives who uses it.
  }

  private NavigableMap<byte[], byte[]> map(Family family) {
    return Invariant.present(families.get(family), () -> "family " + family);
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
    public void seekToFirst() {
      rest = map.entrySet().iterator();
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
      // Nothing goes wrong here.
    }

    @Override
    public void close() {
      // There is nothing to give back.
    }

    private Map.Entry<byte[], byte[]> entry() {
      return Invariant.present(at, () -> "a cursor that stands at an entry");
    }
  }
}
