package io.pando.client;

import static io.pando.client.TestClient.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What objects hold, and what is refused. */
class PoolTest {
  private final TestClient client = new TestClient();
  private final Cluster cluster = client.cluster;
  private final Pool pool = client.pool;

  @AfterEach
  void end() {
    client.close();
  }

  @Test
  void storesAndReadsBytes() {
    pool.writeFull("a", utf8("hello world"));
    assertThat(pool.read("a").toUtf8()).isEqualTo("hello world");
    assertThat(pool.read("a", 6, 100).toUtf8()).isEqualTo("world");
    pool.append("a", utf8("!"));
    pool.write("a", 0, utf8("J"));
    assertThat(pool.read("a").toUtf8()).isEqualTo("Jello world!");
    pool.truncate("a", 5);
    pool.zero("a", 1, 2);
    assertThat(pool.read("a").toUtf8()).isEqualTo("J\0\0lo");
    assertThat(pool.readSparse("a", 0, 2).data().size()).isEqualTo(2);
    ObjectStat stat = pool.stat("a");
    assertThat(stat.sizeBytes()).isEqualTo(5);
    assertThat(stat.version().isAfter(Version.ZERO)).isTrue();
    pool.remove("a");
    assertThatThrownBy(() -> pool.read("a"))
        .isInstanceOf(PandoException.NotFound.class)
        .hasMessageContaining("'a'")
        .hasMessageContaining("'photos'");
  }

  @Test
  void takesWhatIsBetweenPositionAndLimitAndLeavesThePosition() {
    ByteBuffer buffer = ByteBuffer.wrap(utf8("xxhelloxx")).position(2).limit(7);
    pool.writeFull("a", buffer);
    assertThat(pool.read("a").toUtf8()).isEqualTo("hello");
    assertThat(buffer.position()).isEqualTo(2);
  }

  @Test
  void keepsAttributes() {
    ObjectAttributes attributes = pool.attributes("a");
    attributes.set("type", utf8("jpeg"));
    attributes.set("owner", utf8("me"));
    assertThat(attributes.get("type").toUtf8()).isEqualTo("jpeg");
    assertThat(attributes.list()).containsOnlyKeys("owner", "type");
    attributes.check("owner", ObjectOp.Comparison.EQUAL, utf8("me"));
    assertThatThrownBy(() -> attributes.check("owner", ObjectOp.Comparison.EQUAL, utf8("you")))
        .isInstanceOf(PandoException.ConditionFailed.class);
    attributes.remove("type");
    assertThatThrownBy(() -> attributes.get("type")).isInstanceOf(PandoException.NoAttribute.class);
  }

  @Test
  void keepsEntriesAndPagesThroughThem() {
    ObjectEntries entries = pool.entries("index");
    Map<String, byte[]> many = new LinkedHashMap<>();
    for (int i = 0; i < 2_500; i++) {
      many.put("k%05d".formatted(i), utf8("v" + i));
    }
    entries.set(many);
    entries.set("other", utf8("x"));
    List<String> keys = new ArrayList<>();
    entries.all("k").forEach(entry -> keys.add(entry.getKey()));
    assertThat(keys).hasSize(2_500).isSorted();
    assertThat(entries.get("k00007").map(Payload::toUtf8)).contains("v7");
    assertThat(entries.get("none")).isEmpty();
    entries.remove(List.of("k00007", "none"));
    entries.removeRange("k00010", "k02490");
    EntryPage page = entries.list("k00005", "", 5);
    assertThat(page.entries().keySet())
        .containsExactly("k00006", "k00008", "k00009", "k02490", "k02491");
    assertThat(page.more()).isTrue();
  }

