package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.Admin;
import io.pando.client.Cluster;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.mds.life.MdsConfig;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that write and read the same files one after the other, while metadata servers fail: each
 * sees the bytes that the others wrote, whatever any of them caches.
 */
class FileBytesHistoryTest {
  private static final String FILES = "photos";
  private static final int STEPS = 150;
  private static final int MOST_BYTES = 300_000;
  private static final FileDataConfig SMALL_CACHE =
      new FileDataConfig(400_000, 200_000, 16_384, 65_536, 2_000_000_000L, 65_536);

  /** A file of the model: open or named. */
  private static final class Known {
    private final Ino ino;
    private byte[] bytes = new byte[0];

    Known(Ino ino) {
      this.ino = ino;
    }

    void write(int at, byte[] some) {
      if (at + some.length > bytes.length) {
        bytes = Arrays.copyOf(bytes, at + some.length);
      }
      System.arraycopy(some, 0, bytes, at, some.length);
    }

    byte[] read(int at, int length) {
      return at >= bytes.length
          ? new byte[0]
          : Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length));
    }
  }

  /** A file that a client has open. */
  private record Handle(SimFiles client, long number, Known file) {}

  private final List<SimMds> servers = new ArrayList<>();
  private final List<SimFiles> clients = new ArrayList<>();
  private final Map<String, Known> names = new TreeMap<>();
  private final List<Handle> handles = new ArrayList<>();
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));

  private void begin(long seed) {
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    Cluster admin = cluster.connect();
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("names", 4, 3, 2, null)));
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("bytes", 4, 3, 2, null)));
    cluster.await(
        admin.admin().changeAsync(new Change.CreateFileSystem(FILES, "names", List.of("bytes"))));
    for (int i = 0; i < 2; i++) {
      SimMds server = new SimMds(cluster, i, MdsConfig.usual(""));
      servers.add(server);
      server.start();
    }
    for (int i = 0; i < 3; i++) {
      clients.add(SimFiles.open(cluster, FILES, SMALL_CACHE));
    }
    layout("pando.layout.stripe_unit", "16384");
    layout("pando.layout.object_size", "65536");
  }

  private void layout(String setting, String value) {
    found(
        clients.getFirst(),
        new FileCall.Request(
            new FsRequest.SetXattr(
                Ino.ROOT, setting, Payload.utf8(value), FsRequest.XattrMode.EITHER)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void bytesAreThoseOfTheModel(long seed) {
    begin(seed);
    Random64 random = new Random64(seed);
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(20) == 0) {
        trouble(random);
      }
      step(random, clients.get(random.nextInt(clients.size())));
    }
    for (Handle each : List.copyOf(handles)) {
      close(each);
    }
    for (SimFiles client : clients) {
      assertThat(call(client, new FileCall.SyncAll())).isEqualTo(FileOutcome.DONE);
      assertThat(client.sessions()).as("sessions of a client that was never cut off").hasSize(1);
    }
    names.forEach((name, file) -> {
      SimFiles reader = clients.get(random.nextInt(clients.size()));
      Handle opened = open(reader, name, OpenMode.READ);
      read(opened, 0, MOST_BYTES);
      close(opened);
    });
    for (SimFiles client : clients) {
      assertThat(cluster.await(client.close())).as("all is durable").isTrue();
    }
    assertThat(FilesAudit.problems(cluster, FILES)).isEmpty();
  }

  private void trouble(Random64 random) {
    SimMds server = servers.get(random.nextInt(servers.size()));
    switch (random.nextInt(3)) {
      case 0 -> server.crash();
      case 1 -> server.losePower();
      default -> {
        server.pause();
        long atNanos = cluster.world().nowNanos() + random.between(1, 4 * SimCluster.SECOND);
        cluster.world().at(atNanos, server::resume);
      }
    }
    long atNanos = cluster.world().nowNanos() + random.between(1, 3 * SimCluster.SECOND);
    cluster
        .world()
        .at(
            atNanos,
            () -> {
              if (!server.isAlive()) {
                server.start();
              }
            });
  }

  private void step(Random64 random, SimFiles client) {
    String name = "n" + random.nextInt(4);
    Known named = names.get(name);
    Handle handle = handles.isEmpty() ? null : handles.get(random.nextInt(handles.size()));
    int action = random.nextInt(20);
    if (action == 0) {
      remove(client, name);
    } else if (action == 1) {
      look(client, name);
    } else if (action < 4 || handle == null) {
      handles.add(
          named == null
              ? create(client, name)
              : open(client, name, new OpenMode(true, true, false, random.nextInt(4) == 0, false)));
    } else if (action == 4 && named != null) {
      truncate(client, named, random.nextInt(MOST_BYTES));
    } else if (action == 5) {
      close(handle);
    } else if (action == 6) {
      assertThat(call(handle.client(), new FileCall.Sync(handle.number(), false)))
          .isEqualTo(FileOutcome.DONE);
    } else if (action == 7) {
      zero(random, handle);
    } else if (action < 13) {
      write(random, handle);
    } else {
      read(handle, random.nextInt(MOST_BYTES), random.nextInt(100_000) + 1);
    }
  }

  private FileOutcome call(SimFiles client, FileCall call) {
    CompletableFuture<FileOutcome> outcome = client.call(Caller.ROOT, call);
    boolean ended =
        cluster
            .world()
            .runUntil(outcome::isDone, cluster.world().nowNanos() + 60 * SimCluster.SECOND);
    assertThat(ended).as(() -> call + " has not ended: " + account()).isTrue();
    return outcome.join();
  }

  private String account() {
    return clients + ", " + cluster.await(admin().files().reportAsync(FILES, 0));
  }

  private Admin admin() {
    return cluster.connect().admin();
  }

  private Inode found(SimFiles client, FileCall call) {
    FileOutcome outcome = call(client, call);
    assertThat(outcome).as("%s", call).isInstanceOf(FileOutcome.Answered.class);
    FsAnswer answer = ((FileOutcome.Answered) outcome).answer();
    assertThat(answer).as("%s", call).isInstanceOf(FsAnswer.Found.class);
    return ((FsAnswer.Found) answer).inode();
  }

  private Handle create(SimFiles client, String name) {
    NewName file =
        new NewName(Ino.ROOT, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome outcome = call(client, new FileCall.Create(file, true, OpenMode.READ_WRITE));
    assertThat(outcome).as("create %s", name).isInstanceOf(FileOutcome.Opened.class);
    FileOutcome.Opened opened = (FileOutcome.Opened) outcome;
    Known known = new Known(opened.inode().ino());
    names.put(name, known);
    return new Handle(client, opened.handle(), known);
  }

  private Handle open(SimFiles client, String name, OpenMode mode) {
    Known known = Objects.requireNonNull(names.get(name));
    Inode inode =
        found(client, new FileCall.Request(new FsRequest.Lookup(Ino.ROOT, EntryName.of(name))));
    assertThat(inode.ino()).isEqualTo(known.ino);
    FileOutcome outcome = call(client, new FileCall.Open(inode.ino(), mode));
    assertThat(outcome).as("open %s", name).isInstanceOf(FileOutcome.Opened.class);
    return new Handle(client, ((FileOutcome.Opened) outcome).handle(), known);
  }

  private void look(SimFiles client, String name) {
    Known known = names.get(name);
    FileCall lookup = new FileCall.Request(new FsRequest.Lookup(Ino.ROOT, EntryName.of(name)));
    if (known == null) {
      assertThat(call(client, lookup)).isEqualTo(FileOutcome.failed(FsError.ENOENT));
    } else {
      assertThat(found(client, lookup).size()).as("size of %s", name).isEqualTo(known.bytes.length);
    }
  }

  private void remove(SimFiles client, String name) {
    FileOutcome outcome =
        call(
            client,
            new FileCall.Request(new FsRequest.Remove(Ino.ROOT, EntryName.of(name), false)));
    assertThat(outcome)
        .isEqualTo(
            names.remove(name) == null ? FileOutcome.failed(FsError.ENOENT) : FileOutcome.DONE);
  }

  private void truncate(SimFiles client, Known file, int size) {
    Inode inode =
        found(
            client,
            new FileCall.Request(
                new FsRequest.SetAttributes(file.ino, InodeChange.ofSize((long) size))));
    file.bytes = Arrays.copyOf(file.bytes, size);
    assertThat(inode.size()).isEqualTo(size);
  }

  private void zero(Random64 random, Handle handle) {
    int at = random.nextInt(MOST_BYTES);
    int length = random.nextInt(100_000) + 1;
    assertThat(
            call(
                handle.client(),
                new FileCall.Zero(handle.number(), new ByteRange(at, length), false)))
        .isEqualTo(FileOutcome.DONE);
    byte[] bytes = handle.file().bytes;
    Arrays.fill(bytes, Math.min(at, bytes.length), Math.min(at + length, bytes.length), (byte) 0);
  }

  private void write(Random64 random, Handle handle) {
    byte[] some = new byte[random.nextInt(80_000) + 1];
    for (int i = 0; i < some.length; i++) {
      some[i] = (byte) (random.nextLong() >>> 11);
    }
    int at = random.nextInt(MOST_BYTES - some.length);
    FileOutcome outcome =
        call(handle.client(), new FileCall.Write(handle.number(), at, Payload.wrap(some)));
    assertThat(outcome).as("write to %s", handle.file().ino).isInstanceOf(FileOutcome.At.class);
    handle.file().write((int) ((FileOutcome.At) outcome).offset(), some);
  }

  private void read(Handle handle, int at, int length) {
    FileOutcome outcome =
        call(handle.client(), new FileCall.Read(handle.number(), new ByteRange(at, length)));
    assertThat(outcome).as("read of %s", handle.file().ino).isInstanceOf(FileOutcome.Bytes.class);
    byte[] bytes = ((FileOutcome.Bytes) outcome).bytes().toByteArray();
    byte[] expected = handle.file().read(at, length);
    assertThat(bytes.length)
        .as("bytes of %s from %d", handle.file().ino, at)
        .isEqualTo(expected.length);
    assertThat(Arrays.mismatch(bytes, expected))
        .as("first wrong byte of %s, read at %d", handle.file().ino, at)
        .isEqualTo(-1);
  }

  private void close(Handle handle) {
    handles.remove(handle);
    assertThat(call(handle.client(), new FileCall.Close(handle.number())))
        .isEqualTo(FileOutcome.DONE);
  }
}
