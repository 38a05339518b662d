package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.disk.raw.check.HeapMetadata;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A whole block written earlier in the batch is overwritten in place, unless another object owns it
 * too. Another object has the first places, so that block numbers differ from places.
 */
class SameBatchWritesTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId CLONE = new ObjectId(2, "clone");
  private static final ObjectId FIRST = new ObjectId(3, "first");

  private final RecordingDevice device =
      new RecordingDevice(new FaultyMedium(new Random64(1)).device(1_000));
  private final RawVolume volume = open();

  private RawVolume open() {
    try {
      return RawVolume.open(
          new HeapMetadata(), device, 64 * BLOCK_BYTES, 1 << 20, Codecs.portable());
    } catch (IOException | MetadataException | DamagedRecordException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void writeTheFirst() throws Exception {
    take(new StoreOp.CreateCollection(HERE));
    assertThat(volume.reserve(20)).isTrue();
    take(write(FIRST, 0, 3, 3, 3, 3, 3));
    assertThat(device.asked()).noneMatch(it -> it.startsWith("write"));
  }

  private void take(StoreOp... ops) throws Exception {
    for (StoreOp op : ops) {
      volume.apply(new RawTransaction(List.of(new RawStep.Take(op))));
    }
  }

  /** Blocks that each repeat one value. */
  private static Payload blocks(int... values) {
    byte[] bytes = new byte[values.length * BLOCK_BYTES];
    for (int i = 0; i < values.length; i++) {
      Arrays.fill(bytes, i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES, (byte) values[i]);
    }
    return Payload.wrap(bytes);
  }

  private static StoreOp write(ObjectId object, long block, int... values) {
    return new StoreOp.Write(HERE, object, block * BLOCK_BYTES, blocks(values));
  }

  private Payload read(ObjectId object) throws Exception {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
    ReadOutcome outcome = volume.reader().read(HERE, object, query);
    return ((ReadOutcome.Found) outcome).view().data().getFirst();
  }

  private void commit() throws Exception {
    volume.writeData();
    volume.flushData();
    volume.commit(1, 9);
    assertThat(volume.check(true).faults()).isEmpty();
  }

  @Test
  void aCloneKeepsWhatItHas() throws Exception {
    take(
        write(A, 0, 1, 1),
        new StoreOp.Clone(HERE, CLONE, new StoreOp.Origin(HERE, A)),
        write(A, 1, 2));
    commit();
    assertThat(read(CLONE)).isEqualTo(blocks(1, 1));
    assertThat(read(A)).isEqualTo(blocks(1, 2));
    assertThat(read(FIRST)).isEqualTo(blocks(3, 3, 3, 3, 3));
  }

  /** Another clone owns blocks whose places equal the numbers of the written blocks. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noOtherBlockIsTaken(boolean cloned) throws Exception {
    if (cloned) {
      take(new StoreOp.Clone(HERE, CLONE, new StoreOp.Origin(HERE, FIRST)));
    }
    take(write(A, 0, 1, 1), write(A, 1, 2), write(A, 1, 4));
    device.asked();
    commit();
    assertThat(device.asked()).startsWith("write 0 7", "flush");
    assertThat(read(A)).isEqualTo(blocks(1, 4));
  }
}