  @Test
  void doesSeveralThingsAtOnce() {
    pool.writeFull("article", utf8("draft text"));
    pool.attributes("article").set("state", utf8("draft"));
    Handle<Payload> text = Handle.bytes();
    Handle<ObjectStat> stat = Handle.stat();
    ObjectOperation publish =
        ObjectOperation.builder()
            .assertExists()
            .compareAttribute("state", ObjectOp.Comparison.EQUAL, utf8("draft"))
            .read(0, 5, text)
            .stat(stat)
            .writeFull(utf8("final text"))
            .setAttribute("state", utf8("final"))
            .build();
    OperationResult result = pool.operate("article", publish);
    assertThat(result.get(text).toUtf8()).isEqualTo("draft");
    assertThat(result.get(stat).sizeBytes()).isEqualTo(10);
    assertThat(result.version().isAfter(result.get(stat).version())).isTrue();
    assertThatThrownBy(() -> pool.operate("article", publish))
        .isInstanceOf(PandoException.ConditionFailed.class);
    assertThat(pool.read("article").toUtf8()).isEqualTo("final text");
    assertThatThrownBy(() -> result.get(Handle.bytes()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesSenselessOperations() {
    assertThatThrownBy(() -> ObjectOperation.builder().build())
        .isInstanceOf(PandoException.InvalidArgument.class);
    assertThatThrownBy(() -> ObjectOperation.builder().remove().assertExists())
        .isInstanceOf(PandoException.InvalidArgument.class)
        .hasMessageContaining("before the first mutation");
    Handle<ObjectStat> twice = Handle.stat();
    assertThatThrownBy(() -> ObjectOperation.builder().stat(twice).stat(twice))
        .isInstanceOf(PandoException.InvalidArgument.class);
    assertThatThrownBy(() -> pool.read("a", -1, 5))
        .isInstanceOf(PandoException.InvalidArgument.class);
    assertThatThrownBy(() -> pool.readAsync("", 0, 5))
        .isInstanceOf(PandoException.InvalidArgument.class);
    assertThatThrownBy(() -> cluster.pool("none"))
        .isInstanceOf(PandoException.NoPool.class)
        .hasMessageContaining("photos");
  }

  @Test
  void tellsTheKindsOfFailureApart() {
    Version version = pool.create("a", true);
    assertThatThrownBy(() -> pool.create("a", true))
        .isInstanceOf(PandoException.AlreadyExists.class);
    pool.append("a", utf8("x"));
    ObjectOperation stale =
        ObjectOperation.builder().assertVersion(version).writeFull(utf8("y")).build();
    assertThatThrownBy(() -> pool.operate("a", stale))
        .isInstanceOf(PandoException.VersionMismatch.class);
    CompletableFuture<Payload> future = pool.readAsync("none");
    assertThatThrownBy(future::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(PandoException.NotFound.class);
    assertThat(future.exceptionNow()).isInstanceOf(PandoException.NotFound.class);
  }

  @Test
  void refusesWhatIsTooLargeForOneOperation() {
    byte[] large = new byte[(1 << 20) + 1];
    assertThatThrownBy(() -> pool.writeFull("a", large))
        .isInstanceOf(PandoException.TooLarge.class)
        .hasMessageContaining("1048576")
        .hasMessageContaining("upload");
    ObjectOperation wrapping =
        ObjectOperation.builder()
            .read(0, Long.MAX_VALUE, Handle.bytes())
            .read(0, Long.MAX_VALUE, Handle.bytes())
            .build();
    assertThatThrownBy(() -> pool.operate("a", wrapping))
        .isInstanceOf(PandoException.TooLarge.class);
    pool.write("a", 0, Arrays.copyOf(large, 1 << 20));
    pool.append("a", utf8("!"));
    assertThatThrownBy(() -> pool.read("a"))
        .isInstanceOf(PandoException.TooLarge.class)
        .hasMessageContaining("download");
    assertThat(pool.readAsync("a", 1 << 20, 1).join().toUtf8()).isEqualTo("!");
  }

  @Test
  void refusesKeysThatTheWireCannotCarry() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      many.add(i + "k".repeat(1 << 20));
    }
    assertThatThrownBy(() -> pool.entries("a").remove(many))
        .isInstanceOf(PandoException.TooLarge.class)
        .hasMessageContaining("several operations");
    assertThatThrownBy(() -> pool.attributes("a").set("\uD83D", utf8("x")))
        .isInstanceOf(PandoException.InvalidArgument.class)
        .hasMessageContaining("surrogate");
    assertThatThrownBy(() -> pool.entries("a").list("\uDC08", "", 1))
        .isInstanceOf(PandoException.InvalidArgument.class);
  }

  @Test
  void streamsObjectsOfAnyLength() {
    Random64 random = new Random64(5);
    for (int size : List.of(0, 1, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 7 * (1 << 20) + 12_345)) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      pool.writeFull("big", utf8("x".repeat(100)));
      List<Long> up = new ArrayList<>();
      assertThat(pool.upload("big", new Dribbling(bytes, random), up::add)).isEqualTo(size);
      assertThat(up).isSorted().endsWith((long) size);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      List<Long> down = new ArrayList<>();
      assertThat(pool.download("big", out, down::add)).isEqualTo(size);
      assertThat(down).isSorted().endsWith((long) size);
      assertThat(out.toByteArray()).isEqualTo(bytes);
    }
  }

  @Test
  void anInterruptedUploadCanBeTold() {
    byte[] bytes = new byte[5 << 20];
    new Random64(6).nextBytes(bytes);
    for (boolean exists : List.of(false, true)) {
      String name = "cut " + exists;
      if (exists) {
        pool.writeFull(name, utf8("old"));
      }
      assertThatThrownBy(() -> pool.upload(name, new Breaking(bytes), _ -> {}))
          .isInstanceOf(PandoException.StreamFailed.class);
      assertThat(pool.stat(name).sizeBytes()).isPositive();
      assertThatThrownBy(() -> pool.download(name, OutputStream.nullOutputStream(), _ -> {}))
          .isInstanceOf(PandoException.Incomplete.class)
          .hasMessageContaining("is incomplete")
          .hasMessageContaining(Pool.UPLOAD_ATTRIBUTE);
      // The next one is taken for whole again, be it short or long.
      assertThat(pool.upload(name, new ByteArrayInputStream(exists ? bytes : utf8("x")), _ -> {}))
          .isEqualTo(pool.stat(name).sizeBytes());
      pool.download(name, OutputStream.nullOutputStream(), _ -> {});
      assertThat(pool.attributes(name).list()).isEmpty();
    }
  }

  @Test
  void whatIsReplacedByOneOperationSurvivesAnInterruptedUpload() {
    pool.writeFull("kept", utf8("old"));
    byte[] bytes = new byte[pool.maxOperationBytes() - 100];
    assertThatThrownBy(() -> pool.upload("kept", new Breaking(bytes), _ -> {}))
        .isInstanceOf(PandoException.StreamFailed.class);
    assertThat(pool.read("kept").toUtf8()).isEqualTo("old");
    assertThat(pool.attributes("kept").list()).isEmpty();
  }

  @Test
  void ofTwoUploadsTheEarlierGivesUp() {
    byte[] bytes = new byte[5 << 20];
    byte[] others = new byte[5 << 20];
    new Random64(6).nextBytes(others);
    InputStream meanwhile =
        new ByteArrayInputStream(bytes) {
          private boolean done;

          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            if (available() < 1 << 20 && !done) {
              done = true;
              pool.upload("two", new ByteArrayInputStream(others), _ -> {});
            }
            return super.read(into, offset, length);
          }
        };
    assertThatThrownBy(() -> pool.upload("two", meanwhile, _ -> {}))
        .isInstanceOf(PandoException.Incomplete.class)
        .hasMessageContaining("another upload");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    pool.download("two", out, _ -> {});
    assertThat(out.toByteArray()).isEqualTo(others);
  }

