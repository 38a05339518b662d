package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.pack.Codec;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.format.RawUnit;
import io.pando.disk.raw.volume.GrantedExtent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns drafts into updates: compresses what is to be compressed, and assigns as many of the
 * allotted blocks as the result needs. Units begin at multiples of 16 blocks of the object, so that
 * consecutive writes form complete units. A unit that does not shrink by at least one block and at
 * least an eighth is stored uncompressed. The work is CPU-bound and runs on a thread that no event
 * loop waits for.
 */
final class Packer {
  /** The saving must be at least one part in this many. */
  private static final int LEAST_SAVED = 8;

  private final Codecs codecs;

  /** One block longer than a unit, since some codecs are slow when the space is short. */
  private final byte[] packed = new byte[(RawUnit.MOST_BLOCKS + 1) * BLOCK_BYTES];

  Packer(Codecs codecs) {
    this.codecs = codecs;
  }

  /** The update of a draft, with all its data. */
  LogItem.PlacedTransaction pack(LogItem.UncompressedTransaction draft) {
    Work work = new Work(draft.how(), codecs.of(draft.how()));
    for (DraftStep step : draft.steps()) {
      switch (step) {
        case DraftStep.Ready ready -> work.steps.add(ready.step());
        case DraftStep.Packable packable -> work.pack(packable);
      }
    }
    return LogItem.PlacedTransaction.of(
        draft.caller(), new RawTransaction(work.steps), work.data, work.unused);
  }

  /** The packing of one draft. */
  private final class Work {
    private final Compression how;
    private final Codec codec;
    private final List<RawStep> steps = new ArrayList<>();
    private final List<LogItem.Placement> data = new ArrayList<>();
    private final List<GrantedExtent> unused = new ArrayList<>();

    Work(Compression how, Codec codec) {
      this.how = how;
      this.codec = codec;
    }

    void pack(DraftStep.Packable draft) {
      ArrayDeque<GrantedExtent> allotments = new ArrayDeque<>(draft.allotments());
      long block = draft.block();
      long end = block + draft.bytes().size() / BLOCK_BYTES;
      long plainFrom = block;
      while (block < end) {
        int count = (int) Math.min(end - block, RawUnit.MOST_BLOCKS - block % RawUnit.MOST_BLOCKS);
        Payload bytes = blocks(draft, block, count);
        int packedBytes = packedBytes(bytes, count);
        if (packedBytes > 0) {
          plain(draft, plainFrom, block, allotments);
          packed(draft, block, count, packedBytes, allotments);
          plainFrom = block + count;
        }
        block += count;
      }
      plain(draft, plainFrom, end, allotments);
      unused.addAll(allotments);
    }

    /** Compressed length of blocks in bytes; 0 if compression does not pay. */
    private int packedBytes(Payload bytes, int count) {
      int most = Math.min(count - 1, count - count / LEAST_SAVED) * BLOCK_BYTES;
      if (most == 0) {
        return 0;
      }
      int length = codec.pack(bytes.toByteArray(), packed);
      return length < 0 || length > most ? 0 : length;
    }

    private void packed(
        DraftStep.Packable draft,
        long block,
        int count,
        int packedBytes,
        ArrayDeque<GrantedExtent> allotments) {
      int places = (packedBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
      byte[] padded = new byte[places * BLOCK_BYTES];
      System.arraycopy(packed, 0, padded, 0, packedBytes);
      RawUnit unit =
          new RawUnit(
              (int) (block % RawBlocks.MAX),
              count,
              how,
              packedBytes,
              write(Payload.wrap(padded), allotments));
      int index = Math.toIntExact(block / RawBlocks.MAX);
      steps.add(new RawStep.Pack(draft.collection(), draft.object(), index, unit));
    }

    private void plain(
        DraftStep.Packable draft, long from, long to, ArrayDeque<GrantedExtent> allotments) {
      if (from < to) {
        Payload bytes = blocks(draft, from, (int) (to - from));
        steps.add(
            new RawStep.Place(draft.collection(), draft.object(), from, write(bytes, allotments)));
      }
    }

    /** Assigns places to whole blocks. */
    private List<RawStep.Run> write(Payload bytes, ArrayDeque<GrantedExtent> allotments) {
      List<RawStep.Run> runs = new ArrayList<>(1);
      for (int at = 0; at < bytes.size(); ) {
        GrantedExtent first = allotments.removeFirst();
        int count = Math.min(first.count(), (bytes.size() - at) / BLOCK_BYTES);
        if (count < first.count()) {
          allotments.addFirst(new GrantedExtent(first.first() + count, first.count() - count));
        }
        Payload part = bytes.slice(at, count * BLOCK_BYTES);
        runs.add(RawStep.Run.of(first.first(), part.blockChecksums()));
        data.add(new LogItem.Placement(first.first(), part));
        at += part.size();
      }
      return runs;
    }
  }

  private static Payload blocks(DraftStep.Packable draft, long block, int count) {
    int from = Math.toIntExact((block - draft.block()) * BLOCK_BYTES);
    return draft.bytes().slice(from, count * BLOCK_BYTES);
  }
}
