package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.format.RawUnit;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ranges with and without blocks, and the bytes read from them. */
class ObjectReaderTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final int SPAN_BLOCKS = RawBlocks.MAX;

  private final HeapMetadata metadata = new HeapMetadata();
  private final RecordingDevice device =
      new RecordingDevice(new FaultyMedium(new Random64(1)).device(100));

  private Onode onode(long size) {
    ObjectTable.Ref ref = new ObjectTable.Ref(HERE, OBJECT);
    Onode onode = new Onode.Loader(metadata).make(ref, Keys.object(HERE, OBJECT), 5);
    onode.resize(size);
    return onode;
  }

  private static ByteRange blocks(long first, long count) {
    return new ByteRange(first * BLOCK_BYTES, count * BLOCK_BYTES);
  }

  @Test
  void whatIsAllocatedIsJoinedAcrossRecords() throws Exception {
    Onode onode = onode(3 * Onode.SPAN_BYTES);
    RawUnit unit = new RawUnit(8, 2, Compression.LZ4, 100, List.of(RawStep.Run.of(50, 1)));
    RawBlocks head = onode.changeBlocks(0);
    for (int slot : new int[] {0, 1, 3, 62, 63}) {
      head.set(slot, 99 - slot, 0);
    }
    head.pack(8, unit);
    head.pack(9, unit);
    onode.changeBlocks(1).set(0, 0, 0);
    onode.changeBlocks(2).set(63, 1, 0);
    assertThat(onode.allocated())
        .containsExactly(
            blocks(0, 2),
            blocks(3, 1),
            blocks(8, 2),
            blocks(62, 3),
            blocks(3 * SPAN_BLOCKS - 1, 1));
  }

  @Test
  void whatIsAllocatedEndsWithTheObject() throws Exception {
    assertThat(onode(0).allocated()).isEmpty();
    Onode onode = onode(Onode.SPAN_BYTES);
    onode.changeBlocks(0).set(63, 9, 0);
    onode.changeBlocks(1).set(0, 8, 0);
    assertThat(onode.allocated()).containsExactly(blocks(63, 1));
    onode.resize(Onode.SPAN_BYTES + 1);
    assertThat(onode.allocated())
        .containsExactly(new ByteRange(63L * BLOCK_BYTES, BLOCK_BYTES + 1));
    onode.changeBlocks(0).clear(63);
    assertThat(onode.allocated()).containsExactly(new ByteRange(Onode.SPAN_BYTES, 1));
  }

  private RawVolume volume() throws Exception {
    RawVolume volume =
        RawVolume.open(metadata, device, 16 * BLOCK_BYTES, 1 << 20, Codecs.portable());
    take(volume, new StoreOp.CreateCollection(HERE));
    assertThat(volume.reserve(50)).isTrue();
    return volume;
  }

  private static void take(RawVolume volume, StoreOp op) throws Exception {
    volume.apply(new RawTransaction(List.of(new RawStep.Take(op))));
  }

  private static void write(RawVolume volume, long block, int value) throws Exception {
    byte[] bytes = new byte[BLOCK_BYTES];
    bytes[0] = (byte) value;
    Payload payload = Payload.wrap(bytes);
    take(volume, new StoreOp.Write(HERE, OBJECT, block * BLOCK_BYTES, payload));
  }

  private static Payload read(RawVolume volume, long offset, long length) throws Exception {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(offset, length)), List.of(), false);
    ReadOutcome outcome = volume.reader().read(HERE, OBJECT, query);
    return ((ReadOutcome.Found) outcome).view().data().getFirst();
  }

  /** Blocks 1, 3 and the last of the first record, none of the second, the second of the third. */
  @Test
  void holesReadAsZeros() throws Exception {
    RawVolume volume = volume();
    long last = 2L * SPAN_BLOCKS + 1;
    for (long block : new long[] {1, 3, SPAN_BLOCKS - 1, last}) {
      write(volume, block, (int) block);
    }
    byte[] expected = new byte[(int) (last + 1) * BLOCK_BYTES];
    for (long block : new long[] {1, 3, SPAN_BLOCKS - 1, last}) {
      expected[(int) block * BLOCK_BYTES] = (byte) block;
    }
    assertThat(read(volume, 0, expected.length)).isEqualTo(Payload.wrap(expected));
    assertThat(read(volume, BLOCK_BYTES - 1, 2).toByteArray()).containsExactly(0, 1);
    assertThat(read(volume, expected.length, 1)).isEqualTo(Payload.EMPTY);
    assertThat(read(volume, expected.length + 10L, 5)).isEqualTo(Payload.EMPTY);
  }

  private static void amend(RawVolume volume, long offset) throws Exception {
    List<ObjectQuery.Amendment> amended = List.of(new ObjectQuery.Amendment(offset, 10));
    ObjectQuery query = new ObjectQuery(List.of(), List.of(), false, amended);
    assertThat(volume.reader().read(HERE, OBJECT, query)).isInstanceOf(ReadOutcome.Found.class);
  }

  /** The blocks are on the device in another order than in the object. */
  @Test
  void whatAnAmendmentLeavesIsReadOnceFromWhereItIs() throws Exception {
    RawVolume volume = volume();
    for (long block : new long[] {9, 5, 7, 2L * SPAN_BLOCKS}) {
      write(volume, block, 1);
    }
    volume.writeData();
    volume.flushData();
    volume.commit(1, 1);
    long place = volume.reader().placeOf(HERE, OBJECT, 5).orElseThrow();
    assertThat(place).isNotEqualTo(5);
    volume = RawVolume.open(metadata, device, 16 * BLOCK_BYTES, 1 << 20, Codecs.portable());
    device.asked();
    for (int i = 0; i < 2; i++) {
      amend(volume, 5 * BLOCK_BYTES + 1);
      amend(volume, 6 * BLOCK_BYTES + 1);
      amend(volume, Onode.SPAN_BYTES + 1);
    }
    assertThat(device.asked()).containsExactly("read " + place + " 1");
  }
}
