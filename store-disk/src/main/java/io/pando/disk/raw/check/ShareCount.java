package io.pando.disk.raw.check;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawShares;
import io.pando.format.DamagedRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Recounts the blocks with several owners. */
final class ShareCount {
  private ShareCount() {}

  /** Counts the owners in all records and puts corrections into the batch. */
  static void run(Metadata metadata, long capacity)
      throws MetadataException, DamagedRecordException {
    OwnedBlocks owned = count(metadata, capacity);
    TreeMap<Long, List<Integer>> pages = new TreeMap<>();
    owned
        .others()
        .forEach((block, others) -> {
          List<Integer> page = pages.computeIfAbsent(block / RawBlocks.MAX, _ -> new ArrayList<>());
          while (page.size() < block % RawBlocks.MAX) {
            page.add(0);
          }
          page.add(others);
        });
    metadata.deleteRange(Family.SHARED, new byte[0], null);
    for (Map.Entry<Long, List<Integer>> page : pages.entrySet()) {
      byte[] record = RawRecords.SHARES.toBytes(new RawShares(page.getValue()));
      metadata.put(Family.SHARED, Keys.page(page.getKey()), record);
    }
  }

  private static OwnedBlocks count(Metadata metadata, long capacity)
      throws MetadataException, DamagedRecordException {
    OwnedBlocks owned = new OwnedBlocks(capacity);
    metadata.each(Family.OBJECT, (_, value) -> add(owned, RawFormat.decodeObject(value).head()));
    metadata.each(Family.BLOCKS, (_, value) -> add(owned, RawFormat.decodeBlocks(value)));
    return owned;
  }

  private static void add(OwnedBlocks owned, RawBlocks blocks) {
    blocks.eachPlace((place, _) -> owned.add(place));
  }
}
