package io.pando.disk.raw.check;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawRecords;
import io.pando.proto.FormatException;
import java.nio.BufferUnderflowException;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares the blocks' owners with the recorded counts. */
final class SharesCheck {
  private SharesCheck() {}

  /** Returns the blocks with more owners than recorded. */
  static SortedSet<Long> run(Metadata metadata, OwnedBlocks owned, Findings findings)
      throws MetadataException {
    SortedMap<Long, Integer> noted = noted(metadata, findings);
    TreeSet<Long> contested = new TreeSet<>();
    owned
        .others()
        .forEach((block, others) -> {
          if (others > noted.getOrDefault(block, 0)) {
            contested.add(block);
          }
        });
    noted.forEach((block, others) -> {
      boolean exists = owned.exists(block);
      int found = exists ? owned.others().getOrDefault(block, 0) : 0;
      if (others > found) {
        int owners = exists && owned.isOwned(block) ? found + 1 : 0;
        findings.tell(
            StoreFault.of(
                StoreFault.Kind.SPACE,
                "block %d of the device is recorded with %d owners, but has %d"
                    .formatted(block, others + 1, owners),
                new Remedy.CountShares()));
      }
    });
    return contested;
  }

  private static SortedMap<Long, Integer> noted(Metadata metadata, Findings findings)
      throws MetadataException {
    TreeMap<Long, Integer> noted = new TreeMap<>();
    metadata.each(
        Family.SHARED,
        (key, value) -> {
          try {
            List<Integer> others = RawRecords.SHARES.decode(value).others();
            long first = Math.multiplyExact(Keys.number(key), (long) RawBlocks.MAX);
            for (int i = 0; i < others.size(); i++) {
              if (others.get(i) > 0) {
                noted.put(first + i, others.get(i));
              }
            }
          } catch (FormatException | ArithmeticException | BufferUnderflowException e) {
            findings.tell(
                StoreFault.of(
                    StoreFault.Kind.UNREADABLE,
                    "a record of shared blocks: " + e.getMessage(),
                    new Remedy.CountShares()));
          }
        });
    return noted;
  }
}
