package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
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
 * The objects in memory: those changed in the current batch, which must stay, and a cache of others
 * with a budget. The least recently used go first.
 */
final class ObjectTable {
  /** An object of a collection. */
  record Ref(CollectionId collection, ObjectId object) {
    byte[] key() {
      return Keys.object(collection, object);
    }
  }

  /** Sees what is stored of objects. */
  interface Visitor {
    void onObject(ObjectId id, byte[] record);
  }

  private final Metadata metadata;
  private final long budgetBytes;
  private final Map<Ref, Onode> cached = new LinkedHashMap<>(256, 0.75f, true);
  private final Map<Ref, Onode> changed = new LinkedHashMap<>();
  private final Set<Ref> touched = new LinkedHashSet<>();
  private long countedBytes;
  private long nextNumber;

  /** Numbers for new objects begin at {@code nextNumber}. */
  ObjectTable(Metadata metadata, long budgetBytes, long nextNumber) {
    this.metadata = metadata;
    this.budgetBytes = budgetBytes;
    this.nextNumber = nextNumber;
  }

  /** The object, if it is there. */
  @Nullable Onode find(Ref ref) throws MetadataException, DamagedRecordException {
    Onode onode = cached.get(ref);
    if (onode == null) {
      byte[] key = ref.key();
      byte[] record = metadata.get(Family.OBJECT, key);
      if (record == null) {
        return null;
      }
      onode = Onode.load(ref.collection(), ref.object(), key, record, metadata);
      cached.put(ref, onode);
    }
    touched.add(ref);
    return onode;
  }

  /** The object, made if it is not there, about to be changed. */
  Onode change(Ref ref) throws MetadataException, DamagedRecordException {
    Onode onode = find(ref);
    if (onode == null) {
      onode = new Onode(ref.collection(), ref.object(), ref.key(), nextNumber++, metadata);
      cached.put(ref, onode);
      touched.add(ref);
    }
    changed.put(ref, onode);
    return onode;
  }

  /** Forgets an object that was there, and deletes it. */
  void remove(Ref ref, Onode onode) throws MetadataException {
    cached.remove(ref);
    changed.remove(ref);
    countedBytes -= onode.countedBytes();
    touched.remove(ref);
    onode.delete();
  }

  /**
   * Moves the objects of a range to another collection, where they must not be. Only their records
   * get other keys; what they own is found by their numbers and stays where it is.
   */
  void move(CollectionId from, CollectionId into, PositionRange range) throws MetadataException {
    store();
    forget(from, range);
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

  /** Nothing of it is pending: objects in memory know where they are, so they are read anew. */
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
   * Visits the records of at most so many objects of a collection, in placement order, those behind
   * one or all; says whether there are more.
   */
  boolean walk(CollectionId collection, @Nullable ObjectId after, int max, Visitor visitor)
      throws MetadataException {
    store();
    byte[] prefix = Keys.collection(collection);
    byte[] from = after == null ? prefix : Keys.successor(Keys.object(collection, after));
    int visited = 0;
    try (Metadata.Cursor entries = metadata.iterate(Family.OBJECT)) {
      for (entries.seek(from); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.startsWith(key, prefix)) {
          break;
        }
        if (visited++ == max) {
          return true;
        }
        visitor.onObject(Keys.object(key, prefix.length), entries.value());
      }
      entries.status();
    }
    return false;
  }

  /** Puts all changes into the metadata's batch. */
  void store() throws MetadataException {
    for (Onode onode : changed.values()) {
      onode.store();
    }
    changed.clear();
  }

  /** Nothing is pending: what is over the budget goes. */
  void trim() {
    for (Ref ref : touched) {
      Onode onode = Invariant.present(cached.get(ref), () -> ref + " was touched, so it is here");
      long weight = onode.weightBytes();
      countedBytes += weight - onode.countedBytes();
      onode.countedBytes(weight);
    }
    touched.clear();
    var eldest = cached.values().iterator();
    while (countedBytes > budgetBytes && eldest.hasNext()) {
      countedBytes -= eldest.next().countedBytes();
      eldest.remove();
    }
  }

  /** Forgets everything: what was changed is given up. */
  void abandon() {
    cached.clear();
    changed.clear();
    touched.clear();
    countedBytes = 0;
  }
}
