package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.MapWriter;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Applies the steps of transactions. */
final class CatalogWriter {
  private final Metadata metadata;
  private final MapWriter maps;
  private final CollectionTable collections;
  private final ObjectTable<CatalogEntry> objects;
  private final ObjectBytes bytes;
  private long usedBlocks;

  CatalogWriter(
      Metadata metadata,
      CollectionTable collections,
      ObjectTable<CatalogEntry> objects,
      ObjectBytes bytes,
      long usedBlocks) {
    this.metadata = metadata;
    this.maps = new MapWriter(metadata);
    this.collections = collections;
    this.objects = objects;
    this.bytes = bytes;
    this.usedBlocks = usedBlocks;
  }

  /** Number of blocks that hold data of objects. */
  long usedBlocks() {
    return usedBlocks;
  }

  void usedBlocks(long blocks) {
    usedBlocks = blocks;
  }

  void apply(StoreOp op) throws IOException, MetadataException, DamagedRecordException {
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
      case StoreOp.RemoveMeta remove ->
          maps.removeRange(Family.META, Keys.collection(collection), remove.from(), remove.to());
      case StoreOp.Remove remove -> {
        ObjectTable.Ref ref = ref(remove);
        CatalogEntry object = objects.find(ref);
        if (object != null) {
          remove(ref, object);
        }
      }
      case StoreOp.Clone clone -> clone(ref(clone), new ObjectTable.Ref(collection, clone.from()));
      case StoreOp.OnObject on -> change(objects.change(ref(on)), on);
    }
  }

  private void change(CatalogEntry object, StoreOp.OnObject op)
      throws IOException, MetadataException {
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
      case StoreOp.Remove _, StoreOp.Clone _ ->
          throw Invariant.unreachable("it concerns the whole object: " + op);
    }
  }

  private void write(CatalogEntry object, long offset, Payload data)
      throws IOException, MetadataException {
    if (data.isEmpty()) {
      return;
    }
    long end = offset + data.size();
    bytes.write(object, offset, data);
    usedBlocks -= object.blocks().count();
    object.blocks().add(offset / BLOCK_BYTES, (end - 1) / BLOCK_BYTES + 1);
    usedBlocks += object.blocks().count();
    object.resize(Math.max(object.size(), end));
  }

  private void zero(CatalogEntry object, ByteRange range) throws IOException, MetadataException {
    if (range.offset() < Math.min(range.end(), object.size())) {
      bytes.zero(object, range.offset(), range.end());
      release(object, blocksUpTo(range.offset()), range.end() / BLOCK_BYTES);
    }
    object.resize(Math.max(object.size(), range.end()));
  }

  private void truncate(CatalogEntry object, long size) throws IOException, MetadataException {
    if (size < object.size()) {
      bytes.truncate(object, size);
      release(object, blocksUpTo(size), Long.MAX_VALUE);
    }
    object.resize(size);
  }

  private void release(CatalogEntry object, long from, long to) {
    usedBlocks -= object.blocks().count();
    object.blocks().remove(from, to);
    usedBlocks += object.blocks().count();
  }

  private static long blocksUpTo(long offset) {
    return (offset + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  private static ObjectTable.Ref ref(StoreOp.OnObject op) {
    return new ObjectTable.Ref(op.collection(), op.object());
  }

  private void remove(ObjectTable.Ref ref, CatalogEntry object)
      throws IOException, MetadataException {
    bytes.remove(object);
    usedBlocks -= object.blocks().count();
    if (object.hasMap()) {
      maps.removeAll(Family.MAP, object.mapPrefix());
    }
    objects.remove(ref, object);
  }

  private void clone(ObjectTable.Ref ref, ObjectTable.Ref from)
      throws IOException, MetadataException, DamagedRecordException {
    CatalogEntry source = objects.find(from);
    if (source == null || ref.equals(from)) {
      return;
    }
    CatalogEntry old = objects.find(ref);
    if (old != null) {
      remove(ref, old);
    }
    CatalogEntry object = objects.change(ref);
    bytes.copy(source, object);
    object.blocks().addAll(source.blocks());
    usedBlocks += object.blocks().count();
    object.resize(source.size());
    object.attributes().putAll(source.attributes());
    if (source.hasMap()) {
      object.hasMap(true);
      metadata.copyRange(Family.MAP, source.mapPrefix(), object.mapPrefix());
    }
  }

  private void removeCollection(CollectionId collection)
      throws IOException, MetadataException, DamagedRecordException {
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
