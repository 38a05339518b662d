package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.ShardFolders;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.device.FileDevice;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages for stores that cannot be made or opened, and the files that are left alone then. */
final class RawStoreOpeningTest extends StoreConversation {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  private static final ClusterId OTHER_CLUSTER =
      ClusterId.parse("ffffffff-4455-6677-8899-aabbccddeeff");
  private static final OsdId OSD = new OsdId(7);
  private static final StoreIdentity IDENTITY = new StoreIdentity(CLUSTER, OSD, 0);
  private static final RawStoreConfig CONFIG = RawStoreConfig.DEFAULT.withCapacityBytes(16 << 20);

  @TempDir Path temporary = Path.of("set by JUnit");

  private Path directory() {
    return temporary.resolve("s");
  }

  private RawStore open() throws StoreException {
    return RawStore.open(directory(), CONFIG, IDENTITY, loop);
  }

  private void format() throws StoreException {
    RawStore.format(directory(), CONFIG, IDENTITY);
  }

  private void refuses(ThrowingCallable call, String... told) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .message()
        .contains(told)
        .contains(temporary.toString());
  }

  @Test
  void anotherOwnersStoreIsRefused() throws StoreException {
    format();
    for (StoreIdentity other :
        List.of(
            new StoreIdentity(OTHER_CLUSTER, OSD, 0),
            new StoreIdentity(CLUSTER, new OsdId(8), 0),
            new StoreIdentity(CLUSTER, OSD, 1))) {
      refuses(
          () -> RawStore.open(directory(), CONFIG, other, loop),
          "belongs to " + IDENTITY,
          "opened for " + other);
    }
    open().close();
  }

  @Test
  void missingAndTruncatedFilesAreNamed() throws StoreException, IOException {
    refuses(this::open, "superblock is missing");
    format();
    Path block = directory().resolve("block");
    try (FileChannel file = FileChannel.open(block, StandardOpenOption.WRITE)) {
      file.truncate(8 << 20);
    }
    refuses(this::open, block + " is cut off", "8388608", "16777216");
    Files.delete(block);
    refuses(this::open, block + " is missing");
    FileDevice.create(block, 4096);
    open().close();
    Files.delete(directory().resolve("db/CURRENT"));
    refuses(this::open, directory().resolve("db") + " cannot be opened", "CURRENT");
  }

  @Test
  void aLogElsewhereIsFoundAgainAndMissedOpenly() throws StoreException, IOException {
    format();
    Path log = temporary.resolve("fast/osd.7/shard-0");
    RawStoreConfig apart = CONFIG.withLog(log);
    ObjectId id = new ObjectId(1, "x");
    try (RawStore store = RawStore.open(directory(), apart, IDENTITY, loop)) {
      commit(
          store,
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Write(GROUP, id, 0, Payload.utf8("kept")));
      assertThat(log.resolve("segment-000000000001")).exists();
    }
    for (RawStoreConfig config : List.of(CONFIG, apart)) {
      try (RawStore store = RawStore.open(directory(), config, IDENTITY, loop)) {
        assertThat(bytes(store, id, 0, 10)).isEqualTo(Payload.utf8("kept"));
      }
    }
    RawStoreConfig other = CONFIG.withLog(temporary.resolve("other"));
    refuses(
        () -> RawStore.open(directory(), other, IDENTITY, loop),
        "the operation log of",
        log.toRealPath().toString(),
        "expected in " + temporary.resolve("other"));
    Files.move(log, temporary.resolve("away"));
    refuses(this::open, directory().resolve("log") + " (" + log + ") is missing");
    refuses(() -> RawStore.open(directory(), apart, IDENTITY, loop), "is missing");
    Files.move(temporary.resolve("away"), log);
    open().close();
  }

  /** As after a crash before any update made the metadata durable. */
  @Test
  void aLogThatIsLostEarlyIsMissed() throws StoreException, IOException {
    format();
    Path copy = temporary.resolve("copy");
    try (RawStore store = open()) {
      commit(store, new StoreOp.CreateCollection(GROUP));
      Files.createDirectories(copy.resolve("db"));
      try (Stream<Path> files = Files.walk(directory())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path to = copy.resolve(directory().relativize(file));
          if (Files.exists(to.getParent())) {
            Files.copy(file, to);
          }
        }
      }
    }
    refuses(() -> RawStore.open(copy, CONFIG, IDENTITY, loop), copy.resolve("log") + " is missing");
  }

  @Test
  void aLogThatLostASegmentIsRefused() throws StoreException, IOException {
    format();
    try (RawStore store = open()) {
      commit(store, new StoreOp.CreateCollection(GROUP));
    }
    try (Stream<Path> files = Files.list(directory().resolve("log"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    refuses(this::open, "log " + directory().resolve("log"), "is missing");
  }

  @Test
  void aDamagedSuperblockIsRefused() throws StoreException, IOException {
    format();
    Path superblock = directory().resolve("superblock");
    byte[] bytes = Files.readAllBytes(superblock);
    bytes[20] ^= 1;
    Files.write(superblock, bytes);
    refuses(this::open, superblock + " is damaged", "checksum");
    Files.write(superblock, new byte[0]);
    refuses(this::open, superblock + " is damaged");
  }

  @Test
  void aStoreIsOpenOnce() throws StoreException {
    format();
    try (RawStore first = open()) {
      assertThat(first.describe()).contains(directory().toString());
      refuses(this::open, "in use");
    }
    open().close();
  }

  @Test
  void formattingLeavesAloneWhatIsThere() throws StoreException, IOException {
    Files.createDirectories(directory());
    Files.writeString(directory().resolve("precious"), "data");
    refuses(this::format, "is not empty", "precious");
    assertThat(directory().resolve("precious")).hasContent("data");
    Files.delete(directory().resolve("precious"));
    format();
    refuses(this::format, "is not empty");
    open().close();
  }

  @Test
  void anInterruptedFormattingIsBegunAnew() throws StoreException, IOException {
    format();
    Files.delete(directory().resolve("superblock"));
    Files.createFile(directory().resolve("formatting"));
    refuses(this::open, "superblock is missing");
    format();
    open().close();
  }

  @Test
  void capacityComesFromTheFileSystemUnlessGiven() throws StoreException {
    RawStore.format(directory(), RawStoreConfig.DEFAULT, IDENTITY);
    try (RawStore store = open()) {
      assertThat(store.usage().capacityBytes()).isGreaterThan(1 << 20);
    }
    RawStoreConfig tiny = RawStoreConfig.DEFAULT.withCapacityBytes(100);
    refuses(() -> RawStore.format(temporary.resolve("t"), tiny, IDENTITY), "less than one block");
  }

  @Test
  void dataCanBeOnADeviceOfItsOwn() throws StoreException, IOException {
    Path device = temporary.resolve("device");
    FileDevice.create(device, 1000);
    RawStoreConfig config = RawStoreConfig.DEFAULT.withDevice(new DevicePart(device, 0));
    RawStore.format(directory(), config, IDENTITY);
    ObjectId id = new ObjectId(1, "x");
    try (RawStore store = open()) {
      assertThat(store.usage().capacityBytes()).isEqualTo(1000 * 4096);
      assertThat(store.describe()).contains(directory().resolve("block").toString());
      commit(
          store,
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Write(GROUP, id, 0, Payload.utf8("there")));
    }
    assertThat(directory().resolve("block")).isSymbolicLink();
    try (RawStore store = open()) {
      assertThat(bytes(store, id, 0, 10)).isEqualTo(Payload.utf8("there"));
    }
    RawStoreConfig greedy = config.withCapacityBytes(1L << 40);
    assertThatThrownBy(() -> RawStore.format(temporary.resolve("t"), greedy, IDENTITY))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("fewer than the capacity");
  }

  @Test
  void thePageCacheServesWhereDirectInputAndOutputDoNot() throws StoreException {
    format();
    ObjectId id = new ObjectId(1, "x");
    RawStoreConfig plain = CONFIG.withDirect(false);
    try (RawStore store = RawStore.open(directory(), plain, IDENTITY, loop)) {
      assertThat(store.describe()).contains("page cache");
      commit(
          store,
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Write(GROUP, id, 100, Payload.utf8("there")));
      assertThat(bytes(store, id, 100, 10)).isEqualTo(Payload.utf8("there"));
    }
  }

  @Test
  void aDaemonsShardsAreOpenedTogether() throws StoreException, IOException {
    List<RawStore> stores = RawShards.open(directory(), CONFIG, CLUSTER, OSD, List.of(loop, loop));
    assertThat(stores).hasSize(2);
    assertThat(stores.getFirst().usage().capacityBytes()).isEqualTo(8 << 20);
    refuses(() -> RawShards.open(directory(), CONFIG, CLUSTER, OSD, List.of(loop, loop)), "in use");
    ShardFolders.close(stores);
    refuses(() -> RawShards.open(directory(), CONFIG, CLUSTER, OSD, List.of(loop)), "more than 1");
    refuses(
        () -> RawShards.open(directory(), CONFIG, CLUSTER, OSD, List.of(loop, loop, loop)),
        "fewer than 3");
    ShardFolders.close(RawShards.open(directory(), CONFIG, CLUSTER, OSD, List.of(loop, loop)));
    try (Stream<Path> files = Files.list(directory())) {
      assertThat(files).hasSize(2);
    }
  }
}
