package io.pando.disk.raw.volume;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawObject;
import io.pando.format.DamagedRecordException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the free blocks and the next object number from all records. */
final class SpaceRebuild implements Inventory.Visitor {
  private final FreeSpace free;
  private final SharedBlocks counted = new SharedBlocks();
  private final SharedBlocks shared;
  private long lastNumber;
  private @Nullable String fault;

  private SpaceRebuild(FreeSpace free, SharedBlocks shared) {
    this.free = free;
    this.shared = shared;
  }

  static SpaceRebuild of(Metadata metadata, BlockDevice device)
      throws MetadataException, DamagedRecordException {
    SpaceRebuild rebuild =
        new SpaceRebuild(new FreeSpace(device.blocks()), SharedBlocks.load(metadata));
    Inventory.walk(metadata, rebuild);
    rebuild.compare();
    if (rebuild.fault != null) {
      throw new DamagedRecordException(rebuild.fault);
    }
    return rebuild;
  }

  FreeSpace free() {
    return free;
  }

  /** The blocks with several owners. */
  SharedBlocks shared() {
    return shared;
  }

  long nextNumber() {
    return lastNumber + 1;
  }

  @Override
  public void onObject(byte[] key, RawObject object) {
    lastNumber = Math.max(lastNumber, object.number());
    claim(object.head());
  }

  @Override
  public void onBlocks(byte[] key, RawBlocks blocks) {
    claim(blocks);
  }

  private void claim(RawBlocks blocks) {
    blocks.eachPlace((place, _) -> claim(place));
  }

  private void claim(long place) {
    if (!free.claim(place)) {
      if (place < free.capacity()) {
        counted.add(place);
      } else {
        fault = "block " + place + " of the data does not exist";
      }
    }
  }

  private void compare() {
    List<String> differences = shared.differences(counted);
    if (!differences.isEmpty()) {
      fault = differences.getFirst();
    }
  }
}
