package io.pando.disk.raw.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.disk.StoreGenerator;
import io.pando.disk.StoreSpace;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.FileDevice;
import io.pando.disk.metadata.Family;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random damage to a store's records: the check ends, the repaired store can be opened and has only
 * marked damage left, and an object reads differently only if its own record was changed.
 */
final class RandomDamageTest {
  private static final long BLOCKS = 4096;
  private static final ObjectQuery EVERYTHING =
      new ObjectQuery(
          List.of(new ByteRange(0, 1 << 20)),
          List.of(new ObjectQuery.Page(null, "", 1000, 1 << 20)),
          true);

  @TempDir Path directory = Path.of("set by JUnit");

  private final HeapMetadata metadata = new HeapMetadata();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aRepairedStoreServesWhatWasSound(long seed) throws Exception {
    Random64 random = new Random64(seed);
    Path file = directory.resolve("block");
    FileDevice.create(file, BLOCKS);
    try (BlockDevice device = FileDevice.open(file, BLOCKS, false)) {
      fill(device, random);
      for (int round = 0; round < 15; round++) {
        Map<CollectionId, Map<ObjectId, ReadOutcome>> before = read(device);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          damage(random);
        }
        repair(device);
        assertNothingIsWrong(device);
        assertSame(before, read(device));
      }
    }
  }

  private void fill(BlockDevice device, Random64 random) throws Exception {
    StoreGenerator generator = new StoreGenerator(random.split(), 600_000).withCompression();
    PackedSteps packing = new PackedSteps(device);
    CollectionId daemon = CollectionId.DAEMON;
    RawVolume volume = RawVolume.open(metadata, device, 1 << 20, 1 << 20, Codecs.portable());
    List<Transaction> transactions = new ArrayList<>();
    transactions.add(Transaction.of(new StoreOp.CreateCollection(daemon)));
    generator.resume(List.of(daemon));
    for (int i = 0; i < 120; i++) {
      transactions.add(generator.transaction());
    }
    long sequence = 0;
    for (Transaction transaction : transactions) {
      // Packed blocks are also written uncompressed before.
      if (volume.reserve(2 * StoreSpace.blocksNeeded(transaction))) {
        volume.apply(packing.of(transaction, volume));
        volume.writeData();
        volume.flushData();
        volume.commit(++sequence, 1);
        volume.recycle(sequence);
      }
    }
  }

  private static final List<Family> NEVER_DAMAGED = List.of(Family.MAP, Family.META, Family.MARK);

  /** Damages the key or the value of a record of a random family, except those never damaged. */
  private void damage(Random64 random) {
    List<Family> families = new ArrayList<>(metadata.families.keySet());
    Family family = families.get(random.nextInt(families.size()));
    NavigableMap<byte[], byte[]> records = metadata.of(family);
    if (records.isEmpty() || NEVER_DAMAGED.contains(family)) {
      return;
    }
    byte[] key = pick(records, random);
    byte[] value = Objects.requireNonNull(records.get(key)).clone();
    switch (random.nextInt(5)) {
      case 0 -> records.remove(key);
      case 1 -> records.put(key, flipped(value, random));
      case 2 -> records.put(key, new byte[random.nextInt(20)]);
      case 3 -> records.put(pick(records, random), value);
      default -> records.put(flipped(key, random), value);
    }
  }

  private static byte[] pick(NavigableMap<byte[], byte[]> records, Random64 random) {
    return new ArrayList<>(records.keySet()).get(random.nextInt(records.size()));
  }

  private static byte[] flipped(byte[] bytes, Random64 random) {
    byte[] flipped = bytes.clone();
    if (flipped.length > 0) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private void repair(BlockDevice device) throws Exception {
    List<Remedy> remedies = new ArrayList<>();
    StoreCheck.Census census =
        StoreCheck.run(metadata, device, false, fault -> remedies.addAll(fault.remedies()));
    StoreRepair.run(metadata, device, census, remedies, directory.resolve("aside"));
  }

  private void assertNothingIsWrong(BlockDevice device) throws Exception {
    List<StoreFault> faults = new ArrayList<>();
    StoreCheck.run(metadata, device, false, faults::add);
    assertThat(faults).allMatch(fault -> fault.kind() == StoreFault.Kind.KNOWN);
    assertThat(
            RawVolume.open(metadata, device, 1 << 20, 0, Codecs.portable()).check(false).faults())
        .hasSameSizeAs(faults);
  }

  private Map<CollectionId, Map<ObjectId, ReadOutcome>> read(BlockDevice device) throws Exception {
    RawVolume volume = RawVolume.open(metadata, device, 1 << 20, 1 << 20, Codecs.portable());
    Map<CollectionId, Map<ObjectId, ReadOutcome>> all = new TreeMap<>();
    for (CollectionId collection : volume.collections()) {
      Map<ObjectId, ReadOutcome> objects = new TreeMap<>();
      for (ObjectId id : volume.reader().list(collection, null, 10_000).objects()) {
        objects.put(id, volume.reader().read(collection, id, EVERYTHING));
      }
      all.put(collection, objects);
    }
    return all;
  }

  /**
   * A record that still decodes after a change may misrepresent its own object; but no more objects
   * may differ than records were changed.
   */
  private static void assertSame(
      Map<CollectionId, Map<ObjectId, ReadOutcome>> before,
      Map<CollectionId, Map<ObjectId, ReadOutcome>> after) {
    List<String> other = new ArrayList<>();
    before.forEach((collection, objects) ->
        objects.forEach((id, outcome) -> {
          ReadOutcome now = after.getOrDefault(collection, Map.of()).get(id);
          boolean same = outcome.equals(now);
          boolean damaged = now instanceof ReadOutcome.Damaged;
          if (!same && !damaged && !(outcome instanceof ReadOutcome.Damaged)) {
            other.add(id + " of " + collection);
          }
        }));
    assertThat(other).hasSizeLessThanOrEqualTo(3);
  }
}
