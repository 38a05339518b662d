package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.check.StoreFault;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Offline changes of a store, which must be there after it was opened again. */
final class OfflineChangesTest extends StoreConversation {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 0);
  private static final int BLOCKS = 256;
  private static final RawStoreConfig CONFIG =
      RawStoreConfig.DEFAULT.withCapacityBytes((long) BLOCKS * BLOCK_BYTES);
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId B = new ObjectId(2, "b");

  @TempDir Path directory = Path.of("set by JUnit");

  private Path store = Path.of("set below");

  @BeforeEach
  void format() throws StoreException {
    store = directory.resolve("store/shard-0");
    RawStore.format(store, CONFIG, IDENTITY);
    change(new StoreOp.CreateCollection(GROUP));
  }

  private void change(StoreOp... ops) throws StoreException {
    try (OfflineStore offline = OfflineStore.open(store)) {
      offline.commit(Transaction.of(ops));
    }
  }

  private static StoreOp write(ObjectId object, int blocks) {
    return new StoreOp.Write(GROUP, object, 0, Payload.wrap(new byte[blocks * BLOCK_BYTES]));
  }

  private ReadOutcome look(ObjectId object) throws Exception {
    try (OfflineStore offline = OfflineStore.open(store)) {
      return offline.volume().reader().read(GROUP, object, ObjectQuery.STAT);
    }
  }

  @Test
  void storesAreFoundInEveryDirectory() throws Exception {
    assertThat(OfflineStore.find(store)).containsExactly(store);
    assertThat(OfflineStore.find(directory)).containsExactly(store);
    assertThat(OfflineStore.find(directory.resolve("store"))).containsExactly(store);
    Path second = directory.resolve("store/shard-1");
    Path third = directory.resolve("store/shard-2");
    Files.createDirectories(second);
    RawStore.format(third, CONFIG, new StoreIdentity(IDENTITY.cluster(), IDENTITY.osd(), 2));
    Files.createDirectories(directory.resolve("store/shard-4"));
    assertThat(OfflineStore.find(directory)).containsExactly(store, second, third);
    assertThatThrownBy(() -> OfflineStore.find(directory.resolve("store/shard-4")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("holds no raw store");
    Path lone = directory.resolve("lone");
    RawStore.format(lone.resolve("store"), CONFIG, IDENTITY);
    assertThat(OfflineStore.find(lone)).containsExactly(lone.resolve("store"));
  }

  @Test
  void whatIsCommittedIsThereAgain() throws Exception {
    change(write(A, 3));
    assertThat(((ReadOutcome.Found) look(A)).view().size()).isEqualTo(3 * BLOCK_BYTES);
    change(new StoreOp.Remove(GROUP, A), write(B, 1));
    assertThat(look(A)).isEqualTo(new ReadOutcome.Absent());
    try (OfflineStore offline = OfflineStore.open(store)) {
      assertThat(offline.identity()).isEqualTo(IDENTITY);
      assertThat(offline.directory()).isEqualTo(store);
      assertThat(offline.stats().blocks().owned()).isEqualTo(1);
      assertThat(offline.volume()).isSameAs(offline.volume());
      List<StoreFault> faults = new ArrayList<>();
      assertThat(offline.check(true, faults::add).objects()).isEqualTo(1);
      assertThat(faults).isEmpty();
      assertThatThrownBy(() -> OfflineStore.open(store)).hasMessageContaining("in use");
    }
    try (RawStore open = RawStore.open(store, CONFIG, IDENTITY, loop)) {
      assertThat(bytes(open, B, 0, BLOCK_BYTES).size()).isEqualTo(BLOCK_BYTES);
    }
  }

  /** Space of removed objects is available to the next change. */
  @Test
  void spaceIsUsedAgain() throws StoreException {
    try (OfflineStore offline = OfflineStore.open(store)) {
      for (int i = 0; i < 3; i++) {
        offline.commit(Transaction.of(write(A, BLOCKS)));
        assertThatThrownBy(() -> offline.commit(Transaction.of(write(B, 1))))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("it has no space for 1 blocks, 0 are free");
        offline.commit(Transaction.of(new StoreOp.Remove(GROUP, A)));
      }
      assertThatThrownBy(() -> offline.commit(Transaction.of(write(B, BLOCKS + 1))))
          .hasMessageContaining("it has no space for 257 blocks, 256 are free")
          .hasMessageContaining(store.toString());
      offline.commit(Transaction.of(write(B, 1)));
    }
  }

  @Test
  void anObjectIsMarkedAsDamaged() throws Exception {
    change(write(A, 1));
    try (OfflineStore offline = OfflineStore.open(store)) {
      offline.markDamaged(GROUP, A, "torn");
      offline.markDamaged(GROUP, B, "lost");
    }
    assertThat(look(A))
        .isInstanceOfSatisfying(
            ReadOutcome.Damaged.class,
            damaged -> assertThat(damaged.what()).endsWith("marked as damaged: torn"));
    assertThat(look(B)).isInstanceOf(ReadOutcome.Damaged.class);
  }

  @Test
  void anImportThatIsCutShortIsRemoved() throws StoreException {
    try (OfflineStore offline = OfflineStore.open(store)) {
      assertThat(offline.interruptedImport()).isEmpty();
      offline.beginImport(GROUP);
      offline.beginImport(CollectionId.DAEMON);
    }
    assertThatThrownBy(() -> RawStore.open(store, CONFIG, IDENTITY, loop))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("import was cut short");
    try (OfflineStore offline = OfflineStore.open(store)) {
      assertThat(offline.interruptedImport()).containsExactly(GROUP, CollectionId.DAEMON);
      offline.abandonImport();
      assertThat(offline.interruptedImport()).isEmpty();
      assertThat(offline.volume().collections()).isEmpty();
      offline.beginImport(GROUP);
      offline.endImport();
      assertThat(offline.interruptedImport()).isEmpty();
    }
    try (RawStore open = RawStore.open(store, CONFIG, IDENTITY, loop)) {
      assertThat(this.<List<CollectionId>>await(open::collections)).isEmpty();
    }
  }

  @Test
  void aStoreWhoseLogIsLostIsNotChanged() throws Exception {
    try (RawStore open = RawStore.open(store, CONFIG, IDENTITY, loop)) {
      commit(open, write(A, 1));
    }
    List<Path> segments;
    try (Stream<Path> files = Files.list(store.resolve("log"))) {
      segments = files.toList();
    }
    assertThat(segments).isNotEmpty();
    for (Path segment : segments) {
      Files.delete(segment);
    }
    try (OfflineStore offline = OfflineStore.open(store)) {
      List<StoreFault> faults = new ArrayList<>();
      assertThat(offline.check(false, faults::add).faults()).isZero();
      assertThat(faults).hasSize(1);
      assertThat(faults.getFirst().kind()).isEqualTo(StoreFault.Kind.LOG);
      assertThat(faults.getFirst().what())
          .startsWith("the records of the operation log cannot be applied: ");
      assertThatThrownBy(() -> offline.commit(Transaction.of(write(B, 1))))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("cannot be changed: the records of the operation log");
      assertThatThrownBy(() -> offline.markDamaged(GROUP, A, "torn"))
          .hasMessageContaining("cannot be changed");
    }
    assertThat(look(B)).isEqualTo(new ReadOutcome.Absent());
  }
}
