package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.ObjectWriter;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.io.IOException;

/** Applies the steps of transactions, and counts the blocks that hold data. */
final class CatalogWriter extends ObjectWriter<CatalogEntry> {
  private final ObjectBytes bytes;
  private long usedBlocks;

  CatalogWriter(
      Metadata metadata,
      CollectionTable collections,
      ObjectTable<CatalogEntry> objects,
      ObjectBytes bytes,
      long usedBlocks) {
    super(metadata, collections, objects);
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

  @Override
  protected void write(CatalogEntry object, long offset, Payload data)
      throws IOException, MetadataException {
    if (data.isEmpty()) {
      return;
    }
    long end = offset + data.size();
    bytes.write(object, offset, data);
    onWritten(object, offset, end);
  }

  private void onWritten(CatalogEntry object, long offset, long end) {
    usedBlocks -= object.blocks().count();
    object.blocks().add(offset / BLOCK_BYTES, (end - 1) / BLOCK_BYTES + 1);
    usedBlocks += object.blocks().count();
    // Behind the object's end nothing needs to be kept.
    boolean toTheEnd = end >= object.size();
    object.damaged().remove(blocksUpTo(offset), toTheEnd ? blocksUpTo(end) : end / BLOCK_BYTES);
    object.resize(Math.max(object.size(), end));
  }

  /** Makes a range damaged, with the blocks that it touches. */
  void damage(CollectionId collection, ObjectId id, ByteRange range)
      throws MetadataException, DamagedRecordException {
    CatalogEntry object = change(collection, id);
    onWritten(object, range.offset(), range.end());
    object.damaged().add(range.offset() / BLOCK_BYTES, blocksUpTo(range.end()));
  }

  @Override
  protected void zero(CatalogEntry object, ByteRange range) throws IOException, MetadataException {
    if (range.offset() < Math.min(range.end(), object.size())) {
      bytes.zero(object, range.offset(), range.end());
      release(object, blocksUpTo(range.offset()), range.end() / BLOCK_BYTES);
    }
    object.resize(Math.max(object.size(), range.end()));
  }

  @Override
  protected void truncate(CatalogEntry object, long size) throws IOException, MetadataException {
    if (size < object.size()) {
      bytes.truncate(object, size);
      release(object, blocksUpTo(size), Long.MAX_VALUE);
    }
    object.resize(size);
  }

  private void release(CatalogEntry object, long from, long to) {
    usedBlocks -= object.blocks().count();
    object.blocks().remove(from, to);
    object.damaged().remove(from, to);
    usedBlocks += object.blocks().count();
  }

  private static long blocksUpTo(long offset) {
    return (offset + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  @Override
  protected void removeBytes(CatalogEntry object) throws IOException, MetadataException {
    bytes.remove(object);
    usedBlocks -= object.blocks().count();
  }

  @Override
  protected void copyBytes(CatalogEntry from, CatalogEntry into)
      throws IOException, MetadataException {
    bytes.copy(from, into);
    into.blocks().addAll(from.blocks());
    into.damaged().addAll(from.damaged());
    usedBlocks += into.blocks().count();
    into.resize(from.size());
  }

  @Override
  protected void copyRange(CatalogEntry from, CatalogEntry into, long start, long end)
      throws IOException, MetadataException {
    long done = start;
    for (ByteRange part : from.blocks().within(new ByteRange(start, end - start))) {
      zero(into, new ByteRange(done, part.offset() - done));
      bytes.copyPart(from, into, part);
      onWritten(into, part.offset(), part.end());
      done = part.end();
    }
    if (done < end) {
      zero(into, new ByteRange(done, end - done));
    }
  }
}
