package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.serve.CheckReport;
import io.pando.format.DamagedRecordException;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Compares the objects' blocks and bytes with the counters and with what is stored. */
final class CatalogCheck {
  private static final int MOST_READ = 1 << 20;

  private final Metadata metadata;
  private final ObjectTable.Loader<CatalogEntry> loader;
  private final ObjectBytes bytes;
  private final boolean readData;
  private final TreeSet<Long> numbers = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();
  private long objects;
  private long blocks;

  CatalogCheck(Metadata metadata, ObjectBytes bytes, boolean readData) {
    this.metadata = metadata;
    this.loader = new CatalogEntry.Loader(metadata);
    this.bytes = bytes;
    this.readData = readData;
  }

  CheckReport run(List<CollectionId> collections, long usedBlocks, long nextNumber)
      throws IOException, MetadataException {
    for (CollectionId collection : collections) {
      walk(collection);
    }
    if (blocks != usedBlocks) {
      fault("objects have " + blocks + " blocks, but " + usedBlocks + " are counted");
    }
    if (!numbers.isEmpty() && numbers.last() >= nextNumber) {
      fault("number " + numbers.last() + " is an object's, but " + nextNumber + " is the next");
    }
    bytes.findStrays(numbers, this::fault);
    return new CheckReport(objects, blocks, faults);
  }

  private void walk(CollectionId collection) throws IOException, MetadataException {
    byte[] prefix = Keys.collection(collection);
    metadata.each(
        Family.OBJECT,
        prefix,
        (key, record) ->
            visit(new ObjectTable.Ref(collection, Keys.object(key, prefix.length)), key, record));
  }

  private void visit(ObjectTable.Ref ref, byte[] key, byte[] record)
      throws IOException, MetadataException {
    objects++;
    try {
      CatalogObject object = CatalogEntry.decode(record);
      CatalogEntry entry = loader.load(ref, key, record);
      blocks += entry.blocks().count();
      if (!numbers.add(object.number())) {
        fault("two objects have the number " + object.number());
      }
      if (entry.blocks().anyBetween(blocksOf(object.size()), Long.MAX_VALUE)) {
        fault(ref.object() + " of " + ref.collection() + " has blocks behind its end");
      } else if (readData) {
        read(entry);
      }
    } catch (DamagedRecordException e) {
      fault("record " + HexFormat.of().formatHex(key) + ": " + e.getMessage());
    }
  }

  private static long blocksOf(long size) {
    return (size + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  private void read(CatalogEntry object) throws IOException, MetadataException {
    try {
      for (Map.Entry<Long, Long> run : object.blocks().all().entrySet()) {
        long end = Math.min(run.getValue() * BLOCK_BYTES, object.size());
        for (long at = run.getKey() * BLOCK_BYTES; at < end; at += MOST_READ) {
          bytes.read(object, at, (int) Math.min(MOST_READ, end - at));
        }
      }
    } catch (DamagedBytesException e) {
      fault(String.valueOf(e.getMessage()));
    }
  }

  private void fault(String what) {
    if (faults.size() < CheckReport.MAX_FAULTS) {
      faults.add(what);
    }
  }
}
