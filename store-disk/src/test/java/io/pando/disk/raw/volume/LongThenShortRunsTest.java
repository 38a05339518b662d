package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.Power;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.ForwardingDevice;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Objects are written in large parts, then in small ones, and so on, in a file whose reserved space
 * is overwritten with zeros: no block in use is, as the checksums of all of them say.
 */
class LongThenShortRunsTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final long BLOCKS = 16_384;
  private static final int OBJECT_BLOCKS = 256;

  private final ZeroedFile file = new ZeroedFile(new FaultyMedium(new Random64(3)).device(BLOCKS));
  private Random64 random = new Random64(0);
  private long sequence;

  /** Space that is claimed keeps its old bytes until it is filled. */
  private static final class ZeroedFile extends ForwardingDevice {
    private long filledForShortRuns;
    private boolean claims;

    ZeroedFile(BlockDevice device) {
      super(device);
    }

    @Override
    public boolean claim(long from, long to) {
      claims = true;
      return true;
    }

    @Override
    public long reserve(long from, long to) throws IOException {
      ByteBuffer zeros = AlignedBuffers.blocks((int) (to - from));
      device.write(from, zeros.clear());
      return (to - from) * BLOCK_BYTES;
    }

    @Override
    public long reserveClaimed(long from, long to) throws IOException {
      filledForShortRuns += to - from;
      return reserve(from, to);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void noBlockInUseIsFilled(long seed) throws Exception {
    random = new Random64(seed);
    RawVolume volume =
        RawVolume.open(
            new MemoryMetadata(new Random64(4), new Power()),
            file,
            64 * BLOCK_BYTES,
            0,
            Codecs.portable());
    volume.apply(new RawTransaction(List.of(new RawStep.Take(new StoreOp.CreateCollection(HERE)))));
    for (int phase = 0; phase < 4; phase++) {
      for (int i = 0; i < 40; i++) {
        place(volume, 64 * random.nextInt(OBJECT_BLOCKS / 64), 64);
        settle(volume, 512);
      }
      for (int i = 0; i < 1_000; i++) {
        place(volume, random.nextInt(OBJECT_BLOCKS), 1);
        if (random.oneIn(10)) {
          settle(volume, random.nextInt(600));
        }
      }
      settle(volume, 0);
      assertThat(volume.check(true).faults()).isEmpty();
    }
    assertThat(file.claims).isTrue();
    assertThat(file.filledForShortRuns).isPositive();
  }

  private void place(RawVolume volume, int block, int count) throws Exception {
    byte[] data = new byte[count * BLOCK_BYTES];
    random.nextBytes(data);
    assertThat(volume.reserve(count)).isTrue();
    List<RawStep.Run> runs = new ArrayList<>();
    int at = 0;
    for (GrantedExtent extent : volume.allot(count)) {
      int length = extent.count() * BLOCK_BYTES;
      Payload part = Payload.wrap(data).slice(at, length);
      file.write(
          extent.first(), AlignedBuffers.blocks(extent.count()).put(part.asByteBuffer()).clear());
      runs.add(RawStep.Run.of(extent.first(), part.blockChecksums()));
      at += length;
    }
    ObjectId id = new ObjectId(random.nextInt(8), "o");
    volume.apply(new RawTransaction(List.of(new RawStep.Place(HERE, id, block, runs))));
  }

  /** What the store does after a batch. */
  private void settle(RawVolume volume, long ahead) throws Exception {
    volume.writeData();
    volume.flushData();
    volume.commit(++sequence, 0);
    volume.persist(true);
    volume.recycle(sequence);
    volume.growTowards(ahead);
  }
}
