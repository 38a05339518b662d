package io.pando.disk.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.MemoryMetadata;
import io.pando.disk.Power;
import io.pando.disk.StoreMemory;
import io.pando.disk.account.Account;
import io.pando.disk.account.MetadataMeter;
import io.pando.random.Random64;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDB;

final class RocksMetadataTest {
  private static final List<Family> FAMILIES = List.of(Family.META, Family.OBJECT);

  @TempDir Path directory = Path.of("");

  private RocksMetadata open(Account account) throws MetadataException {
    RocksDB.loadLibrary();
    return RocksMetadata.open(
        directory.resolve("db"), new StoreMemory(0, 1 << 20, 1 << 20), true, account);
  }

  /**
   * Reads see the batch and the entries below as one map, whatever was committed, kept or
   * abandoned.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void showsWhatAModelShows(long seed) throws MetadataException {
    Random64 random = new Random64(seed);
    try (RocksMetadata rocks = open(new Account());
        MemoryMetadata model = new MemoryMetadata(new Random64(seed), new Power())) {
      for (int i = 0; i < 3000; i++) {
        long again = random.nextLong();
        change(rocks, seed % 2 == 0, new Random64(again));
        change(model, seed % 2 == 0, new Random64(again));
        Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
        byte[] key = key(random);
        assertThat(rocks.get(family, key)).isEqualTo(model.get(family, key));
        if (random.oneIn(10)) {
          assertThat(walk(rocks, family, key)).isEqualTo(walk(model, family, key));
        }
      }
      for (Family family : FAMILIES) {
        assertThat(walk(rocks, family, new byte[0])).isEqualTo(walk(model, family, new byte[0]));
      }
    }
  }

  /** A walk over entries in tables reads their blocks only once. */
  @Test
  void countsBlocksThatAreReadFromTables() throws MetadataException {
    Account account = new Account();
    int entries = 5_000;
    try (RocksMetadata rocks = open(account)) {
      for (int i = 0; i < entries; i++) {
        rocks.put(Family.OBJECT, String.format("key %06d", i).getBytes(UTF_8), new byte[100]);
      }
      rocks.commit();
      rocks.persist(true);
      MetadataMeter.Reading before = account.metadata();
      assertThat(walk(rocks, Family.OBJECT, new byte[0])).hasSize(entries);
      MetadataMeter.Reading first = account.metadata();
      long blocks = first.blocksRead() - before.blocksRead();
      assertThat(blocks).isBetween(50L, 500L);
      assertThat(first.bytesRead() - before.bytesRead()).isGreaterThan(2_000 * blocks);
      walk(rocks, Family.OBJECT, new byte[0]);
      assertThat(account.metadata().blocksRead() - first.blocksRead()).isLessThan(blocks);
    }
  }

  // Metadata that follow a log never keep a part of a batch.
  private static <T extends LayeredMetadata & CheckpointedMetadata> void change(
      T metadata, boolean follows, Random64 random) throws MetadataException {
    Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
    byte[] from = key(random);
    byte[] to = key(random);
    switch (random.nextInt(16)) {
      case 0 ->
          metadata.deleteRange(family, from, Arrays.compareUnsigned(from, to) < 0 ? to : null);
      case 1 -> metadata.copyRange(family, Arrays.copyOf(from, 1), Arrays.copyOf(to, 1));
      case 2, 3, 4, 5 -> metadata.delete(family, from);
      case 6 -> {
        if (follows) {
          metadata.commitAsync();
        } else {
          metadata.commit();
        }
      }
      case 7 -> {
        if (!follows) {
          metadata.keep();
        }
      }
      case 8 -> metadata.abandon();
      default -> {
        byte[] value = new byte[random.nextInt(4)];
        random.nextBytes(value);
        metadata.put(family, from, value);
      }
    }
  }

  private static byte[] key(Random64 random) {
    byte[] key = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(4) * 85);
    }
    return key;
  }

  private static List<String> walk(Metadata metadata, Family family, byte[] from)
      throws MetadataException {
    List<String> seen = new ArrayList<>();
    try (Metadata.Cursor entries = metadata.iterate(family)) {
      for (entries.seek(from); entries.isValid(); entries.next()) {
        seen.add(HexFormat.of().formatHex(entries.key()) + "=" + Arrays.toString(entries.value()));
      }
      entries.status();
    }
    return seen;
  }

  @Test
  void writesWhatIsPutAgainAndAgainOnce() throws MetadataException {
    Account account = new Account();
    try (RocksMetadata rocks = open(account)) {
      for (int i = 0; i < 1000; i++) {
        rocks.put(Family.META, new byte[] {1}, new byte[1000]);
      }
      rocks.commit();
      assertThat(account.written().tables().metadataLog()).isLessThan(10_000);
    }
  }
}
