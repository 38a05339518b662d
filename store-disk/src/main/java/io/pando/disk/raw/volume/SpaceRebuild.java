package io.pando.disk.raw.volume;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.format.RawBlocks;
import io.pando.format.RawObject;
import org.jspecify.annotations.Nullable;

/** Learns from all records which blocks are free, and which number an object gets next. */
final class SpaceRebuild implements Inventory.Visitor {
  private final FreeSpace free;
  private long lastNumber;
  private @Nullable String fault;

  private SpaceRebuild(FreeSpace free) {
    this.free = free;
  }

  static SpaceRebuild of(Metadata metadata, BlockDevice device)
      throws MetadataException, DamagedRecordException {
    SpaceRebuild rebuild = new SpaceRebuild(new FreeSpace(device.blocks()));
    Inventory.walk(metadata, rebuild);
    if (rebuild.fault != null) {
      throw new DamagedRecordException(rebuild.fault);
    }
    return rebuild;
  }

  FreeSpace free() {
    return free;
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
    for (int i = 0; i < blocks.length(); i++) {
      long place = blocks.place(i);
      if (place != RawBlocks.HOLE && !free.claim(place)) {
        fault = "block " + place + " of the data has two owners or does not exist";
      }
    }
  }
}
