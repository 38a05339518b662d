package io.pando.fuse.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fuse.MappingProcess;
import io.pando.fuse.NativeCalls;
import io.pando.fuse.device.KernelMount;
import io.pando.fuse.device.MountException;
import io.pando.fuse.memory.HeapFiles;
import io.pando.fuse.protocol.Errno;
import io.pando.random.Random64;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The adapter through a real mount, where FUSE can be used. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MountedHeapTest {
  private static final CapabilitySet NAMES =
      CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE);
  private static final CapabilitySet DATA =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);
  private static final int PAGE = 4096;
  private static final int OTHER_USER = 4321;
  private static final int OTHER_GROUP = 8765;

  @TempDir private Path temporary;
  private HeapMount heap;
  private @Nullable MappingProcess mappings;

  /** Whether the client's thread reads the requests. */
  boolean readsOnLoop() {
    return true;
  }

  @BeforeEach
  void mount() throws IOException {
    heap = HeapMount.mount(temporary, readsOnLoop());
  }

  @AfterEach
  void unmount() throws IOException {
    if (mappings != null) {
      mappings.close();
    }
    if (heap != null) {
      heap.close();
    }
  }

  private Ino ino(String name) throws IOException {
    return new Ino((long) Files.getAttribute(heap.file(name), "unix:ino"));
  }

  private void lose(Ino ino, CapabilitySet some) throws Exception {
    heap.files.revoke(ino, some).get(HeapMount.SECONDS, TimeUnit.SECONDS);
  }

  /** A call of another client. */
  private void submit(FileCall call) {
    heap.files.submit(Caller.ROOT, call, _ -> {});
  }

  /** Another client writes a file. */
  private void write(Ino ino, String text) throws Exception {
    heap.files.submit(
        Caller.ROOT,
        new FileCall.Open(ino, OpenMode.READ_WRITE),
        opened -> {
          long handle = ((FileOutcome.Opened) opened).handle();
          submit(new FileCall.Write(handle, 0, Payload.utf8(text)));
          submit(new FileCall.Close(handle));
        });
    heap.onClient(_ -> {});
    heap.onClient(_ -> {});
  }

  // Programs

  @Test
  void programsWork() throws Exception {
    String listing =
        heap.shell(
            """
            mkdir -p a/b
            dd if=/dev/urandom of=a/b/bytes bs=100k count=16 2>/dev/null
            ln -s bytes a/b/link
            ln a/b/bytes a/hard
            mkfifo a/pipe
            cp -r a c
            tar cf all.tar a c
            mkdir out
            tar xf all.tar -C out
            diff -r a/b out/a/b
            cp /bin/true program
            ./program
            for n in 1 2 3 4; do
              (i=0; while [ $i -lt 25 ]; do echo "$n $i" >> log; i=$((i+1)); done) &
            done
            wait
            sort -u log | wc -l | tr -d ' '
            rm -r a c
            find out -type f | sort
            sync -f out
            flock -n log flock -n log true || echo locked
            """);
    assertThat(listing)
        .isEqualTo("100\nout/a/b/bytes\nout/a/hard\nout/c/b/bytes\nout/c/hard\nlocked\n");
    Awaitility.await().until(() -> heap.files.ask(of -> of.openFiles() == 0).join());
    assertThat(heap.files.ask(of -> of.locks()).join()).isZero();
  }

  @Test
  void bytesAreReadAsTheyWereWritten() throws IOException {
    byte[] bytes = new byte[3 * 1024 * 1024 + 17];
    new Random64(1).nextBytes(bytes);
    Path file = heap.file("large");
    Files.write(file, bytes);
    assertThat(Files.size(file)).isEqualTo(bytes.length);
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    Path copy = heap.file("copy");
    Files.copy(file, copy);
    assertThat(Files.mismatch(file, copy)).isEqualTo(-1);
    assertThat(Files.getFileStore(file).getTotalSpace()).isEqualTo(1L << 30);
  }

  @Test
  void largeDirectoryIsListedWithAttributes() throws Exception {
    heap.onClient(files -> {
      for (int i = 0; i < 1_000; i++) {
        NewName name =
            new NewName(
                Ino.ROOT, EntryName.of("f" + i), 0600, 0, new FsRequest.NewContent.NewFile());
        files.submit(Caller.ROOT, new FileCall.Make(name), _ -> {});
      }
    });
    heap.onClient(_ -> {});
    assertThat(heap.shell("ls -l | grep -c ' f'; rm f*; ls | wc -l")).startsWith("1000\n0");
  }

  // Mappings

  private MappingProcess map(Path file, boolean writable) throws IOException {
    MappingProcess started = MappingProcess.start();
    mappings = started;
    started.map(file, writable, 0, (int) Files.size(file));
    return started;
  }

  @Test
  void mappingAndFileAreTheSame() throws Exception {
    Path file = heap.file("mapped");
    Files.write(file, new byte[3 * PAGE]);
    MappingProcess map = map(file, true);
    map.put(PAGE, (byte) 42);
    assertThat(Files.readAllBytes(file)[PAGE]).isEqualTo((byte) 42);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap(new byte[] {7}), 2 * PAGE);
    }
    assertThat(map.get(2 * PAGE)).isEqualTo((byte) 7);
    map.put(0, (byte) 1);
    map.force();
  }

  @Test
  void mappingShowsWhatAnotherClientWrote() throws Exception {
    Path file = heap.file("mapped");
    Files.writeString(file, "old");
    MappingProcess map = map(file, false);
    assertThat(map.get(0)).isEqualTo((byte) 'o');
    lose(ino("mapped"), DATA);
    write(ino("mapped"), "new");
    assertThat(map.get(0)).isEqualTo((byte) 'n');
  }

  @Test
  void dropDoesNotWaitForAPageThatIsRead() throws Exception {
    Path file = heap.file("mapped");
    Files.write(file, new byte[64 * PAGE]);
    MappingProcess map = map(file, false);
    assertThat(map.get(0)).isZero();
    heap.onClient(files -> files.hold(FileCall.Read.class));
    Future<Byte> read = heap.begin(() -> map.get(60 * PAGE));
    Awaitility.await().until(() -> heap.files.ask(of -> of.heldCalls() > 0).join());
    lose(ino("mapped"), DATA);
    heap.onClient(HeapFiles::letGo);
    assertThat(read.get(HeapMount.SECONDS, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void dropDoesNotWaitForAPageThatIsWritten() throws Exception {
    Path file = heap.file("mapped");
    Files.write(file, new byte[8 * PAGE]);
    MappingProcess map = map(file, true);
    map.put(5 * PAGE, (byte) 42);
    Ino ino = ino("mapped");
    heap.onClient(files -> files.hold(FileCall.Write.class));
    lose(ino, DATA);
    heap.onClient(HeapFiles::letGo);
    assertThat(Files.readAllBytes(file)[5 * PAGE]).isEqualTo((byte) 42);
  }

  @Test
  void aWriteAtTheEndOfAllOffsetsIsOne() throws Exception {
    Path file = heap.file("far");
    Files.writeString(file, "x");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(new byte[] {7});
      assertThat(channel.write(bytes, Long.MAX_VALUE - 1)).isOne();
    }
  }

  @Test
  void aPageDoesNotBringBackWhatAProgramHasOverwritten() throws Exception {
    Path file = heap.file("mapped");
    Files.write(file, new byte[2 * PAGE]);
    MappingProcess map = map(file, true);
    assertThat(map.get(PAGE)).isZero();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      heap.onClient(files -> files.hold(FileCall.Write.class));
      Future<Integer> write =
          heap.begin(() -> channel.write(java.nio.ByteBuffer.wrap(new byte[] {7}), PAGE));
      Awaitility.await().until(() -> heap.files.ask(of -> of.heldCalls() > 0).join());
      long before = heap.mount.counts().requests();
      Future<Boolean> store =
          heap.begin(() -> {
            map.put(PAGE + 100, (byte) 42);
            return true;
          });
      // The page is read again for that, if it is not in the kernel any more.
      Awaitility.await().until(() -> store.isDone() || heap.mount.counts().requests() > before);
      heap.onClient(HeapFiles::letGo);
      assertThat(write.get(HeapMount.SECONDS, TimeUnit.SECONDS)).isOne();
      assertThat(store.get(HeapMount.SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    map.force();
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes[PAGE]).isEqualTo((byte) 7);
    assertThat(bytes[PAGE + 100]).isEqualTo((byte) 42);
  }

  // Other clients

  @Test
  void namesAndAttributesAreThoseOfOtherClients() throws Exception {
    assertThat(Files.exists(heap.file("late"))).isFalse();
    Files.writeString(heap.file("old"), "x");
    lose(Ino.ROOT, NAMES);
    submit(
        new FileCall.Make(
            new NewName(
                Ino.ROOT, EntryName.of("late"), 0644, 0, new FsRequest.NewContent.NewFile())));
    submit(new FileCall.Request(new FsRequest.Remove(Ino.ROOT, EntryName.of("old"), false)));
    heap.onClient(files -> files.grant(Ino.ROOT));
    assertThat(Files.exists(heap.file("late"))).isTrue();
    assertThat(Files.exists(heap.file("old"))).isFalse();
    Ino late = ino("late");
    lose(late, CapabilitySet.of(Capability.ATTRIBUTES_SHARED));
    submit(new FileCall.Request(new FsRequest.SetAttributes(late, InodeChange.ofMode(0600))));
    heap.onClient(files -> files.grant(late));
    assertThat(heap.shell("stat -c %a late")).isEqualTo("600\n");
  }

  @Test
  void namesThatAreKeptAreNotAskedForAgain() throws Exception {
    Files.writeString(heap.file("file"), "x");
    heap.shell("stat file absent 2>&1 || true");
    heap.onClient(files -> files.calls().clear());
    heap.shell("stat file absent 2>&1 || true");
    assertThat(heap.files.ask(of -> List.copyOf(of.calls())).join())
        .noneMatch(call -> call instanceof FileCall.Request(FsRequest.Lookup _));
  }

  @Test
  void dropDoesNotWaitForARequestInTheDirectory() throws Exception {
    Files.writeString(heap.file("file"), "x");
    heap.onClient(files -> files.hold(FileCall.Make.class));
    Future<Path> making = heap.begin(() -> Files.createDirectory(heap.file("new")));
    Awaitility.await().until(() -> heap.files.ask(of -> of.heldCalls() > 0).join());
    lose(Ino.ROOT, NAMES);
    submit(new FileCall.Request(new FsRequest.Remove(Ino.ROOT, EntryName.of("file"), false)));
    heap.onClient(HeapFiles::letGo);
    making.get(HeapMount.SECONDS, TimeUnit.SECONDS);
    assertThat(Files.exists(heap.file("file"))).isFalse();
  }

  // Permissions

  @Test
  void permissionsAreCheckedAlsoForNamesThatAreKept() throws Exception {
    assumeTrue((int) Files.getAttribute(heap.root, "unix:uid") == 0, "only root changes users");
    heap.shell("mkdir -m 700 secret; echo x > secret/file; chmod 644 secret/file; cat secret/file");
    assertThat(heap.shellAs(OTHER_USER, OTHER_GROUP, "cat secret/file 2>&1 || true"))
        .contains("ermission denied");
    heap.shell("mkdir -m 770 shared; chgrp " + OTHER_GROUP + " shared");
    assertThat(
            heap.shellAs(
                OTHER_USER, OTHER_GROUP, "umask 027; echo y > shared/file; cat shared/file"))
        .isEqualTo("y\n");
    assertThat(heap.shell("stat -c '%u %a' shared/file")).isEqualTo(OTHER_USER + " 640\n");
  }

  @Test
  void writeOfAnotherUserClearsSetIdBits() throws Exception {
    assumeTrue((int) Files.getAttribute(heap.root, "unix:uid") == 0, "only root changes users");
    heap.shell("echo x > program; chmod 6777 program; stat -c %a program");
    heap.shellAs(OTHER_USER, OTHER_GROUP, "echo y >> program");
    assertThat(heap.shell("stat -c %a program; cat program")).isEqualTo("777\nx\ny\n");
  }

  @Test
  void spaceThatAnotherUserReservesClearsSetIdBitsUnlessItIsOfTheGroup() throws Exception {
    assumeTrue((int) Files.getAttribute(heap.root, "unix:uid") == 0, "only root changes users");
    heap.shell("for f in a b; do echo x > $f; chgrp " + OTHER_GROUP + " $f; chmod 6766 $f; done");
    heap.shellAs(OTHER_USER, OTHER_GROUP, "fallocate -l 65536 a");
    heap.shellAs(OTHER_USER, OTHER_GROUP + 1, "fallocate -l 65536 b");
    assertThat(heap.shell("stat -c %a a b")).isEqualTo("2766\n766\n");
  }

  @Test
  void aChangeByAnotherUserTakesWhatTheProgramMayDo() throws Exception {
    assumeTrue((int) Files.getAttribute(heap.root, "unix:uid") == 0, "only root changes users");
    heap.shell("echo x > program; chmod 777 program");
    byte[] capability = HexFormat.of().parseHex("0100000201000000000000000000000000000000");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(capability.length);
      value.copyFrom(MemorySegment.ofArray(capability));
      String path = heap.file("program").toString();
      long size = capability.length;
      assertThat(NativeCalls.call("setxattr", path, "security.capability", value, size, 0))
          .isZero();
      heap.shellAs(OTHER_USER, OTHER_GROUP, "fallocate -l 65536 program");
      assertThat(NativeCalls.call("removexattr", path, "security.capability"))
          .isEqualTo(-Errno.ENODATA);
    }
  }

  // The mount

  @Test
  void mountIsFoundAndUnmounted() throws Exception {
    Path point = KernelMount.find(heap.root);
    assertThat(point).isEqualTo(heap.root.toRealPath());
    KernelMount.unmount(point, false);
    assertThat(heap.mount.awaitEnd(Duration.ofSeconds(HeapMount.SECONDS))).isTrue();
    assertThatThrownBy(() -> KernelMount.find(heap.root))
        .isInstanceOf(MountException.class)
        .hasMessageStartingWith("nothing is mounted at ");
    assertThatThrownBy(() -> KernelMount.find(Path.of("/proc")))
        .hasMessage("a file system of type proc is mounted at /proc: unmount it with 'umount'");
  }

  /** Programs fall back to a file with a name at this error, and at no other. */
  @Test
  void filesWithoutANameAreNotSupported() {
    int flags = NativeCalls.O_TMPFILE | NativeCalls.O_RDWR;
    for (int i = 0; i < 2; i++) {
      assertThat(NativeCalls.call("open", heap.root.toString(), flags, 0600))
          .isEqualTo(-Errno.EOPNOTSUPP);
    }
  }

  @Test
  void namesAreBytes() throws Exception {
    heap.shell("printf x > \"$(printf '\\377\\376')\"; cat \"$(printf '\\377\\376')\"");
    assertThat(heap.shell("ls | od -An -tx1 | tr -d ' \\n'")).isEqualTo("fffe0a");
  }
}