  /** Fails where it ought to end. */
  private static final class Breaking extends InputStream {
    private final ByteArrayInputStream bytes;

    Breaking(byte[] bytes) {
      this.bytes = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() throws IOException {
      throw new IOException("not used");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = bytes.read(into, offset, length);
      if (count < 0) {
        throw new IOException("broken");
      }
      return count;
    }
  }

  /** Gives as little at a time as it likes. */
  private static final class Dribbling extends ByteArrayInputStream {
    private final Random64 random;

    Dribbling(byte[] bytes, Random64 random) {
      super(bytes);
      this.random = random;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(length, 1 + random.nextInt(200_000)));
    }
  }

  @Test
  void tellsOfAStreamThatFails() throws IOException {
    InputStream broken = InputStream.nullInputStream();
    broken.close();
    assertThatThrownBy(() -> pool.upload("a", broken, _ -> {}))
        .isInstanceOf(PandoException.StreamFailed.class)
        .hasMessageContaining("Stream closed");
  }

  @Test
  void listsEveryObjectOnce() {
    TreeSet<String> names = new TreeSet<>();
    for (int i = 0; i < 300; i++) {
      String name = "dir " + i % 7 + "/ñame-" + i + "-\uD83D\uDC08";
      names.add(name);
      pool.create(name, true);
    }
    List<String> listed = new ArrayList<>();
    pool.list().forEach(listed::add);
    assertThat(listed).containsExactlyInAnyOrderElementsOf(names);
    assertThat(pool.list().stream().limit(10)).isEqualTo(listed.subList(0, 10));
    List<String> paged = new ArrayList<>();
    ListCursor cursor = null;
    do {
      ListPage page = pool.listPageAsync(cursor, 7).join();
      assertThat(page.names()).hasSizeLessThanOrEqualTo(7);
      paged.addAll(page.names());
      cursor = page.next();
    } while (cursor != null);
    assertThat(paged).isEqualTo(listed);
    assertThatThrownBy(() -> pool.listPage(null, 0))
        .isInstanceOf(PandoException.InvalidArgument.class);
  }
}
