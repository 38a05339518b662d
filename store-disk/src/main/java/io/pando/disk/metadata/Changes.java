package io.pando.disk.metadata;

import io.pando.check.Invariant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Changes that gather before they are written: the newest change of each key, in key order. A key
 * that is changed repeatedly before that is written once.
 */
final class Changes {
  /** The change of a key; a null value deletes it. */
  static final class Change {
    final byte @Nullable [] value;

    private Change(byte @Nullable [] value) {
      this.value = value;
    }
  }

  private static final Change DELETED = new Change(null);

  /** The entry of a key in these changes before a change; null if there was none. */
  private static final class Undo {
    final Family family;
    final byte[] key;
    final @Nullable Change before;

    Undo(Family family, byte[] key, @Nullable Change before) {
      this.family = family;
      this.key = key;
      this.before = before;
    }
  }

  /** Receives changes, ordered by family and key. */
  interface Target {
    /** Receives a change; a null value deletes the key. */
    void take(Family family, byte[] key, byte @Nullable [] value) throws RocksDBException;
  }

  private final Map<Family, NavigableMap<byte[], Change>> families = new EnumMap<>(Family.class);

  /**
   * Changes that {@link #abandon} can undo, the newest first; null if nothing is kept, so that
   * abandoning drops all changes.
   */
  private @Nullable ArrayDeque<Undo> loose;

  private int keys;

  Changes() {
    for (Family family : Family.values()) {
      families.put(family, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  boolean isEmpty() {
    return keys == 0;
  }

  /** The change of a key; null if there is none. */
  @Nullable Change get(Family family, byte[] key) {
    return keys == 0 ? null : of(family).get(key);
  }

  /** Adds a change; the value is copied, and the array stays the caller's. */
  void put(Family family, byte[] key, byte[] value) {
    set(family, key, new Change(value.clone()));
  }

  void delete(Family family, byte[] key) {
    set(family, key, DELETED);
  }

  private void set(Family family, byte[] key, Change change) {
    Change before = of(family).put(key, change);
    keys += before == null ? 1 : 0;
    if (loose != null) {
      loose.push(new Undo(family, key, before));
    }
  }

  /** Keeps the changes made so far; {@link #abandon} drops only later ones. */
  void keep() {
    if (loose == null) {
      loose = new ArrayDeque<>();
    } else {
      loose.clear();
    }
  }

  /** Drops the changes that are not kept. */
  void abandon() {
    if (loose == null) {
      clear();
      return;
    }
    while (!loose.isEmpty()) {
      Undo undo = loose.pop();
      if (undo.before == null) {
        of(undo.family).remove(undo.key);
        keys--;
      } else {
        of(undo.family).put(undo.key, undo.before);
      }
    }
  }

  void clear() {
    families.values().forEach(Map::clear);
    keys = 0;
    loose = null;
  }

  /** Hands over all changes. */
  void into(Target target) throws RocksDBException {
    for (Map.Entry<Family, NavigableMap<byte[], Change>> family : families.entrySet()) {
      for (Map.Entry<byte[], Change> change : family.getValue().entrySet()) {
        target.take(family.getKey(), change.getKey(), change.getValue().value);
      }
    }
  }

  /**
   * A cursor over the entries of {@code below} with these changes merged in; it closes {@code
   * below}.
   */
  Metadata.Cursor over(Family family, Metadata.Cursor below) {
    return of(family).isEmpty() ? below : new Merged(of(family), below);
  }

  private NavigableMap<byte[], Change> of(Family family) {
    return Invariant.present(families.get(family), () -> "family " + family);
  }

  /**
   * Invariant: both cursors are at or behind the key, and {@code changed} says which of them
   * supplies it.
   */
  private static final class Merged implements Metadata.Cursor {
    private final NavigableMap<byte[], Change> changes;
    private final Metadata.Cursor below;
    private Iterator<Map.Entry<byte[], Change>> rest;
    private Map.@Nullable Entry<byte[], Change> change;
    private boolean changed;

    Merged(NavigableMap<byte[], Change> changes, Metadata.Cursor below) {
      this.changes = changes;
      this.below = below;
      this.rest = changes.entrySet().iterator();
    }

    @Override
    public void seek(byte[] key) {
      below.seek(key);
      rest = changes.tailMap(key, true).entrySet().iterator();
      advance();
      settle();
    }

    private void advance() {
      change = rest.hasNext() ? rest.next() : null;
    }

    /** Moves to the first key from here on that is not deleted. */
    private void settle() {
      changed = false;
      while (change != null) {
        int order = below.isValid() ? Arrays.compareUnsigned(change.getKey(), below.key()) : -1;
        if (order > 0) {
          return;
        }
        if (order == 0) {
          below.next();
        }
        if (change.getValue().value != null) {
          changed = true;
          return;
        }
        advance();
      }
    }

    @Override
    public boolean isValid() {
      return changed || below.isValid();
    }

    @Override
    public void next() {
      if (changed) {
        advance();
      } else {
        below.next();
      }
      settle();
    }

    @Override
    public byte[] key() {
      return changed ? changed().getKey() : below.key();
    }

    @Override
    public byte[] value() {
      byte[] value = changed ? changed().getValue().value : null;
      return value == null ? below.value() : value.clone();
    }

    private Map.Entry<byte[], Change> changed() {
      return Invariant.present(change, () -> "a changed entry");
    }

    @Override
    public void status() throws MetadataException {
      below.status();
    }

    @Override
    public void close() {
      below.close();
    }
  }
}
