package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MapWriter;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies the steps of updates: data go to the device's stage, objects are changed in memory,
 * everything else goes to the metadata's batch.
 */
final class VolumeWriter {
  private final Metadata metadata;
  private final MapWriter maps;
  private final CollectionTable collections;
  private final ObjectTable<Onode> objects;
  private final ObjectData data;

  VolumeWriter(
      Metadata metadata, CollectionTable collections, ObjectTable<Onode> objects, ObjectData data) {
    this.metadata = metadata;
    this.maps = new MapWriter(metadata);
    this.collections = collections;
    this.objects = objects;
    this.data = data;
  }

  /** Applies all steps; there must be space for them. */
  void apply(RawTransaction update) throws IOException, MetadataException, DamagedRecordException {
    for (RawStep step : update.steps()) {
      switch (step) {
        case RawStep.Take take -> apply(take.op());
        case RawStep.Place place -> {
          collections.mustExist(place.collection());
          Onode onode = objects.change(new ObjectTable.Ref(place.collection(), place.object()));
          data.place(onode, place);
        }
        case RawStep.Pack pack -> {
          collections.mustExist(pack.collection());
          data.pack(objects.change(new ObjectTable.Ref(pack.collection(), pack.object())), pack);
        }
      }
    }
  }

  private void apply(StoreOp op) throws IOException, MetadataException, DamagedRecordException {
    CollectionId collection = op.collection();
    if (!(op instanceof StoreOp.CreateCollection)) {
      collections.mustExist(collection);
    }
    switch (op) {
      case StoreOp.CreateCollection _ -> collections.create(collection);
      case StoreOp.RemoveCollection _ -> removeCollection(collection);
      case StoreOp.MoveObjects move -> {
        collections.mustExist(move.into());
        objects.move(collection, move.into(), move.range());
      }
      case StoreOp.PutMeta put ->
          maps.putAll(Family.META, Keys.collection(collection), put.entries());
      case StoreOp.RemoveMeta remove -> {
        byte[] prefix = Keys.collection(collection);
        maps.removeRange(Family.META, prefix, remove.from(), remove.to());
      }
      case StoreOp.Remove remove -> {
        ObjectTable.Ref ref = new ObjectTable.Ref(collection, remove.object());
        Onode onode = objects.find(ref);
        if (onode != null) {
          remove(ref, onode);
        }
      }
      case StoreOp.Clone clone -> clone(ref(clone), new ObjectTable.Ref(collection, clone.from()));
      case StoreOp.OnObject on -> change(objects.change(ref(on)), on);
    }
  }

  private void change(Onode onode, StoreOp.OnObject op)
      throws IOException, MetadataException, DamagedRecordException {
    switch (op) {
      case StoreOp.Touch _ -> {}
      case StoreOp.Write write -> data.write(onode, write.offset(), write.data());
      case StoreOp.Zero zero -> data.zero(onode, zero.range());
      case StoreOp.Truncate truncate -> data.truncate(onode, truncate.size());
      case StoreOp.PutAttributes put -> onode.attributes().putAll(put.attributes());
      case StoreOp.RemoveAttributes remove -> remove.names().forEach(onode.attributes()::remove);
      case StoreOp.PutMap put -> {
        onode.hasMap(true);
        maps.putAll(Family.MAP, onode.mapPrefix(), put.entries());
      }
      case StoreOp.RemoveMapKeys remove -> {
        for (String key : onode.hasMap() ? remove.keys() : List.<String>of()) {
          metadata.delete(Family.MAP, Keys.append(onode.mapPrefix(), key));
        }
      }
      case StoreOp.RemoveMapRange remove -> {
        if (onode.hasMap()) {
          maps.removeRange(Family.MAP, onode.mapPrefix(), remove.from(), remove.to());
        }
      }
      case StoreOp.Remove _, StoreOp.Clone _ ->
          throw Invariant.unreachable("it concerns the whole object: " + op);
    }
  }

  private static ObjectTable.Ref ref(StoreOp.OnObject op) {
    return new ObjectTable.Ref(op.collection(), op.object());
  }

  private void remove(ObjectTable.Ref ref, Onode onode)
      throws IOException, MetadataException, DamagedRecordException {
    data.truncate(onode, 0);
    if (onode.hasMap()) {
      maps.removeAll(Family.MAP, onode.mapPrefix());
    }
    objects.remove(ref, onode);
  }

  private void clone(ObjectTable.Ref ref, ObjectTable.Ref from)
      throws IOException, MetadataException, DamagedRecordException {
    Onode source = objects.find(from);
    if (source == null || ref.equals(from)) {
      return;
    }
    Onode old = objects.find(ref);
    if (old != null) {
      remove(ref, old);
    }
    Onode onode = objects.change(ref);
    data.share(source, onode);
    onode.damage(source.damage());
    onode.attributes().putAll(source.attributes());
    if (source.hasMap()) {
      onode.hasMap(true);
      metadata.copyRange(Family.MAP, source.mapPrefix(), onode.mapPrefix());
    }
  }

  private void removeCollection(CollectionId collection)
      throws IOException, MetadataException, DamagedRecordException {
    data.onCollectionRemoved();
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
