package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.QueryStore;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of files that cannot be read are cloned, and reads of the clones say so. */
final class DamagedRangesTest extends StoreConversation {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int MOST_BYTES = 5 * BLOCK_BYTES;

  /** What an object contains, and which blocks may be damaged. */
  private static final class Contents {
    private byte[] bytes = {};
    private final BitSet data = new BitSet();
    private final BitSet damaged = new BitSet();

    private void grow(long end) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(bytes.length, end));
    }

    /** Replaces bytes; blocks of which nothing is left are sound again. */
    private void put(int from, byte[] with) {
      int end = from + with.length;
      boolean toTheEnd = end >= bytes.length;
      grow(end);
      System.arraycopy(with, 0, bytes, from, with.length);
      data.set(from / BLOCK_BYTES, blocks(end));
      int sound = blocks(from);
      damaged.clear(sound, Math.max(sound, toTheEnd ? blocks(end) : end / BLOCK_BYTES));
    }

    private void zero(ByteRange range) {
      int from = (int) range.offset();
      int end = (int) range.end();
      grow(end);
      Arrays.fill(bytes, from, end, (byte) 0);
      forget(blocks(from), end / BLOCK_BYTES);
    }

    private void truncate(int size) {
      if (size < bytes.length) {
        forget(blocks(size), blocks(bytes.length));
      }
      bytes = Arrays.copyOf(bytes, size);
    }

    private void forget(int from, int to) {
      data.clear(from, Math.max(from, to));
      damaged.clear(from, Math.max(from, to));
    }

    private void takeRange(Contents from, ByteRange range) {
      int end = (int) Math.min(range.end(), from.bytes.length);
      if (range.offset() >= end) {
        return;
      }
      zero(new ByteRange(range.offset(), end - range.offset()));
      for (int at = (int) range.offset(); at < end; ) {
        int block = at / BLOCK_BYTES;
        int next = Math.min((block + 1) * BLOCK_BYTES, end);
        if (from.data.get(block)) {
          put(at, Arrays.copyOfRange(from.bytes, at, next));
          if (from.damaged.get(block)) {
            damaged.set(block);
          }
        }
        at = next;
      }
    }

    private static int blocks(int bytes) {
      return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }
  }

  private final Map<String, Contents> model = new TreeMap<>();

  private static ObjectId id(String name) {
    return new ObjectId(1, name);
  }

  private static StoreOp.Origin origin(String name) {
    return new StoreOp.Origin(GROUP, id(name));
  }

  private Contents contents(String name) {
    return model.computeIfAbsent(name, _ -> new Contents());
  }

  @Test
  void anOverwriteOfUnreadableBytesIsTakenBackToDamagedOnes()
      throws StoreException, MetadataException {
    FileCrashTest.SimulatedDisk disk = disk(1);
    QueryStore store = disk.open(loop);
    ByteRange range = new ByteRange(BLOCK_BYTES, BLOCK_BYTES);
    byte[] old = new byte[3 * BLOCK_BYTES];
    Arrays.fill(old, (byte) 7);
    commit(store, new StoreOp.CreateCollection(GROUP));
    commit(store, new StoreOp.Write(GROUP, id("a"), 0, Payload.wrap(old)));
    disk.tree().spoil(fileOf(disk, "a").orElseThrow(), 1);
    commit(
        store,
        new StoreOp.CloneRange(GROUP, id("kept"), origin("a"), range),
        new StoreOp.Write(GROUP, id("a"), BLOCK_BYTES, Payload.wrap(new byte[BLOCK_BYTES])));
    assertThat(bytes(store, id("a"), BLOCK_BYTES, 10)).isEqualTo(Payload.wrap(new byte[10]));
    for (int pass = 0; pass < 2; pass++) {
      assertThat(readRange(store, "kept", range)).isInstanceOf(ReadOutcome.Damaged.class);
      disk.crash();
      store = disk.open(loop);
    }
    commit(
        store,
        new StoreOp.CloneRange(GROUP, id("a"), origin("kept"), range),
        new StoreOp.Remove(GROUP, id("kept")));
    for (int pass = 0; pass < 2; pass++) {
      assertThat(readRange(store, "a", range)).isInstanceOf(ReadOutcome.Damaged.class);
      assertThat(bytes(store, id("a"), 0, BLOCK_BYTES))
          .isEqualTo(bytes(store, id("a"), 2 * BLOCK_BYTES, BLOCK_BYTES))
          .isEqualTo(Payload.wrap(Arrays.copyOf(old, BLOCK_BYTES)));
      disk.crash();
      store = disk.open(loop);
    }
    commit(store, new StoreOp.Write(GROUP, id("a"), 0, Payload.wrap(old)));
    assertThat(bytes(store, id("a"), 0, old.length)).isEqualTo(Payload.wrap(old));
  }

  /**
   * Reads return the bytes of the model or say that they are damaged. No block is damaged of which
   * all bytes were replaced since it became unreadable, or since it was cloned from such a block.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 154})
  void readsAreRightOrSayThatBytesAreDamaged(long seed) throws StoreException, MetadataException {
    Random64 random = new Random64(seed);
    FileCrashTest.SimulatedDisk disk = disk(seed);
    QueryStore store = disk.open(loop);
    commit(store, new StoreOp.CreateCollection(GROUP));
    int damage = 0;
    for (int round = 0; round < 500; round++) {
      if (random.oneIn(4)) {
        spoil(disk, random);
      }
      List<StoreOp> ops = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        addStep(ops, random);
      }
      commit(store, ops.toArray(StoreOp[]::new));
      if (random.oneIn(5)) {
        disk.crash();
        store = disk.open(loop);
      }
      damage += compareAll(store, "round " + round);
    }
    assertThat(damage).isPositive();
  }

  private static FileCrashTest.SimulatedDisk disk(long seed) {
    return new FileCrashTest.SimulatedDisk(
        FileCrashTest.LOG, FileCrashTest.CHECKPOINTS, Integer.MAX_VALUE, new Random64(seed));
  }

  private void spoil(FileCrashTest.SimulatedDisk disk, Random64 random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    Contents contents = model.get(name);
    int block = contents == null ? -1 : contents.data.nextSetBit(random.nextInt(3));
    if (contents != null && block >= 0) {
      contents.damaged.set(block);
      // The file is absent if all its blocks were cloned from damaged ones.
      fileOf(disk, name).ifPresent(path -> disk.tree().spoil(path, block));
    }
  }

  private static Optional<String> fileOf(FileCrashTest.SimulatedDisk disk, String name) {
    return disk.tree().files().stream().filter(path -> path.endsWith("-" + name)).findFirst();
  }

  private void addStep(List<StoreOp> ops, Random64 random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    String other = NAMES.get(random.nextInt(NAMES.size()));
    ByteRange range = range(random);
    switch (random.nextInt(9)) {
      case 0, 1 -> {
        byte[] bytes = new byte[(int) range.length()];
        random.nextBytes(bytes);
        ops.add(new StoreOp.Write(GROUP, id(name), range.offset(), Payload.wrap(bytes)));
        contents(name).put((int) range.offset(), bytes);
      }
      case 2 -> {
        ops.add(new StoreOp.Zero(GROUP, id(name), range));
        contents(name).zero(range);
      }
      case 3 -> {
        ops.add(new StoreOp.Truncate(GROUP, id(name), range.end()));
        contents(name).truncate((int) range.end());
      }
      case 4 -> {
        // As an update that replaces an object: nothing is read.
        Contents moved = model.get(name);
        if (!name.equals(other) && moved != null) {
          ops.add(new StoreOp.Clone(GROUP, id(other), origin(name)));
          ops.add(new StoreOp.Remove(GROUP, id(name)));
          model.put(other, moved);
          model.remove(name);
        }
      }
      default -> {
        ops.add(new StoreOp.CloneRange(GROUP, id(other), origin(name), range));
        if (!name.equals(other) && model.containsKey(name)) {
          contents(other).takeRange(contents(name), range);
        }
      }
    }
    if (ops.isEmpty()) {
      ops.add(new StoreOp.Touch(GROUP, id(name)));
      contents(name);
    }
  }

  private static ByteRange range(Random64 random) {
    int unit = random.nextBoolean() ? BLOCK_BYTES : 512;
    int from = random.nextInt(MOST_BYTES / 2 / unit) * unit;
    return new ByteRange(from, (1L + random.nextInt(MOST_BYTES / 2 / unit)) * unit);
  }

  /** Compares all blocks of all objects; returns how many are damaged. */
  private int compareAll(QueryStore store, String when) {
    int damage = 0;
    for (Map.Entry<String, Contents> entry : model.entrySet()) {
      Contents contents = entry.getValue();
      for (int at = 0; at < contents.bytes.length; at += BLOCK_BYTES) {
        int length = Math.min(BLOCK_BYTES, contents.bytes.length - at);
        String what = when + ", " + entry.getKey() + " at " + at;
        ReadOutcome outcome = readRange(store, entry.getKey(), new ByteRange(at, length));
        if (outcome instanceof ReadOutcome.Damaged) {
          damage++;
          assertThat(contents.damaged.get(at / BLOCK_BYTES)).as("damage in " + what).isTrue();
        } else {
          assertThat(((ReadOutcome.Found) outcome).view().data())
              .as(what)
              .containsExactly(Payload.wrap(Arrays.copyOfRange(contents.bytes, at, at + length)));
        }
      }
    }
    CheckReport report = await(done -> store.check(false, done));
    assertThat(report.faults()).as(when).isEmpty();
    return damage;
  }

  private ReadOutcome readRange(QueryStore store, String name, ByteRange range) {
    CollectionId collection = GROUP;
    return read(store, collection, id(name), new ObjectQuery(List.of(range), List.of(), false));
  }
}
