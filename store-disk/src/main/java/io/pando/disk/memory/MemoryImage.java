package io.pando.disk.memory;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The complete contents of a store at one moment. */
final class MemoryImage {
  private final TreeMap<CollectionId, MemoryCollection> collections = new TreeMap<>();
  private long usedBlocks;

  MemoryImage copy() {
    MemoryImage copy = new MemoryImage();
    collections.forEach((id, collection) -> copy.collections.put(id, collection.copy()));
    copy.usedBlocks = usedBlocks;
    return copy;
  }

  NavigableMap<CollectionId, MemoryCollection> collections() {
    return collections;
  }

  long usedBytes() {
    return usedBlocks * BLOCK_BYTES;
  }

  /** The collection, which must exist. */
  MemoryCollection collection(CollectionId id) {
    return Invariant.present(collections.get(id), () -> "collection " + id + " must exist");
  }

  void apply(Transaction transaction) {
    transaction.ops().forEach(this::apply);
  }

  private void apply(StoreOp op) {
    switch (op) {
      case StoreOp.CreateCollection create -> {
        MemoryCollection old = collections.put(create.collection(), new MemoryCollection());
        Invariant.check(old == null, () -> "collection " + create.collection() + " must not exist");
      }
      case StoreOp.RemoveCollection remove -> {
        collection(remove.collection()).objects.values().forEach(o -> usedBlocks -= o.blockCount());
        collections.remove(remove.collection());
      }
      case StoreOp.MoveObjects move -> move(move);
      case StoreOp.PutMeta put -> collection(put.collection()).meta.putAll(put.entries());
      case StoreOp.RemoveMeta remove ->
          range(collection(remove.collection()).meta, remove.from(), remove.to()).clear();
      case StoreOp.Remove remove -> {
        MemoryObject old = collection(remove.collection()).objects.remove(remove.object());
        usedBlocks -= old == null ? 0 : old.blockCount();
      }
      case StoreOp.Clone clone -> clone(clone);
      case StoreOp.CloneRange clone -> cloneRange(clone);
      case StoreOp.OnObject onObject -> {
        MemoryObject object =
            collection(onObject.collection())
                .objects
                .computeIfAbsent(onObject.object(), _ -> new MemoryObject());
        long before = object.blockCount();
        change(object, onObject);
        usedBlocks += object.blockCount() - before;
      }
    }
  }

  private void clone(StoreOp.Clone clone) {
    MemoryObject from = origin(clone, clone.from());
    if (from != null) {
      MemoryObject old = collection(clone.collection()).objects.put(clone.object(), from.copy());
      usedBlocks += from.blockCount() - (old == null ? 0 : old.blockCount());
    }
  }

  private void cloneRange(StoreOp.CloneRange clone) {
    MemoryObject from = origin(clone, clone.from());
    if (from != null) {
      MemoryObject object =
          collection(clone.collection())
              .objects
              .computeIfAbsent(clone.object(), _ -> new MemoryObject());
      long before = object.blockCount();
      object.copyRange(from, clone.range());
      usedBlocks += object.blockCount() - before;
    }
  }

  /** The object that a step copies from; null if it does not exist, or is the step's object. */
  private @Nullable MemoryObject origin(StoreOp.OnObject op, StoreOp.Origin from) {
    MemoryObject object = collection(from.collection()).objects.get(from.object());
    boolean same = from.object().equals(op.object()) && from.collection().equals(op.collection());
    return same ? null : object;
  }

  /** Number of blocks of an object; 0 if it does not exist. */
  long blocksOf(CollectionId collection, ObjectId id) {
    MemoryCollection in = collections.get(collection);
    MemoryObject object = in == null ? null : in.objects.get(id);
    return object == null ? 0 : object.blockCount();
  }

  private void move(StoreOp.MoveObjects move) {
    TreeMap<ObjectId, MemoryObject> into = collection(move.into()).objects;
    List<ObjectId> moving =
        collection(move.collection()).objects.keySet().stream()
            .filter(move.range()::contains)
            .toList();
    for (ObjectId id : moving) {
      MemoryObject object = collection(move.collection()).objects.remove(id);
      Invariant.check(
          object != null && into.put(id, object) == null,
          () -> "object " + id + " must not be in collection " + move.into());
    }
  }

  private static void change(MemoryObject object, StoreOp.OnObject op) {
    switch (op) {
      case StoreOp.Touch _ -> {}
      case StoreOp.Write write -> object.write(write.offset(), write.data());
      case StoreOp.Zero zero -> object.zero(zero.range());
      case StoreOp.Truncate truncate -> object.truncate(truncate.size());
      case StoreOp.PutAttributes put -> object.attributes.putAll(put.attributes());
      case StoreOp.RemoveAttributes remove -> remove.names().forEach(object.attributes::remove);
      case StoreOp.PutMap put -> object.map.putAll(put.entries());
      case StoreOp.RemoveMapKeys remove -> remove.keys().forEach(object.map::remove);
      case StoreOp.RemoveMapRange remove -> range(object.map, remove.from(), remove.to()).clear();
      case StoreOp.Remove _, StoreOp.Clone _, StoreOp.CloneRange _ ->
          throw Invariant.unreachable("it concerns the whole object: " + op);
    }
  }

  /** The entries from one key to another; empty if the keys are in the wrong order. */
  static NavigableMap<String, Payload> range(
      NavigableMap<String, Payload> map, String from, @Nullable String to) {
    if (to == null) {
      return map.tailMap(from, true);
    }
    return Invariant.present(map.comparator(), () -> "ordered by UTF-8").compare(from, to) <= 0
        ? map.subMap(from, true, to, false)
        : new TreeMap<>();
  }
}
