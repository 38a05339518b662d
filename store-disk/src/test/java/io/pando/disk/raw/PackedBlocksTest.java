package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.check.StoreFault;
import io.pando.disk.raw.check.StoreStats;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packed blocks, each read and changed on its own. */
final class PackedBlocksTest extends StoreConversation {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final ObjectId CLONE = new ObjectId(9, "clone");
  private static final int UNIT_BYTES = 16 * BLOCK_BYTES;

  @TempDir Path directory = Path.of("set by JUnit");

  private RawStoreConfig config = RawStoreConfig.DEFAULT.withCapacityBytes(16 << 20);
  private Compression compression = Compression.LZ4;
  private @Nullable RawStore store;

  @Override
  protected Compression compression() {
    return compression;
  }

  private RawStore format() throws StoreException {
    RawStore.format(directory.resolve("store"), config, IDENTITY);
    RawStore opened = open();
    commit(opened, new StoreOp.CreateCollection(GROUP));
    return opened;
  }

  private RawStore open() throws StoreException {
    RawStore opened = RawStore.open(directory.resolve("store"), config, IDENTITY, loop);
    store = opened;
    return opened;
  }

  @AfterEach
  void close() throws StoreException {
    if (store != null) {
      store.close();
      store = null;
    }
  }

  /** Bytes that compress to a quarter. */
  private static byte[] soft(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random64(seed).nextBytes(bytes);
    for (int i = 0; i < length; i++) {
      bytes[i] = i % 4096 < 800 ? bytes[i] : (byte) seed;
    }
    return bytes;
  }

  private static byte[] hard(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random64(seed).nextBytes(bytes);
    return bytes;
  }

  private static StoreOp write(ObjectId object, long offset, byte[] bytes) {
    return new StoreOp.Write(GROUP, object, offset, Payload.wrap(bytes));
  }

  /** Waits until the number of used blocks is in a range. */
  private void awaitBlocks(int least, int most) {
    RawStore open = Objects.requireNonNull(store);
    loop.runUntil(() -> {
      long used = open.usage().usedBytes() / BLOCK_BYTES;
      return used >= least && used <= most;
    });
    CheckReport report = await(done -> open.check(true, done));
    assertThat(report.faults()).isEmpty();
    assertThat(report.ownedBlocks()).isBetween((long) least, (long) most);
  }

  private void assertHolds(ObjectId object, byte[] expected) {
    RawStore open = Objects.requireNonNull(store);
    assertThat(bytes(open, object, 0, expected.length).toByteArray()).isEqualTo(expected);
    for (int at = 1000; at < expected.length; at += 27_001) {
      int length = Math.min(9_000, expected.length - at);
      assertThat(bytes(open, object, at, length).toByteArray())
          .isEqualTo(Arrays.copyOfRange(expected, at, at + length));
    }
  }

  @Test
  void packsWhatItIsAskedToAndNothingElse() throws StoreException {
    RawStore store = format();
    byte[] soft = soft(1, 5 * UNIT_BYTES);
    for (Compression how : List.of(Compression.LZ4, Compression.ZSTD)) {
      compression = how;
      commit(store, write(OBJECT, 0, soft));
      awaitBlocks(20, 28);
      assertHolds(OBJECT, soft);
      commit(store, new StoreOp.Remove(GROUP, OBJECT));
      awaitBlocks(0, 0);
    }
    commit(store, write(OBJECT, 0, hard(2, UNIT_BYTES)));
    awaitBlocks(16, 16);
    compression = Compression.NONE;
    commit(store, write(CLONE, 0, soft));
    awaitBlocks(96, 96);
  }

  @Test
  void packsTwoBlocksIntoOneButNeverOneBlockOrParts() throws StoreException {
    RawStore store = format();
    commit(store, write(OBJECT, 0, soft(1, 2 * BLOCK_BYTES)));
    awaitBlocks(1, 1);
    commit(store, write(CLONE, 100, soft(2, 2 * BLOCK_BYTES)));
    awaitBlocks(4, 4);
    byte[] expected = new byte[100 + 2 * BLOCK_BYTES];
    System.arraycopy(soft(2, 2 * BLOCK_BYTES), 0, expected, 100, 2 * BLOCK_BYTES);
    assertHolds(CLONE, expected);
    assertHolds(OBJECT, soft(1, 2 * BLOCK_BYTES));
  }

