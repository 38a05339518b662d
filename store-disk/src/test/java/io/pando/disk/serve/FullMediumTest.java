package io.pando.disk.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.SmallFileSystem;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.file.FileStore;
import io.pando.disk.file.FileStoreConfig;
import io.pando.disk.kv.KvStore;
import io.pando.disk.kv.KvStoreConfig;
import io.pando.disk.log.LogConfig;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores with a catalog on a real file system that others fill completely. */
final class FullMediumTest extends StoreConversation {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final int MIB = 1 << 20;
  private static final int FILE_SYSTEM_MIB = 256;
  private static final KvStoreConfig KV =
      new KvStoreConfig(
          1L << 30,
          KvStoreConfig.DEFAULT.stripeBytes(),
          KvStoreConfig.DEFAULT.limits(),
          KvStoreConfig.DEFAULT.memory());
  private static final FileStoreConfig FILE =
      new FileStoreConfig(
          1L << 30,
          new FileStoreConfig.Log(true, new LogConfig(8 * MIB, 2 * MIB)),
          FileStoreConfig.DEFAULT.checkpoints(),
          FileStoreConfig.DEFAULT.limits(),
          FileStoreConfig.DEFAULT.memory());

  @TempDir Path directory = Path.of("set by JUnit");

  private @Nullable SmallFileSystem mounted;
  private @Nullable ThreadedStore open;

  private SmallFileSystem fileSystem() {
    return Objects.requireNonNull(mounted, "mounted by each test");
  }

  private Path store() {
    return fileSystem().path().resolve("store");
  }

  private void format(StoreKind kind) throws IOException, StoreException {
    mounted = SmallFileSystem.mount(directory.resolve("small"), FILE_SYSTEM_MIB);
    if (kind == StoreKind.KV) {
      KvStore.format(store(), KV, IDENTITY);
    } else {
      FileStore.format(store(), FILE, IDENTITY);
    }
  }

  private ThreadedStore open(StoreKind kind) throws StoreException {
    ThreadedStore opened =
        kind == StoreKind.KV
            ? KvStore.open(store(), KV, IDENTITY, loop)
            : FileStore.open(store(), FILE, IDENTITY, loop);
    open = opened;
    return opened;
  }

  @AfterEach
  void close() throws StoreException, IOException {
    closeStore();
    if (mounted != null) {
      mounted.close();
    }
  }

  private void closeStore() throws StoreException {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  private static ObjectId id(int number) {
    return new ObjectId(number, "o" + number);
  }

  private static Payload content(int number) {
    byte[] bytes = new byte[MIB];
    new Random64(number).nextBytes(bytes);
    return Payload.wrap(bytes);
  }

  private static Transaction write(int number, boolean binding) {
    return new Transaction(
        List.of(new StoreOp.Write(GROUP, id(number), 0, content(number))), binding);
  }

  private static long left(ThreadedStore store) {
    return store.usage().capacityBytes() - store.usage().usedBytes();
  }

  private void awaitLeft(ThreadedStore store, boolean some) {
    loop.runUntil(() -> {
      store.refreshUsage();
      return left(store) > 0 == some;
    });
  }

  private int writeUntilFull(ThreadedStore store) {
    List<CommitOutcome> outcomes = new ArrayList<>();
    int count = 0;
    while (left(store) > 8L * MIB) {
      store.submit(write(count++, true), outcomes::add);
      int told = count;
      loop.runUntil(() -> outcomes.size() == told);
    }
    assertThat(outcomes).allMatch(COMMITTED::equals);
    return count;
  }

  private void assertStored(ThreadedStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(bytes(store, id(i), 0, MIB)).as("object %d", i).isEqualTo(content(i));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"KV", "FILE"})
  void itTellsThatItIsFullBeforeItsFileSystemIs(StoreKind kind) throws Exception {
    format(kind);
    ThreadedStore store = open(kind);
    commit(store, new StoreOp.CreateCollection(GROUP));
    assertThat(store.usage().capacityBytes()).isEqualTo(FILE_SYSTEM_MIB * (long) MIB);
    int count = writeUntilFull(store);
    assertThat(count).isGreaterThan(20);
    assertThat(fileSystem().usableBytes()).isGreaterThan(16L * MIB);
    assertStored(store, 0, count);
  }

  @ParameterizedTest
  @EnumSource(names = {"KV", "FILE"})
  void whatIsPromisedWaitsUntilThereIsSpaceAndWhatIsNotIsRefused(StoreKind kind) throws Exception {
    format(kind);
    ThreadedStore store = open(kind);
    commit(store, new StoreOp.CreateCollection(GROUP));
    int count = writeUntilFull(store);
    fileSystem().fill();
    awaitLeft(store, false);
    List<CommitOutcome> refused = new ArrayList<>();
    store.submit(write(1_000, false), refused::add);
    loop.runUntil(() -> refused.size() == 1);
    assertThat(refused.getFirst()).isInstanceOf(CommitOutcome.NoSpace.class);
    assertStored(store, 0, 3);
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      store.submit(write(count + i, true), outcomes::add);
    }
    // Others may also take the space that the store gave up in order to go on.
    fileSystem().fill();
    assertThat(outcomes).allMatch(COMMITTED::equals).hasSizeLessThan(12);
    fileSystem().empty();
    loop.runUntil(() -> outcomes.size() == 12);
    assertThat(outcomes).allMatch(COMMITTED::equals);
    closeStore();
    ThreadedStore again = open(kind);
    assertThat(listInPages(again, GROUP)).hasSize(count + 12);
    assertStored(again, 0, count + 12);
  }

  @ParameterizedTest
  @EnumSource(names = {"KV", "FILE"})
  void whatIsRemovedOnAFullFileSystemGivesRoom(StoreKind kind) throws Exception {
    format(kind);
    ThreadedStore store = open(kind);
    commit(store, new StoreOp.CreateCollection(GROUP));
    int count = writeUntilFull(store);
    fileSystem().fill();
    awaitLeft(store, false);
    for (int i = 0; i < count; i += 2) {
      commit(store, new StoreOp.Remove(GROUP, id(i)));
    }
    assertThat(listInPages(store, GROUP)).hasSize(count / 2);
    fileSystem().empty();
    awaitLeft(store, true);
    List<CommitOutcome> outcomes = new ArrayList<>();
    store.submit(write(1_000, false), outcomes::add);
    loop.runUntil(() -> outcomes.size() == 1);
    assertThat(outcomes).containsExactly(COMMITTED);
  }

  @ParameterizedTest
  @EnumSource(names = {"KV", "FILE"})
  void itClosesAlthoughWhatIsPromisedFindsNoRoomAndOpensAgain(StoreKind kind) throws Exception {
    format(kind);
    ThreadedStore store = open(kind);
    commit(store, new StoreOp.CreateCollection(GROUP));
    int count = writeUntilFull(store);
    fileSystem().fill();
    awaitLeft(store, false);
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      store.submit(write(count + i, true), outcomes::add);
    }
    closeStore();
    loop.runUntil(() -> true);
    int told = outcomes.size();
    assertThat(told).isLessThan(12);
    fileSystem().empty();
    ThreadedStore again = open(kind);
    assertStored(again, 0, count + told);
    assertThat(listInPages(again, GROUP)).hasSizeBetween(count + told, count + 12);
  }
}
