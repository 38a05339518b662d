package io.pando.disk.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreGenerator;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.RawStore;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exported and imported collections are identical, or not imported at all. */
final class TransferTest extends StoreConversation {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  private static final ClusterId ELSEWHERE =
      ClusterId.parse("ffffffff-4455-6677-8899-aabbccddeeff");
  private static final StoreIdentity IDENTITY = new StoreIdentity(CLUSTER, new OsdId(3), 1);
  private static final RawStoreConfig CONFIG = RawStoreConfig.DEFAULT.withCapacityBytes(64 << 20);

  private static final CollectionId ASIDE =
      CollectionId.aside(new ReplicaId(new PgId(new PoolId(3), 5), 1));

  @TempDir Path directory = Path.of("set by JUnit");

  private final ModelStore model = new ModelStore();
  private final List<ObjectId> damaged = new ArrayList<>();
  private final TransferListener listener = (_, object, _) -> damaged.add(object);

  @Override
  protected long usedBytes(ModelStore expected) {
    return expected.unsharedBytes();
  }

  private static boolean everything(CollectionId collection) {
    return collection.compareTo(CollectionId.DAEMON) >= 0;
  }

  private static boolean isGroup(CollectionId collection) {
    return collection.group() != null;
  }

  private Path format(String name, StoreIdentity identity) throws StoreException {
    Path path = directory.resolve(name);
    RawStore.format(path, CONFIG, identity);
    return path;
  }

  private Path filled(int transactions, long seed) throws StoreException {
    Path path = format("from", IDENTITY);
    StoreGenerator generator = new StoreGenerator(new Random64(seed), 100_000);
    try (RawStore store = RawStore.open(path, CONFIG, IDENTITY, loop)) {
      take(store, Transaction.of(new StoreOp.CreateCollection(GROUP)));
      take(store, Transaction.of(new StoreOp.CreateCollection(CollectionId.DAEMON)));
      take(store, Transaction.of(new StoreOp.CreateCollection(ASIDE)));
      generator.resume(List.of(GROUP, CollectionId.DAEMON, ASIDE));
      for (int i = 0; i < transactions; i++) {
        take(store, generator.transaction());
      }
    }
    return path;
  }

  private void take(RawStore store, Transaction transaction) {
    model.apply(transaction);
    commit(store, transaction.ops().toArray(StoreOp[]::new));
  }

