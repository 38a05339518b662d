package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.CheckReport;
import io.pando.format.DamagedRecordException;
import io.pando.format.RawBlocks;
import io.pando.format.RawObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Compares what objects own with what the allocator believes: every block has one owner or is free.
 * On request it reads every block, too.
 */
final class VolumeCheck implements Inventory.Visitor {
  private final FreeSpace free;
  private final BlockDevice device;
  private final boolean readData;
  private final FreeSpace owned;
  private final SharedBlocks counted = new SharedBlocks();
  private final ByteBuffer buffer = DataStage.alignedBuffer(1);
  private final Map<Long, Long> spansByNumber = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private long objects;

  private VolumeCheck(FreeSpace free, BlockDevice device, boolean readData) {
    this.free = free;
    this.device = device;
    this.readData = readData;
    this.owned = new FreeSpace(free.capacity());
  }

  /** Looks at everything; nothing may be pending. */
  static CheckReport run(Metadata metadata, FreeSpace free, BlockDevice device, boolean readData)
      throws MetadataException, DamagedRecordException {
    VolumeCheck check = new VolumeCheck(free, device, readData);
    Inventory.walk(metadata, check);
    check.compare();
    SharedBlocks.load(metadata).differences(check.counted).forEach(check::fault);
    return new CheckReport(check.objects, check.owned.occupied(), check.faults);
  }

  @Override
  public void onObject(byte[] key, RawObject object) {
    objects++;
    long spans = (object.size() + Onode.SPAN_BYTES - 1) / Onode.SPAN_BYTES;
    if (spansByNumber.put(object.number(), spans) != null) {
      fault("two objects have the number " + object.number());
    }
    own("object " + HexFormat.of().formatHex(key), object.head());
  }

  @Override
  public void onBlocks(byte[] key, RawBlocks blocks) {
    String name = "blocks " + Keys.index(key) + " of object number " + Keys.number(key);
    Long spans = spansByNumber.get(Keys.number(key));
    if (spans == null) {
      fault(name + " belong to no object");
    } else if (Keys.index(key) >= spans) {
      fault(name + " lie behind the object's end");
    }
    own(name, blocks);
  }

  private void own(String owner, RawBlocks blocks) {
    for (int i = 0; i < blocks.length(); i++) {
      long place = blocks.place(i);
      if (place == RawBlocks.HOLE) {
        continue;
      }
      if (place >= owned.capacity()) {
        fault(owner + " names block " + place + ", which does not exist");
        continue;
      }
      if (!owned.claim(place)) {
        counted.add(place);
      } else if (!free.isUsed(place)) {
        fault(owner + " owns block " + place + ", but the allocator holds it to be free");
      }
      if (readData) {
        read(owner, place, blocks.checksum(i));
      }
    }
  }

  private void read(String owner, long place, int expected) {
    try {
      device.read(place, buffer.clear());
      int actual = ObjectData.checksum(buffer.clear());
      if (actual != expected) {
        fault(
            String.format(
                "%s: block %d should have checksum %08x but has %08x",
                owner, place, expected, actual));
      }
    } catch (IOException e) {
      fault(owner + ": block " + place + " cannot be read: " + e.getMessage());
    }
  }

  private void compare() {
    if (owned.occupied() == free.occupied()) {
      return;
    }
    for (long block = 0; block < free.capacity(); block++) {
      if (free.isUsed(block) && !owned.isUsed(block)) {
        fault("block " + block + " at byte " + block * BLOCK_BYTES + " is used but nobody owns it");
      }
    }
  }

  private void fault(String what) {
    if (faults.size() < CheckReport.MAX_FAULTS) {
      faults.add(what);
    }
  }
}
