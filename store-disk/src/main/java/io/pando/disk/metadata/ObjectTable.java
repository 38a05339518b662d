package io.pando.disk.metadata;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects in memory: objects changed in the current batch, which must stay, and an LRU cache of
 * others with a budget. One thread uses it.
 *
 * @param <T> type of an object in memory
 */
public final class ObjectTable<T extends StoredObject> {
  /** An object of a collection. */
  public record Ref(CollectionId collection, ObjectId object) {
    byte[] key() {
      return Keys.object(collection, object);
    }
  }

  /** Creates objects in memory. */
  public interface Loader<T> {
    /** Loads a stored object. */
    T load(Ref ref, byte[] key, byte[] record) throws DamagedRecordException;

    /** Makes a new object with an unused number. */
    T make(Ref ref, byte[] key, long number);
  }

  /** Receives stored objects. */
  public interface Visitor {
    void onObject(ObjectId id, byte[] record);
  }

  private final Metadata metadata;
  private final Loader<T> loader;
  private final long budgetBytes;
  private final Map<Ref, T> cached = new LinkedHashMap<>(256, 0.75f, true);
  private final Map<Ref, T> changed = new LinkedHashMap<>();
  private final Set<Ref> touched = new LinkedHashSet<>();
  private final AsideObjects aside;
  private long countedBytes;
  private long nextNumber;

  /** Numbers of new objects begin at {@code nextNumber}. */
  public ObjectTable(Metadata metadata, Loader<T> loader, long budgetBytes, long nextNumber) {
    this.metadata = metadata;
    this.loader = loader;
    this.budgetBytes = budgetBytes;
    this.nextNumber = nextNumber;
    this.aside = new AsideObjects(metadata);
  }

  /** The object; null if it does not exist. */
  public @Nullable T find(Ref ref) throws MetadataException, DamagedRecordException {
    T object = cached.get(ref);
    if (object == null) {
      if (aside.isWithoutRecord(ref)) {
        return null;
      }
      byte[] key = ref.key();
      byte[] record = metadata.get(Family.OBJECT, key);
      if (record == null) {
        return null;
      }
      object = loader.load(ref, key, record);
      object.onStored();
      cached.put(ref, object);
    }
    touched.add(ref);
    return object;
  }

  /** The object for a change; it is created if it does not exist. */
  public T change(Ref ref) throws MetadataException, DamagedRecordException {
    T object = find(ref);
    if (object == null) {
      object = loader.make(ref, ref.key(), nextNumber++);
      cached.put(ref, object);
      touched.add(ref);
    }
    changed.put(ref, object);
    return object;
  }

  /**
   * Deletes an existing object and drops it from memory. An object that was not stored since it was
   * made has no record to delete.
   */
  public void remove(Ref ref, T object) throws MetadataException {
    cached.remove(ref);
    changed.remove(ref);
    countedBytes -= object.countedBytes();
    touched.remove(ref);
    if (object.isStored()) {
      object.delete();
      aside.onDeleted(ref.collection(), ref.object());
    }
  }

  /**
   * Moves the objects of a range to another collection, which must not contain them. Only the keys
   * of their records change; what they own is found by their numbers and stays in place.
   */
  public void move(CollectionId from, CollectionId into, PositionRange range)
      throws MetadataException {
    store();
    forget(from, range);
    aside.forget(from);
    aside.forget(into);
    byte[] prefix = Keys.collection(from);
    byte[] target = Keys.collection(into);
    List<byte[]> keys = new ArrayList<>();
    try (Metadata.Cursor entries = metadata.iterate(Family.OBJECT)) {
      for (entries.seek(Keys.position(prefix, range.first())); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.startsWith(key, prefix)
            || !range.contains(Keys.object(key, prefix.length).position())) {
          break;
        }
        keys.add(key);
      }
      entries.status();
    }
    for (byte[] key : keys) {
      byte[] moved = Keys.withPrefix(key, prefix.length, target);
      byte[] record =
          Invariant.present(metadata.get(Family.OBJECT, key), () -> "a record that was listed");
      Invariant.check(
          metadata.get(Family.OBJECT, moved) == null,
          () -> "an object that moves must not be in collection " + into);
      metadata.put(Family.OBJECT, moved, record);
      metadata.delete(Family.OBJECT, key);
    }
  }

  /**
   * Drops a range's objects from memory, since they store their location; they have no pending
   * changes and are loaded again when needed.
   */
  private void forget(CollectionId collection, PositionRange range) {
    cached
        .entrySet()
        .removeIf(entry -> {
          Ref ref = entry.getKey();
          boolean moves = ref.collection().equals(collection) && range.contains(ref.object());
          if (moves) {
            touched.remove(ref);
            countedBytes -= entry.getValue().countedBytes();
          }
          return moves;
        });
  }

  /**
   * Visits the records of at most {@code max} objects of a collection, in placement order, behind
   * {@code after} or from the beginning; returns whether there are more.
   */
  public boolean walk(CollectionId collection, @Nullable ObjectId after, int max, Visitor visitor)
      throws MetadataException {
    return walk(collection, List.of(PositionRange.ALL), after, max, visitor);
  }

  /**
   * Visits objects of some parts of the placement order.
   *
   * @param parts parts in order, without overlap
   */
  public boolean walk(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      Visitor visitor)
      throws MetadataException {
    store();
    byte[] prefix = Keys.collection(collection);
    int visited = 0;
    try (Metadata.Cursor entries = metadata.iterate(Family.OBJECT)) {
      for (PositionRange part : parts) {
        if (after != null && Integer.compareUnsigned(part.last(), after.position()) < 0) {
          continue;
        }
        boolean within = after != null && part.contains(after);
        ObjectId start = within && after != null ? after : ObjectId.before(part.first());
        entries.seek(Keys.successor(Keys.object(collection, start)));
        for (; entries.isValid(); entries.next()) {
          byte[] key = entries.key();
          if (!Keys.startsWith(key, prefix)) {
            break;
          }
          ObjectId object = Keys.object(key, prefix.length);
          if (!part.contains(object)) {
            break;
          }
          if (visited++ == max) {
            return true;
          }
          visitor.onObject(object, entries.value());
        }
        entries.status();
      }
    }
    return false;
  }

  /** Number of the next new object. */
  public long nextNumber() {
    return nextNumber;
  }

  /** Puts all changes into the metadata's batch. */
  public void store() throws MetadataException {
    for (T object : changed.values()) {
      object.store();
      object.onStored();
      aside.onStored(object.collection(), object.id());
    }
    changed.clear();
  }

  /** Trims the cache to its budget; nothing may be pending. */
  public void trim() {
    for (Ref ref : touched) {
      T object = Invariant.present(cached.get(ref), () -> ref + " was touched, so it is here");
      long weight = object.weightBytes();
      countedBytes += weight - object.countedBytes();
      object.countedBytes(weight);
    }
    touched.clear();
    var eldest = cached.values().iterator();
    while (countedBytes > budgetBytes && eldest.hasNext()) {
      countedBytes -= eldest.next().countedBytes();
      eldest.remove();
    }
  }

  /** Drops all objects from memory, with their changes. */
  public void abandon() {
    cached.clear();
    changed.clear();
    touched.clear();
    aside.forgetAll();
    countedBytes = 0;
  }
}
