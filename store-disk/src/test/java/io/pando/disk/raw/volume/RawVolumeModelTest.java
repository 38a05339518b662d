package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.Power;
import io.pando.disk.StoreSpace;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Mark;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.check.PackedSteps;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random writes, zeroing, truncations, clones and packing over many records of blocks: objects read
 * as a model says, have data where it says, and use as many device blocks.
 */
class RawVolumeModelTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final long BLOCKS = 1500;
  private static final int SPAN = 64 * BLOCK_BYTES;

  /** More records than are loaded one by one. */
  private static final int MOST_BYTES = 20 * SPAN;

  private final Power power = new Power();
  private final BlockDevice device = new FaultyMedium(new Random64(3)).device(BLOCKS);
  private final MemoryMetadata metadata = new MemoryMetadata(new Random64(4), power);
  private final PackedSteps packing = new PackedSteps(device);
  private final Map<ObjectId, BlockModel> models = new TreeMap<>();
  private Random64 random = new Random64(0);
  private int stageBlocks;
  private long cacheBytes;
  private long sequence;

  private RawVolume open() throws Exception {
    return RawVolume.open(
        metadata, device, stageBlocks * BLOCK_BYTES, cacheBytes, Codecs.portable());
  }

  @ParameterizedTest
  @CsvSource({"1,4,0", "2,16,1000000", "3,1,30000", "4,256,0", "5,7,3000"})
  void readsWhatAModelSays(long seed, int stage, long cache) throws Exception {
    random = new Random64(seed);
    stageBlocks = stage;
    cacheBytes = cache;
    RawVolume volume = open();
    volume.apply(new RawTransaction(List.of(new RawStep.Take(new StoreOp.CreateCollection(HERE)))));
    for (int round = 0; round < 40; round++) {
      for (int i = random.nextInt(8); i >= 0; i--) {
        ObjectId id = new ObjectId(random.nextInt(4) * 77, "o");
        step(volume, id);
        compare(volume, id);
        volume.invariants();
      }
      compareAll(volume);
      commit(volume);
      volume.thoroughInvariants();
      CheckReport report = volume.check(true);
      assertThat(report.faults()).isEmpty();
      assertThat(report.objects()).isEqualTo(models.size());
      assertThat(report.ownedBlocks()).isEqualTo(owned());
      assertThat(volume.usage().usedBytes()).isEqualTo(owned() * BLOCK_BYTES);
      assertThat(volume.freeBlocks()).isEqualTo(BLOCKS - owned());
      if (round % 8 == 7) {
        volume = open();
        compareAll(volume);
      }
    }
  }

  /** Number of device blocks that objects own, each counted once. */
  private long owned() {
    IdentityHashMap<BlockModel.Home, Boolean> homes = new IdentityHashMap<>();
    models.values().forEach(model -> model.addHomes(homes));
    return homes.keySet().stream().mapToLong(BlockModel.Home::places).sum();
  }

  private BlockModel model(ObjectId id) {
    return models.computeIfAbsent(id, _ -> new BlockModel());
  }

  /** A random place, preferably near edges of blocks and records, and in few blocks. */
  private int place(int below) {
    int near = random.nextInt(3) - 1;
    return switch (random.nextInt(6)) {
      case 0 -> Math.max(0, random.nextInt(below / BLOCK_BYTES + 1) * BLOCK_BYTES + near);
      case 1 -> random.nextInt(below / BLOCK_BYTES + 1) * BLOCK_BYTES;
      case 2 -> Math.max(0, random.nextInt(below / SPAN + 1) * SPAN + near * BLOCK_BYTES);
      case 3 -> (61 + random.nextInt(6)) * BLOCK_BYTES;
      case 4 -> 61 * BLOCK_BYTES + random.nextInt(6 * BLOCK_BYTES);
      default -> random.nextInt(below + 1);
    };
  }

  private int length() {
    return switch (random.nextInt(4)) {
      case 0 -> 1 + random.nextInt(BLOCK_BYTES);
      case 1 -> (1 + random.nextInt(20)) * BLOCK_BYTES;
      default -> 1 + random.nextInt(6 * BLOCK_BYTES);
    };
  }

  private void step(RawVolume volume, ObjectId id) throws Exception {
    switch (random.nextInt(13)) {
      case 0 -> {
        int size = place(MOST_BYTES);
        take(volume, new StoreOp.Truncate(HERE, id, size));
        model(id).truncate(size);
      }
      case 1 -> {
        int offset = place(MOST_BYTES);
        int length = random.nextBoolean() ? length() : random.nextInt(MOST_BYTES);
        take(volume, new StoreOp.Zero(HERE, id, new ByteRange(offset, length)));
        model(id).zero(offset, length);
      }
      case 2 -> clone(volume, id);
      case 3 -> {
        take(volume, new StoreOp.Remove(HERE, id));
        models.remove(id);
      }
      case 4 -> place(volume, id);
      case 5, 6 -> packed(volume, id);
      case 7 -> write(volume, id, model(id).size(), length());
      default -> write(volume, id, place(MOST_BYTES), length());
    }
  }

  private void take(RawVolume volume, StoreOp op) throws Exception {
    assertThat(volume.reserve(StoreSpace.blocksNeeded(Transaction.of(op)))).isTrue();
    volume.apply(new RawTransaction(List.of(new RawStep.Take(op))));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private void write(RawVolume volume, ObjectId id, int offset, int length) throws Exception {
    byte[] data = bytes(length);
    take(volume, new StoreOp.Write(HERE, id, offset, Payload.wrap(data)));
    model(id).write(offset, data);
  }

  private void clone(RawVolume volume, ObjectId id) throws Exception {
    ObjectId from = new ObjectId(random.nextInt(4) * 77, "o");
    take(volume, new StoreOp.Clone(HERE, id, new StoreOp.Origin(HERE, from)));
    BlockModel source = models.get(from);
    if (source != null && !from.equals(id)) {
      model(id).copy(source);
    }
  }

  /** Writes bytes that are on the device already. */
  private void place(RawVolume volume, ObjectId id) throws Exception {
    int block = place(MOST_BYTES) / BLOCK_BYTES;
    byte[] data = bytes((1 + random.nextInt(10)) * BLOCK_BYTES);
    assertThat(volume.reserve(data.length / BLOCK_BYTES)).isTrue();
    List<RawStep.Run> runs = new ArrayList<>();
    int at = 0;
    for (GrantedExtent room : volume.allot(data.length / BLOCK_BYTES)) {
      int length = room.count() * BLOCK_BYTES;
      Payload part = Payload.wrap(data).slice(at, length);
      device.write(
          room.first(), AlignedBuffers.blocks(room.count()).put(part.asByteBuffer()).clear());
      runs.add(RawStep.Run.of(room.first(), part.blockChecksums()));
      at += length;
    }
    assertThat(at).isEqualTo(data.length);
    volume.apply(new RawTransaction(List.of(new RawStep.Place(HERE, id, block, runs))));
    model(id).write(block * BLOCK_BYTES, data);
  }

  /** Writes bytes with a repeating part, packed. */
  private void packed(RawVolume volume, ObjectId id) throws Exception {
    int offset = place(MOST_BYTES);
    byte[] data =
        bytes((2 + random.nextInt(17)) * BLOCK_BYTES + Math.max(0, random.nextInt(4) - 1));
    for (int i = 0; i < data.length; i++) {
      data[i] = i % BLOCK_BYTES < 700 ? data[i] : (byte) offset;
    }
    Compression how = random.nextBoolean() ? Compression.LZ4 : Compression.ZSTD;
    StoreOp op = new StoreOp.Write(HERE, id, offset, Payload.wrap(data));
    Transaction transaction = new Transaction(List.of(op), false, how);
    assertThat(volume.reserve(2 * StoreSpace.blocksNeeded(transaction))).isTrue();
    RawTransaction update = packing.of(transaction, volume);
    // Units that are packed completely need not be written uncompressed before.
    List<RawStep> steps = new ArrayList<>(update.steps());
    if (steps.getLast() instanceof RawStep.Pack pack
        && pack.unit().count() * BLOCK_BYTES == data.length
        && random.nextBoolean()) {
      steps.removeFirst();
    }
    volume.apply(new RawTransaction(steps));
    model(id).write(offset, data);
    for (RawStep step : update.steps()) {
      if (step instanceof RawStep.Pack pack) {
        model(id).pack(pack.index(), pack.unit());
      }
    }
  }

  private void commit(RawVolume volume) throws Exception {
    volume.writeData();
    volume.flushData();
    volume.commit(++sequence, 0);
    volume.persist(random.nextBoolean());
    Mark durable = volume.durable();
    volume.recycle(durable.sequence());
    if (durable.sequence() < sequence) {
      volume.persist(true);
      volume.recycle(sequence);
    }
  }

  /** Changes of one object leave the others unchanged. */
  private void compareAll(RawVolume volume) throws IOException {
    for (Map.Entry<ObjectId, BlockModel> entry : models.entrySet()) {
      BlockModel model = entry.getValue();
      List<ByteRange> ranges = new ArrayList<>();
      for (ByteRange range : model.allocated()) {
        long from = Math.max(0, range.offset() - 100);
        ranges.add(new ByteRange(from, range.end() + 100 - from));
      }
      ReadOutcome outcome =
          volume.reader().read(HERE, entry.getKey(), new ObjectQuery(ranges, List.of(), true));
      assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
      ObjectView view = ((ReadOutcome.Found) outcome).view();
      assertThat(view.allocated()).isEqualTo(model.allocated());
      for (int i = 0; i < ranges.size(); i++) {
        ByteRange range = ranges.get(i);
        assertThat(view.data().get(i).toByteArray())
            .isEqualTo(model.read((int) range.offset(), (int) range.length()));
      }
    }
  }

  private void compare(RawVolume volume, ObjectId id) throws IOException {
    int from = place(MOST_BYTES);
    int length = random.oneIn(20) ? MOST_BYTES : length();
    ObjectQuery query =
        new ObjectQuery(
            List.of(new ByteRange(from, length), new ByteRange(0, 2 * BLOCK_BYTES)),
            List.of(),
            true);
    ReadOutcome outcome = volume.reader().read(HERE, id, query);
    BlockModel model = models.get(id);
    if (model == null) {
      assertThat(outcome).isEqualTo(new ReadOutcome.Absent());
      return;
    }
    assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
    ObjectView view = ((ReadOutcome.Found) outcome).view();
    assertThat(view.size()).isEqualTo(model.size());
    assertThat(view.data().getFirst().toByteArray()).isEqualTo(model.read(from, length));
    assertThat(view.data().getLast().toByteArray()).isEqualTo(model.read(0, 2 * BLOCK_BYTES));
    assertThat(view.allocated()).isEqualTo(model.allocated());
  }
}
