package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.SmallFileSystem;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.log.LogConfig;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ObjectId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store on a real file system that others fill completely. */
final class FullFileSystemTest extends StoreConversation {
  private static final int MIB = 1 << 20;
  private static final int FILE_SYSTEM_MIB = 192;
  private static final int LARGE = 4 * MIB;
  private static final RawStoreConfig CONFIG =
      RawStoreConfig.DEFAULT
          .withCapacityBytes(512L * MIB)
          .withPipeline(RawStoreConfig.DEFAULT.pipeline().withLog(new LogConfig(MIB, 1 << 16)));

  @TempDir Path directory = Path.of("set by JUnit");

  private @Nullable SmallFileSystem mounted;
  private @Nullable RawStore open;

  @BeforeEach
  void mount() throws IOException, StoreException {
    mounted = SmallFileSystem.mount(directory.resolve("small"), FILE_SYSTEM_MIB);
    RawStore.format(store(), CONFIG, RawStoreCrashTest.IDENTITY);
  }

  private SmallFileSystem fileSystem() {
    return Objects.requireNonNull(mounted, "mounted before each test");
  }

  private Path store() {
    return fileSystem().path().resolve("store");
  }

  private RawStore open() throws StoreException {
    RawStore opened = RawStore.open(store(), CONFIG, RawStoreCrashTest.IDENTITY, loop);
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

  private static Transaction write(int number, int size, boolean binding) {
    Payload bytes = Payload.wrap(new byte[size]);
    return new Transaction(List.of(new StoreOp.Write(GROUP, id(number), 0, bytes)), binding);
  }

  private void writeSome(RawStore store, int count, int size) {
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      store.submit(write(i, size, true), outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() == count);
    assertThat(outcomes).allMatch(COMMITTED::equals);
  }

  @Test
  void whatIsPromisedWaitsUntilThereIsSpaceAndWhatIsNotIsRefused() throws Exception {
    RawStore store = open();
    commit(store, new StoreOp.CreateCollection(GROUP));
    writeSome(store, 8, LARGE);
    fileSystem().fill();
    assertThat(fileSystem().usableBytes()).isZero();
    List<CommitOutcome> refused = new ArrayList<>();
    store.submit(write(100, 64 * MIB, false), refused::add);
    loop.runUntil(() -> refused.size() == 1);
    assertThat(refused.getFirst()).isInstanceOf(CommitOutcome.NoSpace.class);
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      store.submit(write(200 + i, LARGE, true), outcomes::add);
    }
    store.refreshUsage();
    loop.runUntil(() -> store.usage().usedBytes() >= store.usage().capacityBytes() - 16 * MIB);
    assertThat(bytes(store, id(3), LARGE - 10, 10)).isEqualTo(Payload.wrap(new byte[10]));
    assertThat(outcomes).hasSizeLessThan(12).allMatch(COMMITTED::equals);
    fileSystem().empty();
    loop.runUntil(() -> outcomes.size() == 12);
    assertThat(outcomes).allMatch(COMMITTED::equals);
    closeStore();
    assertThat(listInPages(open(), GROUP)).hasSize(20);
  }

