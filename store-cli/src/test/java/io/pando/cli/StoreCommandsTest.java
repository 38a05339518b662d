package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.raw.RawStore;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on the stores of an OSD that does not run. */
class StoreCommandsTest {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  private static final RawStoreConfig CONFIG = RawStoreConfig.DEFAULT.withCapacityBytes(8 << 20);

  @TempDir private Path temp = Path.of("");

  private Path osd() {
    return temp.resolve("osd.3");
  }

  private Path shard(Path osd, int shard) {
    return osd.resolve("store").resolve("shard-" + shard);
  }

  private Shell.Outcome run(String... arguments) {
    return new Shell(temp).run(arguments);
  }

  @BeforeEach
  void fill() throws StoreException {
    format(osd(), 3);
    for (int shard = 0; shard < 2; shard++) {
      CollectionId group = CollectionId.of(PgId.parse("1." + shard));
      try (OfflineStore store = OfflineStore.open(shard(osd(), shard))) {
        store.commit(
            Transaction.of(
                new StoreOp.CreateCollection(CollectionId.DAEMON),
                new StoreOp.CreateCollection(group),
                new StoreOp.Write(
                    group, new ObjectId(shard, "first"), 0, Payload.wrap(new byte[9000])),
                new StoreOp.Write(group, new ObjectId(7, "second"), 5000, Payload.utf8("here"))));
      }
    }
  }

  private void format(Path osd, int id) throws StoreException {
    for (int shard = 0; shard < 2; shard++) {
      RawStore.format(shard(osd, shard), CONFIG, new StoreIdentity(CLUSTER, new OsdId(id), shard));
    }
  }

  private void spoil() throws IOException {
    try (FileChannel file =
        FileChannel.open(shard(osd(), 0).resolve("block"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {1}), 100);
    }
  }

  @Test
  void fsckTellsWhatIsWrongWithWhom() throws IOException {
    Shell.Outcome clean = run("store", "fsck", "--deep", osd().toString());
    assertThat(clean.status()).isZero();
    assertThat(clean.out())
        .contains("osd.3 shard 1, 2 objects in 4 blocks")
        .contains("no problems");
    spoil();
    assertThat(run("store", "fsck", osd().toString()).status()).isZero();
    Shell.Outcome wrong = run("store", "fsck", "--deep", osd().toString());
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out()).contains("first of 1.0: bytes 0 to 4095").contains("1 problems");
    Shell.Outcome json = run("store", "fsck", "--deep", "-f", "json", osd().toString());
    assertThat(json.status()).isEqualTo(1);
    assertThat(json.out()).contains("\"clean\" : false").contains("\"object\" : \"first\"");
  }

  @Test
  void copiesThatHaveAPositionAreChecked() throws StoreException {
    ReplicaId copy = new ReplicaId(PgId.parse("1.4"), 3);
    try (OfflineStore store = OfflineStore.open(shard(osd(), 0))) {
      store.commit(
          Transaction.of(
              new StoreOp.CreateCollection(CollectionId.of(copy)),
              new StoreOp.CreateCollection(CollectionId.aside(copy)),
              new StoreOp.Write(
                  CollectionId.of(copy), new ObjectId(9, "o"), 0, Payload.utf8("fragment"))));
    }
    Shell.Outcome clean = run("store", "fsck", "--deep", osd().toString());
    assertThat(clean.status()).as(clean.err()).isZero();
    assertThat(clean.out()).contains(copy + ": has no records of its own", "no problems");
  }

  @Test
  void repairAsksFirst() throws StoreException {
    Shell shell = new Shell(temp);
    String store = shard(osd(), 0).toString();
    assertThat(shell.run("store", "repair", store).out()).contains("nothing had to be repaired");
    try (OfflineStore open = OfflineStore.open(shard(osd(), 0))) {
      open.beginImport(CollectionId.of(PgId.parse("1.0")));
    }
    assertThat(shell.run("store", "fsck", store).status()).isEqualTo(1);
    Shell.Outcome no = shell.feed("n\n".getBytes(StandardCharsets.UTF_8), "store", "repair", store);
    assertThat(no.status()).isEqualTo(1);
    assertThat(no.err()).contains("nothing was changed");
    Shell.Outcome yes = shell.run("store", "repair", "--yes", store);
    assertThat(yes.status()).isZero();
    assertThat(yes.out()).contains("interrupted").contains("1 steps were taken");
    assertThat(shell.run("store", "stats", "--collections", store).out()).doesNotContain("1.0");
  }

  @Test
  void statsCount() {
    Shell.Outcome plain = run("store", "stats", "--collections", osd().toString());
    assertThat(plain.status()).isZero();
    assertThat(plain.out()).contains("blocks used").contains("daemon").contains("1.1");
    assertThat(run("store", "stats", "-f", "json", osd().toString()).out())
        .contains("\"blocks_used\" : 4");
  }

  @Test
  void exportsAndImports() throws StoreException, IOException {
    Path file = temp.resolve("export");
    Shell.Outcome out = run("store", "export", osd().toString(), file.toString());
    assertThat(out.err()).contains("4 collections, 4 objects");
    assertThat(run("store", "export", osd().toString(), file.toString()).err()).contains("--force");
    Path same = temp.resolve("same");
    format(same, 3);
    assertThat(run("store", "import", same.toString(), file.toString()).status()).isZero();
    assertThat(run("store", "export", same.toString(), "-").bytes())
        .isEqualTo(Files.readAllBytes(file));
    Path other = temp.resolve("other");
    format(other, 4);
    Shell.Outcome refused = run("store", "import", other.toString(), file.toString());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("osd.3's own records").doesNotContain("\tat ");
    Shell.Outcome one =
        new Shell(temp)
            .feed(
                Files.readAllBytes(file), "store", "import", "--pg", "1.1", other.toString(), "-");
    assertThat(one.err()).contains("1 collections, 2 objects");
    spoil();
    Shell.Outcome bad = run("store", "export", "--pg", "1.0", osd().toString(), "-");
    assertThat(bad.status()).isEqualTo(1);
    assertThat(bad.err()).contains("first of 1.0 is damaged");
    assertThat(run("store", "export", "--pg", "1.7", osd().toString(), "-").err())
        .contains("has not one of groups [1.7]");
  }

  @Test
  void whatIsNoStoreIsSaid() {
    Shell.Outcome outcome = run("store", "fsck", temp.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("holds no raw store").doesNotContain("\tat ");
  }
}
