package io.pando.disk.metadata;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies the steps of transactions: objects are changed in memory, their bytes where the subclass
 * keeps them, everything else goes to the metadata's batch. One thread uses it.
 *
 * @param <T> type of an object in memory
 */
public abstract class ObjectWriter<T extends StoredObject> {
  private final Metadata metadata;
  private final MapWriter maps;
  private final CollectionTable collections;
  private final ObjectTable<T> objects;

  protected ObjectWriter(Metadata metadata, CollectionTable collections, ObjectTable<T> objects) {
    this.metadata = metadata;
    this.maps = new MapWriter(metadata);
    this.collections = collections;
    this.objects = objects;
  }

  /** Writes bytes into an object; there may be none. */
  protected abstract void write(T object, long offset, Payload data)
      throws IOException, MetadataException, DamagedRecordException;

  /** Makes a range read as zeros; enlarges an object that ends before the range does. */
  protected abstract void zero(T object, ByteRange range)
      throws IOException, MetadataException, DamagedRecordException;

  /** Changes an object's size; if it grows, the new bytes are zeros. */
  protected abstract void truncate(T object, long size)
      throws IOException, MetadataException, DamagedRecordException;

  /** Removes all bytes of an object that is being removed. */
  protected abstract void removeBytes(T object)
      throws IOException, MetadataException, DamagedRecordException;

  /** Gives a new object the bytes and the size of another, and its damage. */
  protected abstract void copyBytes(T from, T into)
      throws IOException, MetadataException, DamagedRecordException;

  /**
   * Makes the bytes {@code start} to {@code end}, exclusive, of an object those of another, and
   * extends it to {@code end} unless the range is empty; damage is passed on.
   *
   * @param end not behind the end of {@code from}, unless the range is empty
   */
  protected abstract void copyRange(T from, T into, long start, long end)
      throws IOException, MetadataException, DamagedRecordException;

  /** A collection is about to be removed, with its objects. */
  protected void onCollectionRemoved() {}

  /** The object for a change; it is created if it does not exist. */
  protected final T change(CollectionId collection, ObjectId object)
      throws MetadataException, DamagedRecordException {
    collections.mustExist(collection);
    return objects.change(new ObjectTable.Ref(collection, object));
  }

  /** Applies a step. */
  public final void apply(StoreOp op)
      throws IOException, MetadataException, DamagedRecordException {
    CollectionId collection = op.collection();
    if (!(op instanceof StoreOp.CreateCollection)) {
      collections.mustExist(collection);
    }
    CollectionId other = op.otherCollection();
    if (other != null) {
      collections.mustExist(other);
    }
    switch (op) {
      case StoreOp.CreateCollection _ -> collections.create(collection);
      case StoreOp.RemoveCollection _ -> removeCollection(collection);
      case StoreOp.MoveObjects move -> objects.move(collection, move.into(), move.range());
      case StoreOp.PutMeta put ->
          maps.putAll(Family.META, Keys.collection(collection), put.entries());
      case StoreOp.RemoveMeta remove ->
          maps.removeRange(Family.META, Keys.collection(collection), remove.from(), remove.to());
      case StoreOp.Remove remove -> {
        ObjectTable.Ref ref = ref(remove);
        T object = objects.find(ref);
        if (object != null) {
          remove(ref, object);
        }
      }
      case StoreOp.Clone clone -> clone(ref(clone), ref(clone.from()));
      case StoreOp.CloneRange clone -> cloneRange(ref(clone), ref(clone.from()), clone.range());
      case StoreOp.OnObject on -> change(objects.change(ref(on)), on);
    }
  }

  private void change(T object, StoreOp.OnObject op)
      throws IOException, MetadataException, DamagedRecordException {
    switch (op) {
      case StoreOp.Touch _ -> {}
      case StoreOp.Write write -> write(object, write.offset(), write.data());
      case StoreOp.Zero zero -> zero(object, zero.range());
      case StoreOp.Truncate truncate -> truncate(object, truncate.size());
      case StoreOp.PutAttributes put -> object.attributes().putAll(put.attributes());
      case StoreOp.RemoveAttributes remove -> remove.names().forEach(object.attributes()::remove);
      case StoreOp.PutMap put -> {
        object.hasMap(true);
        maps.putAll(Family.MAP, object.mapPrefix(), put.entries());
      }
      case StoreOp.RemoveMapKeys remove -> {
        for (String key : object.hasMap() ? remove.keys() : List.<String>of()) {
          metadata.delete(Family.MAP, Keys.append(object.mapPrefix(), key));
        }
      }
      case StoreOp.RemoveMapRange remove -> {
        if (object.hasMap()) {
          maps.removeRange(Family.MAP, object.mapPrefix(), remove.from(), remove.to());
        }
      }
      case StoreOp.Remove _, StoreOp.Clone _, StoreOp.CloneRange _ ->
          throw Invariant.unreachable("it concerns the whole object: " + op);
    }
  }

  private static ObjectTable.Ref ref(StoreOp.OnObject op) {
    return new ObjectTable.Ref(op.collection(), op.object());
  }

  private static ObjectTable.Ref ref(StoreOp.Origin origin) {
    return new ObjectTable.Ref(origin.collection(), origin.object());
  }

  private void remove(ObjectTable.Ref ref, T object)
      throws IOException, MetadataException, DamagedRecordException {
    removeBytes(object);
    if (object.hasMap()) {
      maps.removeAll(Family.MAP, object.mapPrefix());
    }
    objects.remove(ref, object);
  }

  private void clone(ObjectTable.Ref ref, ObjectTable.Ref from)
      throws IOException, MetadataException, DamagedRecordException {
    T source = objects.find(from);
    if (source == null || ref.equals(from)) {
      return;
    }
    T old = objects.find(ref);
    if (old != null) {
      remove(ref, old);
    }
    T object = objects.change(ref);
    copyBytes(source, object);
    object.attributes().putAll(source.attributes());
    if (source.hasMap()) {
      object.hasMap(true);
      metadata.copyRange(Family.MAP, source.mapPrefix(), object.mapPrefix());
    }
  }

  private void cloneRange(ObjectTable.Ref ref, ObjectTable.Ref from, ByteRange range)
      throws IOException, MetadataException, DamagedRecordException {
    T source = objects.find(from);
    if (source == null || ref.equals(from)) {
      return;
    }
    T object = objects.change(ref);
    long end = Math.min(range.end(), source.size());
    copyRange(source, object, range.offset(), Math.max(range.offset(), end));
  }

  private void removeCollection(CollectionId collection)
      throws IOException, MetadataException, DamagedRecordException {
    onCollectionRemoved();
    List<ObjectId> all = new ArrayList<>();
    objects.walk(collection, null, Integer.MAX_VALUE, (id, _) -> all.add(id));
    for (ObjectId id : all) {
      ObjectTable.Ref ref = new ObjectTable.Ref(collection, id);
      remove(ref, Invariant.present(objects.find(ref), () -> "a listed object: " + id));
    }
    maps.removeAll(Family.META, Keys.collection(collection));
    collections.remove(collection);
  }
}
