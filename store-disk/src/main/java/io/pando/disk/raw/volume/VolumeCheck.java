package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.check.OwnedBlocks;
import io.pando.disk.raw.check.StoreCheck;
import io.pando.disk.serve.CheckReport;
import java.util.ArrayList;
import java.util.List;

/** Checks an open store: its records, and the allocator's state. */
final class VolumeCheck {
  private VolumeCheck() {}

  /** Checks everything; nothing may be pending. */
  static CheckReport run(Metadata metadata, FreeSpace free, BlockDevice device, boolean readData)
      throws MetadataException {
    List<String> faults = new ArrayList<>();
    StoreCheck.Census census =
        StoreCheck.run(metadata, device, readData, fault -> add(faults, fault.toString()));
    compare(free, census.owned(), faults);
    return new CheckReport(census.objects(), census.owned().count(), faults);
  }

  /**
   * Compares the allocator with the owners: only allotted and released blocks may lack an owner.
   */
  private static void compare(FreeSpace free, OwnedBlocks owned, List<String> faults) {
    boolean leaked = free.occupied() != owned.count();
    for (long block = 0; block < free.capacity(); block++) {
      if (leaked && free.isUsed(block) && !owned.isOwned(block)) {
        add(
            faults,
            String.format(
                "block %s at byte %s is marked used but has no owner", block, block * BLOCK_BYTES));
      } else if (!free.isUsed(block) && owned.isOwned(block)) {
        add(faults, "block " + block + " has an owner, but is free for the allocator");
      }
    }
  }

  private static void add(List<String> faults, String what) {
    if (faults.size() < CheckReport.MAX_FAULTS) {
      faults.add(what);
    }
  }
}