  private byte[] export(Path path, Predicate<CollectionId> wanted)
      throws IOException, StoreException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OfflineStore store = OfflineStore.open(path)) {
      Exporter exporter = new Exporter(new ExportOutput(bytes), listener);
      exporter.export(store, wanted);
      exporter.end();
    }
    return bytes.toByteArray();
  }

  private Transferred importInto(Path path, InputStream stream, Predicate<CollectionId> wanted)
      throws IOException, StoreException {
    try (OfflineStore store = OfflineStore.open(path)) {
      return new Importer(List.of(store), wanted, listener).run(new ExportInput(stream));
    }
  }

  private Transferred importInto(Path path, byte[] stream) throws IOException, StoreException {
    return importInto(path, new ByteArrayInputStream(stream), TransferTest::everything);
  }

  private void assertEmpty(Path path) throws StoreException {
    try (OfflineStore store = OfflineStore.open(path)) {
      assertThat(store.volume().collections()).isEmpty();
      assertThat(store.volume().usage().usedBytes()).isZero();
      assertThat(store.interruptedImport()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatGoesComesTheSame(long seed) throws IOException, StoreException {
    byte[] stream = export(filled(200, seed), TransferTest::everything);
    Path into = format("into", IDENTITY);
    Transferred taken = importInto(into, stream);
    assertThat(taken.bytes()).isPositive();
    assertThat(taken.collections()).isEqualTo(model.collectionIds().size());
    try (RawStore store = RawStore.open(into, CONFIG, IDENTITY, loop)) {
      compareAll(store, model);
    }
    assertThat(export(into, TransferTest::everything)).isEqualTo(stream);
    assertThat(damaged).isEmpty();
  }

  @Test
  void aStreamThatIsNotWholeOrNotSoundLeavesNothing() throws IOException, StoreException {
    byte[] stream = export(filled(30, 4), TransferTest::everything);
    Path into = format("into", IDENTITY);
    Random64 random = new Random64(17);
    try (OfflineStore store = OfflineStore.open(into)) {
      for (int i = 0; i < 40; i++) {
        byte[] bad = stream.clone();
        int at = i < 20 ? i : random.nextInt(bad.length);
        bad[at] ^= (byte) (1 << random.nextInt(8));
        byte[] cut = Arrays.copyOf(stream, random.nextInt(stream.length));
        for (byte[] wrong : List.of(bad, cut)) {
          InputStream in = new ByteArrayInputStream(wrong);
          assertThatThrownBy(() ->
                  new Importer(List.of(store), TransferTest::everything, listener)
                      .run(new ExportInput(in)))
              .isInstanceOf(TransferException.class);
        }
      }
    }
    assertEmpty(into);
    importInto(into, stream);
    assertThat(export(into, TransferTest::everything)).isEqualTo(stream);
  }

  @Test
  void anImportThatIsCutShortIsNotTakenForTheWhole() throws IOException, StoreException {
    byte[] stream = export(filled(60, 5), TransferTest::everything);
    Path into = format("into", IDENTITY);
    InputStream torn =
        new SequenceInputStream(
            new ByteArrayInputStream(stream, 0, stream.length - 30),
            new InputStream() {
              @Override
              public int read() {
                throw new UncheckedIOException(new IOException("the process dies"));
              }

              @Override
              public int read(byte[] into, int from, int count) {
                return read();
              }
            });
    assertThatThrownBy(() -> importInto(into, torn, TransferTest::everything))
        .isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> RawStore.open(into, CONFIG, IDENTITY, loop))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cut short");
    assertThatThrownBy(() -> export(into, TransferTest::everything))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cut short");
    importInto(into, stream);
    try (RawStore store = RawStore.open(into, CONFIG, IDENTITY, loop)) {
      compareAll(store, model);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() throws IOException, StoreException {
    byte[] stream = export(filled(200, 6), TransferTest::everything);
    assertThat(model.unsharedBytes()).as("more than the smallest store has").isGreaterThan(8192);
    List<StoreIdentity> others =
        List.of(
            new StoreIdentity(ELSEWHERE, new OsdId(3), 1),
            new StoreIdentity(CLUSTER, new OsdId(3), 0),
            new StoreIdentity(CLUSTER, new OsdId(4), 1));
    for (StoreIdentity other : others) {
      Path into = format("into-" + others.indexOf(other), other);
      assertThatThrownBy(() -> importInto(into, stream)).isInstanceOf(TransferException.class);
      assertEmpty(into);
    }
    assertThatThrownBy(() -> importInto(directory.resolve("from"), stream))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("already");
    try (RawStore store = RawStore.open(directory.resolve("from"), CONFIG, IDENTITY, loop)) {
      assertThat(this.<List<CollectionId>>await(store::collections))
          .isEqualTo(model.collectionIds());
    }
    Path small = directory.resolve("small");
    RawStore.format(small, RawStoreConfig.DEFAULT.withCapacityBytes(8192), IDENTITY);
    assertThatThrownBy(() -> importInto(small, stream))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no space");
    assertEmpty(small);
  }

  @Test
  void groupsGoToAnotherOsd() throws IOException, StoreException {
    byte[] all = export(filled(40, 7), TransferTest::everything);
    Path into = format("into", new StoreIdentity(CLUSTER, new OsdId(9), 1));
    importInto(into, new ByteArrayInputStream(all), TransferTest::isGroup);
    byte[] groups = export(directory.resolve("from"), TransferTest::isGroup);
    try (OfflineStore store = OfflineStore.open(into)) {
      assertThat(store.volume().collections()).contains(GROUP).allMatch(TransferTest::isGroup);
    }
    Path again = format("again", new StoreIdentity(CLUSTER, new OsdId(9), 1));
    importInto(again, groups);
    assertThat(export(again, TransferTest::everything))
        .isEqualTo(export(into, TransferTest::everything));
  }

  @Test
  void damageGoesAlong() throws IOException, StoreException {
    Path from = format("from", IDENTITY);
    ObjectId sound = new ObjectId(1, "sound");
    ObjectId bad = new ObjectId(2, "bad");
    ObjectId worse = new ObjectId(3, "worse");
    byte[] content = new byte[3 << 20];
    new Random64(1).nextBytes(content);
    try (RawStore store = RawStore.open(from, CONFIG, IDENTITY, loop)) {
      commit(
          store,
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Write(GROUP, bad, 0, Payload.wrap(content)),
          new StoreOp.Write(GROUP, sound, 0, Payload.utf8("sound")));
    }
    try (FileChannel file = FileChannel.open(from.resolve("block"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 600 * 4096 + 5);
    }
    try (OfflineStore store = OfflineStore.open(from)) {
      store.markDamaged(GROUP, worse, "it was never there");
    }
    byte[] stream = export(from, TransferTest::everything);
    assertThat(damaged).containsExactlyInAnyOrder(bad, worse);
    Path into = format("into", IDENTITY);
    assertThat(importInto(into, stream).damaged()).isEqualTo(2);
    ObjectQuery all = new ObjectQuery(List.of(new ByteRange(0, 1 << 23)), List.of(), false);
    try (RawStore store = RawStore.open(into, CONFIG, IDENTITY, loop)) {
      assertThat(bytes(store, sound, 0, 10)).isEqualTo(Payload.utf8("sound"));
      for (ObjectId id : List.of(bad, worse)) {
        assertThat(read(store, GROUP, id, all)).isInstanceOf(ReadOutcome.Damaged.class);
        commit(store, new StoreOp.Remove(GROUP, id));
        assertThat(read(store, GROUP, id, all)).isInstanceOf(ReadOutcome.Absent.class);
      }
      loop.runUntil(() -> store.usage().usedBytes() == 4096);
    }
  }
}
