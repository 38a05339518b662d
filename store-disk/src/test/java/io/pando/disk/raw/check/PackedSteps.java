package io.pando.disk.raw.check;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.format.RawUnit;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns transactions into updates like a store that packs all it can, without a log. */
public final class PackedSteps {
  private final BlockDevice device;
  private final Codecs codecs = Codecs.portable();

  /** Writes packed blocks to a device. */
  public PackedSteps(BlockDevice device) {
    this.device = device;
  }

  /** The steps of a transaction; the volume promises blocks for packed data. */
  public RawTransaction of(Transaction transaction, RawVolume volume) throws IOException {
    List<RawStep> steps = new ArrayList<>();
    for (StoreOp op : transaction.ops()) {
      steps.add(new RawStep.Take(op));
      if (op instanceof StoreOp.Write write && transaction.compression() != Compression.NONE) {
        pack(write, transaction.compression(), volume, steps);
      }
    }
    return new RawTransaction(steps);
  }

  /** Packs the first whole blocks of a write, over the uncompressed blocks already written. */
  private void pack(StoreOp.Write write, Compression how, RawVolume volume, List<RawStep> steps)
      throws IOException {
    long first = (write.offset() + BLOCK_BYTES - 1) / BLOCK_BYTES;
    long end = (write.offset() + write.data().size()) / BLOCK_BYTES;
    int count = (int) Math.min(end - first, RawUnit.MOST_BLOCKS - first % RawUnit.MOST_BLOCKS);
    if (count < 2) {
      return;
    }
    int from = (int) (first * BLOCK_BYTES - write.offset());
    byte[] packed = new byte[(count + 1) * BLOCK_BYTES];
    int length =
        codecs.of(how).pack(write.data().slice(from, count * BLOCK_BYTES).toByteArray(), packed);
    Arrays.fill(packed, length, packed.length, (byte) 0);
    int places = (length + BLOCK_BYTES - 1) / BLOCK_BYTES;
    if (length > 0 && places < count) {
      List<RawStep.Run> runs = write(packed, places, volume);
      RawUnit unit = new RawUnit((int) (first % RawBlocks.MAX), count, how, length, runs);
      int index = (int) (first / RawBlocks.MAX);
      steps.add(new RawStep.Pack(write.collection(), write.object(), index, unit));
    }
  }

  private List<RawStep.Run> write(byte[] packed, int places, RawVolume volume) throws IOException {
    List<RawStep.Run> runs = new ArrayList<>();
    int at = 0;
    for (GrantedExtent room : volume.allot(places)) {
      int[] checksums = new int[room.count()];
      for (int i = 0; i < room.count(); i++) {
        ByteBuffer block = AlignedBuffers.blocks(1).put(packed, at, BLOCK_BYTES).clear();
        device.write(room.first() + i, block);
        checksums[i] = Payload.wrap(packed).slice(at, BLOCK_BYTES).crc32c();
        at += BLOCK_BYTES;
      }
      runs.add(RawStep.Run.of(room.first(), checksums));
    }
    return runs;
  }
}