  @Test
  void updatesThatFillLogAndMetadataWaitAndGoOn() throws Exception {
    RawStore store = open();
    commit(store, new StoreOp.CreateCollection(GROUP));
    writeSome(store, 4, LARGE);
    fileSystem().fill();
    List<CommitOutcome> outcomes = new ArrayList<>();
    int count = 3_000;
    String value = "v".repeat(40_000);
    for (int i = 0; i < count; i++) {
      StoreOp put = new StoreOp.PutMap(GROUP, id(i), sorted("k" + i, value + i));
      store.submit(new Transaction(List.of(put), true), outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() > 100);
    fileSystem().empty();
    loop.runUntil(() -> outcomes.size() == count);
    assertThat(outcomes).allMatch(COMMITTED::equals);
    closeStore();
    assertThat(listInPages(open(), GROUP)).hasSize(count);
  }

  @Test
  void aStoreOnAFullFileSystemOpensReadsAndRemoves() throws Exception {
    RawStore store = open();
    commit(store, new StoreOp.CreateCollection(GROUP));
    writeSome(store, 10, LARGE);
    fileSystem().fill();
    closeStore();
    fileSystem().fill();
    RawStore again = open();
    assertThat(bytes(again, id(7), LARGE - 5, 5)).isEqualTo(Payload.wrap(new byte[5]));
    for (int i = 0; i < 9; i++) {
      List<CommitOutcome> removed = new ArrayList<>();
      again.submit(new Transaction(List.of(new StoreOp.Remove(GROUP, id(i))), true), removed::add);
      loop.runUntil(() -> removed.size() == 1);
      assertThat(removed).containsExactly(COMMITTED);
    }
    writeSome(again, 2, LARGE);
    closeStore();
    fileSystem().empty();
    assertThat(listInPages(open(), GROUP)).containsExactly(id(0), id(1), id(9));
  }

  @Test
  void aStoreClosesAlthoughWhatItHasTakenOnFindsNoRoom() throws Exception {
    RawStore store = open();
    commit(store, new StoreOp.CreateCollection(GROUP));
    fileSystem().fill();
    String value = "v".repeat(40_000);
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      StoreOp put = new StoreOp.PutMap(GROUP, id(i), sorted("k" + i, value + i));
      store.submit(new Transaction(List.of(put), true), outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() > 50);
    closeStore();
    loop.runUntil(() -> true);
    int told = outcomes.size();
    fileSystem().empty();
    assertThat(listInPages(open(), GROUP)).hasSizeGreaterThanOrEqualTo(told);
  }

  @Test
  void aRemovedCollectionGivesItsSpaceBack() throws Exception {
    RawStore store = open();
    commit(store, new StoreOp.CreateCollection(GROUP));
    writeSome(store, 20, LARGE);
    long before = allocatedBytes();
    assertThat(before).isGreaterThan(80L * MIB);
    commit(store, new StoreOp.RemoveCollection(GROUP));
    assertThat(faults(store)).isEmpty();
    loop.runUntil(() -> allocatedBytes() < before - 70L * MIB);
    commit(store, new StoreOp.CreateCollection(GROUP));
    writeSome(store, 20, LARGE);
    assertThat(faults(store)).isEmpty();
  }

  /** Blocks without space in the file system must not hide claimed space. */
  @Test
  void dataOfClientsLeaveTheHeadroomFreeAlsoWhereSpaceWasGivenBack() throws Exception {
    RawStore store = open();
    commit(store, new StoreOp.CreateCollection(GROUP));
    int written = writeUntilShort(store, 0);
    fileSystem().fill();
    for (int i = 0; i < written; i += 2) {
      commit(store, new StoreOp.Remove(GROUP, id(i)));
    }
    lookUntil(store, () -> fileSystem().usableBytes() > 5L * MIB);
    fileSystem().empty();
    lookUntil(store, () -> left(store) > 32L * MIB);
    long headroom = new MediumSpace(FILE_SYSTEM_MIB * (long) MIB, 0).headroomBytes();
    fileSystem().fill(headroom);
    assertThat(writeUntilShort(store, written)).isGreaterThan(written);
    assertThat(fileSystem().usableBytes()).isGreaterThan(headroom - 4L * MIB);
  }

  private void lookUntil(RawStore store, BooleanSupplier condition) {
    loop.runUntil(() -> {
      store.refreshUsage();
      return condition.getAsBoolean();
    });
  }

  /** Ends where an OSD would consider itself full. */
  private int writeUntilShort(RawStore store, int first) {
    int next = first;
    while (left(store) > 12L * MIB) {
      List<CommitOutcome> outcomes = new ArrayList<>();
      store.submit(write(next++, MIB, true), outcomes::add);
      loop.runUntil(() -> outcomes.size() == 1);
      assertThat(outcomes).containsExactly(COMMITTED);
    }
    return next;
  }

  private static long left(RawStore store) {
    return store.usage().capacityBytes() - store.usage().usedBytes();
  }

  private List<String> faults(RawStore store) {
    CheckReport report = await(done -> store.check(true, done));
    return report.faults();
  }

  private long allocatedBytes() {
    try {
      Process stat =
          new ProcessBuilder("stat", "-c", "%b", store().resolve("block").toString()).start();
      String blocks = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Long.parseLong(blocks.strip()) * 512;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