  @Test
  void aUnitStaysUntilItsLastBlockIsOverwritten() throws StoreException {
    RawStore store = format();
    byte[] model = soft(1, UNIT_BYTES);
    commit(store, write(OBJECT, 0, model));
    awaitBlocks(3, 6);
    long unit = store.usage().usedBytes() / BLOCK_BYTES;
    for (int i = 0; i < 15; i++) {
      byte[] block = hard(i, BLOCK_BYTES);
      System.arraycopy(block, 0, model, i * BLOCK_BYTES, BLOCK_BYTES);
      commit(store, write(OBJECT, (long) i * BLOCK_BYTES, block));
      awaitBlocks((int) unit + i + 1, (int) unit + i + 1);
      assertHolds(OBJECT, model);
    }
    close();
    store = open();
    assertHolds(OBJECT, model);
    byte[] part = hard(99, 1_000);
    System.arraycopy(part, 0, model, 15 * BLOCK_BYTES + 50, 1_000);
    commit(store, write(OBJECT, 15 * BLOCK_BYTES + 50, part));
    awaitBlocks(16, 16);
    assertHolds(OBJECT, model);
  }

  @Test
  void unitsLieOverUnitsAndHoles() throws StoreException {
    RawStore store = format();
    byte[] model = soft(1, 4 * UNIT_BYTES);
    commit(store, write(OBJECT, 0, model));
    Random64 random = new Random64(8);
    for (int i = 0; i < 60; i++) {
      int from = random.nextInt(60) * BLOCK_BYTES;
      int length = Math.min((1 + random.nextInt(20)) * BLOCK_BYTES, model.length - from);
      byte[] bytes = random.oneIn(4) ? new byte[length] : soft(i, length);
      System.arraycopy(bytes, 0, model, from, length);
      if (random.oneIn(4)) {
        Arrays.fill(model, from, from + length, (byte) 0);
        commit(store, new StoreOp.Zero(GROUP, OBJECT, new ByteRange(from, length)));
      } else {
        commit(store, write(OBJECT, from, bytes));
      }
      assertHolds(OBJECT, model);
      if (i % 20 == 19) {
        RawStore now = store;
        CheckReport report = await(done -> now.check(true, done));
        assertThat(report.faults()).isEmpty();
        close();
        store = open();
        assertHolds(OBJECT, model);
      }
    }
    commit(store, new StoreOp.Truncate(GROUP, OBJECT, 1));
    awaitBlocks(1, 16);
    commit(store, new StoreOp.Remove(GROUP, OBJECT));
    awaitBlocks(0, 0);
  }

  @Test
  void clonesShareUnits() throws StoreException {
    RawStore store = format();
    byte[] model = soft(1, UNIT_BYTES);
    commit(
        store,
        write(OBJECT, 0, model),
        new StoreOp.Clone(GROUP, CLONE, new StoreOp.Origin(GROUP, OBJECT)));
    awaitBlocks(3, 6);
    byte[] changed = model.clone();
    byte[] block = hard(2, BLOCK_BYTES);
    System.arraycopy(block, 0, changed, 3 * BLOCK_BYTES, BLOCK_BYTES);
    commit(store, write(OBJECT, 3 * BLOCK_BYTES, block));
    assertHolds(OBJECT, changed);
    assertHolds(CLONE, model);
    close();
    store = open();
    commit(store, new StoreOp.Remove(GROUP, OBJECT));
    awaitBlocks(3, 6);
    assertHolds(CLONE, model);
    commit(store, new StoreOp.Remove(GROUP, CLONE));
    awaitBlocks(0, 0);
  }

  @Test
  void aStoreTakesMoreThanItsSizeIfItCanBePacked() throws StoreException {
    config = config.withCapacityBytes(4 << 20);
    RawStore store = format();
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      StoreOp op = write(new ObjectId(i, "o" + i), 0, soft(i, 2 * UNIT_BYTES));
      store.submit(new Transaction(List.of(op), false, compression), outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() == 80);
    assertThat(outcomes).allMatch(COMMITTED::equals);
    for (int i = 0; i < 80; i++) {
      assertHolds(new ObjectId(i, "o" + i), soft(i, 2 * UNIT_BYTES));
    }
  }

  @Test
  void aDamagedBlockTakesItsUnitWithItAndNothingElse() throws Exception {
    RawStore store = format();
    byte[] model = soft(1, 3 * UNIT_BYTES);
    commit(store, write(OBJECT, 0, model));
    commit(store, write(OBJECT, UNIT_BYTES, hard(3, BLOCK_BYTES)));
    System.arraycopy(hard(3, BLOCK_BYTES), 0, model, UNIT_BYTES, BLOCK_BYTES);
    close();
    damageUnitOf(model);
    open();
    assertThat(read(UNIT_BYTES - 10, 10)).isInstanceOf(ReadOutcome.Found.class);
    assertThat(read(UNIT_BYTES, BLOCK_BYTES)).isInstanceOf(ReadOutcome.Found.class);
    assertThat(read(2 * UNIT_BYTES, 10)).isInstanceOf(ReadOutcome.Found.class);
    for (int block = 1; block < 16; block++) {
      assertThat(read(UNIT_BYTES + block * BLOCK_BYTES, 1))
          .isInstanceOfSatisfying(
              ReadOutcome.Damaged.class,
              damaged ->
                  assertThat(damaged.what()).contains("bytes 65536 to 131071").contains("packed"));
    }
    List<StoreFault> faults = faults();
    assertThat(faults).hasSize(1).allMatch(fault -> fault.kind() == StoreFault.Kind.DATA);
    assertThat(faults.getFirst().toString()).contains("bytes 65536 to 131071");
    store = open();
    // Writing a part of a block does not make the rest of it sound; writing all of it does.
    commit(store, write(OBJECT, UNIT_BYTES + 2 * BLOCK_BYTES + 5, hard(4, 10)));
    commit(store, write(OBJECT, UNIT_BYTES + 3 * BLOCK_BYTES, hard(5, BLOCK_BYTES)));
    assertThat(read(UNIT_BYTES + 2 * BLOCK_BYTES, 1)).isInstanceOf(ReadOutcome.Damaged.class);
    assertThat(read(UNIT_BYTES + 3 * BLOCK_BYTES, BLOCK_BYTES))
        .isInstanceOf(ReadOutcome.Found.class);
    // As when another replica's copy is received: everything is written again.
    commit(store, write(OBJECT, 0, model));
    assertHolds(OBJECT, model);
    awaitBlocks(9, 20);
  }

  private ReadOutcome read(long offset, int length) {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(offset, length)), List.of(), false);
    return read((ObjectStore) Objects.requireNonNull(store), GROUP, OBJECT, query);
  }

  private List<StoreFault> faults() throws StoreException {
    close();
    List<StoreFault> faults = new ArrayList<>();
    try (OfflineStore offline = OfflineStore.open(directory.resolve("store"))) {
      offline.check(true, faults::add);
    }
    return faults;
  }

  /** Flips a bit where the second unit has random bytes, which are not compressible. */
  private void damageUnitOf(byte[] model) throws IOException, StoreException {
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve("store/block").toFile(), "rw")) {
      byte[] first = new byte[64];
      System.arraycopy(model, UNIT_BYTES + 5 * BLOCK_BYTES, first, 0, first.length);
      byte[] all = new byte[(int) Math.min(file.length(), 400L * BLOCK_BYTES)];
      file.readFully(all);
      int at = indexOf(all, first);
      assertThat(at).isPositive();
      file.seek(at);
      file.write(first[0] ^ 1);
    }
  }

  private static int indexOf(byte[] all, byte[] sought) {
    for (int i = 0; i < all.length - sought.length; i++) {
      if (Arrays.equals(all, i, i + sought.length, sought, 0, sought.length)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void statsTellWhatIsSaved() throws StoreException {
    RawStore store = format();
    commit(store, write(OBJECT, 0, soft(1, 2 * UNIT_BYTES)));
    commit(store, write(OBJECT, 0, hard(1, BLOCK_BYTES)));
    close();
    try (OfflineStore offline = OfflineStore.open(directory.resolve("store"))) {
      StoreStats stats = offline.stats();
      assertThat(stats.packed().units()).isEqualTo(2);
      assertThat(stats.packed().blocks()).isEqualTo(31);
      assertThat(stats.packed().places()).isBetween(6L, 12L);
      assertThat(stats.blocks().owned()).isEqualTo(stats.packed().places() + 1);
    }
  }
}
