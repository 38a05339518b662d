package io.pando.fuse.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import io.pando.fuse.device.MountException;
import io.pando.fuse.files.FilesFixture.Reply;
import io.pando.fuse.protocol.AttributeChange;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseNotification;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NodeRequest;
import io.pando.fuse.protocol.OpenFlag;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of a kernel that is played by the test. */
class MountedFilesTest {
  private static final FileFlags READ_WRITE = new FileFlags(2);
  private static final FuseName FILE = FuseName.of("file");

  private FilesFixture fixture;

  @BeforeEach
  void begin() throws MountException {
    fixture = FilesFixture.begin();
  }

  private FuseAnswer.Created create(long parent, String name) {
    return create(parent, name, 0644);
  }

  private FuseAnswer.Created create(long parent, String name, int mode) {
    return fixture.get(
        FuseAnswer.Created.class,
        new NameRequest.Create(
            parent, FuseName.of(name), READ_WRITE, new NameRequest.NewMode(mode, 022), false));
  }

  private long makeDirectory(long parent, String name) {
    return fixture
        .get(
            FuseAnswer.Entry.class,
            new NameRequest.MakeDirectory(
                parent, FuseName.of(name), new NameRequest.NewMode(0755, 0)))
        .node();
  }

  private FileRequest.Write write(FuseAnswer.Created file, boolean fromCache, boolean drops) {
    return new FileRequest.Write(
        file.entry().node(),
        file.opened().handle(),
        0,
        Payload.utf8("abc"),
        new FileRequest.WriteMode(READ_WRITE, fromCache, drops, OptionalLong.of(1)));
  }

  private FileRequest.Read read(FuseAnswer.Created file, OptionalLong owner) {
    return new FileRequest.Read(
        file.entry().node(), file.opened().handle(), 0, 4096, READ_WRITE, owner);
  }

  // Names and attributes

  @Test
  void filesAreMadeWrittenAndRead() {
    FuseAnswer.Created made = create(1, "file");
    assertThat(made.opened().flags())
        .contains(OpenFlag.DIRECT_IO, OpenFlag.PARALLEL_DIRECT_WRITES, OpenFlag.KEEP_CACHE);
    assertThat(made.entry().attributes().kind().mode()).isEqualTo(0100644);
    fixture.get(FuseAnswer.Written.class, write(made, false, false));
    FuseAnswer.Data data = fixture.get(FuseAnswer.Data.class, read(made, OptionalLong.of(1)));
    assertThat(data.bytes().toUtf8()).isEqualTo("abc");
    FuseAnswer.Entry found = fixture.get(FuseAnswer.Entry.class, new NameRequest.Lookup(1, FILE));
    assertThat(found.node()).isEqualTo(made.entry().node());
    assertThat(found.attributes().size().bytes()).isEqualTo(3);
    fixture.get(
        FuseAnswer.Done.class,
        new FileRequest.Release(
            found.node(), made.opened().handle(), READ_WRITE, OptionalLong.empty()));
    assertThat(fixture.files.openFiles()).isZero();
    assertThat(fixture.ask(read(made, OptionalLong.of(1))).errno).isEqualTo(Errno.EBADF);
  }

  @Test
  void namesAndAttributesAreKeptUnderCapabilitiesOnly() {
    FuseAnswer.Entry kept = create(1, "file").entry();
    assertThat(kept.entryValidNanos()).isPositive();
    assertThat(kept.attributesValidNanos()).isPositive();
    fixture.files.take(Ino.ROOT, CapabilitySet.of(Capability.NAMES_SHARED));
    fixture.files.take(Ino.ROOT, CapabilitySet.of(Capability.NAMES_EXCLUSIVE));
    FuseAnswer.Entry named = fixture.get(FuseAnswer.Entry.class, new NameRequest.Lookup(1, FILE));
    assertThat(named.entryValidNanos()).isZero();
    assertThat(named.attributesValidNanos()).isPositive();
    fixture.files.take(new Ino(kept.node()), CapabilitySet.of(Capability.CACHE, Capability.BUFFER));
    FuseAnswer.Attributes found =
        fixture.get(
            FuseAnswer.Attributes.class,
            new NodeRequest.GetAttributes(kept.node(), OptionalLong.empty()));
    assertThat(found.validNanos()).isZero();
  }

  @Test
  void removedDirectoryThatIsInUseHasNoLinks() {
    long directory = makeDirectory(1, "in use");
    fixture.get(FuseAnswer.Done.class, new NameRequest.RemoveDirectory(1, FuseName.of("in use")));
    NodeRequest.GetAttributes query =
        new NodeRequest.GetAttributes(directory, OptionalLong.empty());
    FuseAnswer.Attributes found = fixture.get(FuseAnswer.Attributes.class, query);
    assertThat(found.attributes().kind().links()).isZero();
    assertThat(found.attributes().kind().mode()).isEqualTo(040755);
    fixture.mounted.onForget(List.of(new KernelMessage.Forgotten(directory, 1)));
    assertThat(fixture.ask(query).errno).isEqualTo(Errno.ESTALE);
  }

  @Test
  void absentNamesAreKeptUnderACapability() {
    NameRequest.Lookup lookup = new NameRequest.Lookup(1, FILE);
    assertThat(fixture.get(FuseAnswer.NoEntry.class, lookup).validNanos()).isPositive();
    fixture.files.take(
        Ino.ROOT, CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE));
    assertThat(fixture.ask(lookup).errno).isEqualTo(Errno.ENOENT);
  }

  @Test
  void namesThatAreNoneAreRefused() {
    String longest = "n".repeat(255);
    create(1, longest);
    assertThat(fixture.ask(new NameRequest.Lookup(1, FuseName.of(longest + "n"))).errno)
        .isEqualTo(Errno.ENAMETOOLONG);
    FuseName bytes = FuseName.of(new byte[] {(byte) 0xff, (byte) 0xfe});
    fixture.get(
        FuseAnswer.Entry.class,
        new NameRequest.MakeNode(1, bytes, new NameRequest.NewMode(0100600, 0), 0));
    fixture.get(FuseAnswer.Entry.class, new NameRequest.Lookup(1, bytes));
    assertThat(
            fixture.ask(
                    new NameRequest.MakeNode(1, FILE, new NameRequest.NewMode(0xe000 | 0600, 0), 0))
                .errno)
        .isEqualTo(Errno.EINVAL);
    assertThat(fixture.ask(new NameRequest.Rename(1, FILE, 1, FuseName.of("other"), 4)).errno)
        .isEqualTo(Errno.EINVAL);
  }

  @Test
  void directoryThatIsMountedIsTheRoot() throws MountException {
    long inner = makeDirectory(makeDirectory(1, "a"), "b");
    FilesFixture below = new FilesFixture("", _ -> List.of());
    MountedFiles mounted =
        new MountedFiles(fixture.files, FilesFixture.HASH, _ -> List.of(), () -> 1);
    mounted.choose("/a//b/");
    mounted.onMounted(below);
    Reply reply = new Reply();
    mounted.onRequest(
        new io.pando.fuse.protocol.FuseContext(1, 0, 0, 1),
        new NameRequest.Lookup(1, FuseName.of("..")),
        reply);
    FuseAnswer.Entry up = reply.as(FuseAnswer.Entry.class);
    assertThat(up.node()).isEqualTo(1);
    assertThat(up.attributes().ino()).isEqualTo(inner);
    assertThatThrownBy(() -> mounted.choose("a/c"))
        .hasMessage(
            "the directory '/a/c' of the file system cannot be mounted:"
                + " no such file or directory");
  }

  @Test
  void referencesOfTheKernelAreCounted() {
    long node = create(1, "file").entry().node();
    fixture.ask(new NameRequest.Lookup(1, FILE));
    assertThat(fixture.mounted.nodes()).isEqualTo(2);
    Reply lost = new Reply();
    lost.taken = false;
    fixture.send(0, 0, new NameRequest.Lookup(1, FILE), lost);
    fixture.mounted.onForget(List.of(new KernelMessage.Forgotten(node, 1)));
    assertThat(fixture.mounted.nodes()).isEqualTo(2);
    fixture.mounted.onForget(List.of(new KernelMessage.Forgotten(node, 1)));
    assertThat(fixture.mounted.nodes()).isEqualTo(1);
  }

  @Test
  void fileThatTheKernelDidNotTakeIsClosed() {
    Reply lost = new Reply();
    lost.taken = false;
    fixture.send(
        0,
        0,
        new NameRequest.Create(1, FILE, READ_WRITE, new NameRequest.NewMode(0644, 0), false),
        lost);
    assertThat(fixture.files.openFiles()).isZero();
    assertThat(fixture.mounted.nodes()).isEqualTo(1);
  }

  @Test
  void sizeIsSetThroughAFileThatIsOpen() {
    FuseAnswer.Created file = create(1, "file", 0444);
    AttributeChange change =
        new AttributeChange(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.of(10),
            AttributeChange.Times.KEPT,
            true);
    long node = file.entry().node();
    OptionalLong handle = OptionalLong.of(file.opened().handle());
    Reply byPath =
        fixture.ask(
            5, 5, new NodeRequest.SetAttributes(node, OptionalLong.empty(), change, handle));
    assertThat(byPath.errno).isEqualTo(Errno.EACCES);
    Reply byHandle = fixture.ask(5, 5, new NodeRequest.SetAttributes(node, handle, change, handle));
    assertThat(byHandle.as(FuseAnswer.Attributes.class).attributes().size().bytes()).isEqualTo(10);
  }

  @Test
  void settingsAreShownAsAttributes() {
    long node = makeDirectory(1, "d");
    create(node, "file");
    FuseName name = FuseName.of("pando.quota.bytes");
    assertThat(
            fixture
                .get(FuseAnswer.Data.class, new NodeRequest.GetXattr(node, name, 100))
                .bytes()
                .toUtf8())
        .isEqualTo("0");
    assertThat(fixture.ask(new NodeRequest.GetXattr(node, FuseName.of("user.none"), 100)).errno)
        .isEqualTo(Errno.ENODATA);
  }

  // Callers

  @Test
  void groupsAreReadOnlyWhenTheyMatter() throws MountException {
    FilesFixture of = new FilesFixture("", process -> process == 77 ? List.of(9) : List.of());
    of.mounted.onMounted(of);
    of.get(
        FuseAnswer.Entry.class,
        new NameRequest.MakeDirectory(1, FILE, new NameRequest.NewMode(0770, 0)));
    long node = of.get(FuseAnswer.Entry.class, new NameRequest.Lookup(1, FILE)).node();
    AttributeChange toGroup =
        new AttributeChange(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.of(9),
            OptionalLong.empty(),
            AttributeChange.Times.KEPT,
            false);
    of.ask(
        new NodeRequest.SetAttributes(node, OptionalLong.empty(), toGroup, OptionalLong.empty()));
    of.files.callers().clear();
    NameRequest.Lookup lookup = new NameRequest.Lookup(node, FILE);
    of.ask(5, 5, new NodeRequest.GetAttributes(node, OptionalLong.empty()));
    of.ask(5, 5, lookup);
    of.ask(5, 5, lookup);
    Caller bare = new Caller(5, 5, List.of());
    Caller whole = new Caller(5, 5, List.of(9));
    assertThat(of.files.callers()).containsExactly(bare, bare, whole, whole);
  }

  @Test
  void groupsAreParsed() {
    assertThat(ProcessGroups.parse("Uid:\t1 2\nGroups:\t4 24 4294967294 \nVmPeak: 1"))
        .containsExactly(4, 24, -2);
    assertThat(ProcessGroups.parse("Groups:\t \n")).isEmpty();
    assertThat(ProcessGroups.OF_SYSTEM.of(Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void setIdBitsGoBeforeAWrite() {
    FuseAnswer.Created file = create(1, "file", 06755);
    Reply reply = fixture.ask(5, 5, write(file, false, true));
    org.awaitility.Awaitility.await().until(() -> !reply.isPending());
    FuseAnswer.Attributes found =
        fixture.get(
            FuseAnswer.Attributes.class,
            new NodeRequest.GetAttributes(file.entry().node(), OptionalLong.empty()));
    assertThat(found.attributes().kind().mode()).isEqualTo(0100755);
    fixture.files.calls().clear();
    fixture.ask(5, 5, write(file, false, true));
    assertThat(fixture.files.calls()).hasSize(1);
  }

  @Test
  void kernelForgetsSetIdBitsThatATruncatingOpenTakesAway() {
    long node =
        fixture
            .get(
                FuseAnswer.Created.class,
                new NameRequest.Create(
                    1, FILE, READ_WRITE, new NameRequest.NewMode(04777, 0), false))
            .entry()
            .node();
    FuseNotification drop = new FuseNotification.InvalidateNode(node, -1, 0);
    fixture.notifications.clear();
    fixture.ask(5, 5, new NodeRequest.Open(node, READ_WRITE, false)).as(FuseAnswer.Opened.class);
    assertThat(fixture.notifications).isEmpty();
    Reply reply = fixture.ask(5, 5, new NodeRequest.Open(node, new FileFlags(0x202), true));
    org.awaitility.Awaitility.await().until(() -> !reply.isPending());
    reply.as(FuseAnswer.Opened.class);
    assertThat(fixture.notifications).containsExactly(drop);
    fixture.ask(5, 5, new NodeRequest.Open(node, new FileFlags(0x202), true));
    assertThat(fixture.notifications).as("those of a file without such bits").hasSize(1);
  }

  // Open files

  @Test
  void spaceIsReservedZeroedAndFreed() {
    FuseAnswer.Created file = create(1, "file");
    long node = file.entry().node();
    long handle = file.opened().handle();
    for (int mode : new int[] {0, 1, 3, 16, 17}) {
      fixture.get(
          FuseAnswer.Done.class, new FileRequest.Allocate(node, handle, 0, 100 + mode, mode));
    }
    FuseAnswer.Attributes found =
        fixture.get(
            FuseAnswer.Attributes.class, new NodeRequest.GetAttributes(node, OptionalLong.empty()));
    assertThat(found.attributes().size().bytes()).isEqualTo(116);
    assertThat(fixture.ask(new FileRequest.Allocate(node, handle, 0, 10, 8)).errno)
        .isEqualTo(Errno.EOPNOTSUPP);
    assertThat(fixture.ask(new FileRequest.Allocate(node, handle, 9, Long.MAX_VALUE, 0)).errno)
        .isEqualTo(Errno.EFBIG);
    assertThat(fixture.ask(new FileRequest.Seek(node, handle, 500, 3)).errno)
        .isEqualTo(Errno.ENXIO);
  }

  @Test
  void moreSpaceThanIsFreeIsNotReservedBehindTheEnd() {
    FuseAnswer.Created file = create(1, "file");
    long node = file.entry().node();
    long handle = file.opened().handle();
    long free = 1L << 29;
    for (int mode : new int[] {0, 1}) {
      assertThat(fixture.ask(new FileRequest.Allocate(node, handle, 0, free + 1, mode)).errno)
          .isEqualTo(Errno.ENOSPC);
    }
    fixture.get(FuseAnswer.Done.class, new FileRequest.Allocate(node, handle, 0, free, 1));
    fixture.get(FuseAnswer.Done.class, new FileRequest.Allocate(node, handle, 0, 100, 0));
    fixture.get(FuseAnswer.Done.class, new FileRequest.Allocate(node, handle, 0, free + 100, 1));
  }

  @Test
  void rangeIsCopiedInPieces() {
    FuseAnswer.Created from = create(1, "from");
    FuseAnswer.Created to = create(1, "to");
    byte[] bytes = new byte[(2 << 20) + 5];
    java.util.Arrays.fill(bytes, (byte) 7);
    fixture.get(
        FuseAnswer.Written.class,
        new FileRequest.Write(
            from.entry().node(),
            from.opened().handle(),
            0,
            Payload.wrap(bytes),
            new FileRequest.WriteMode(READ_WRITE, false, false, OptionalLong.of(1))));
    FuseAnswer.Written copied =
        fixture.get(
            FuseAnswer.Written.class,
            new FileRequest.CopyRange(
                from.entry().node(),
                from.opened().handle(),
                1,
                new FileRequest.Target(to.entry().node(), to.opened().handle(), 10),
                Long.MAX_VALUE / 2));
    assertThat(copied.bytes()).isEqualTo(bytes.length - 1);
    FuseAnswer.Data read = fixture.get(FuseAnswer.Data.class, read(to, OptionalLong.of(1)));
    assertThat(read.bytes().slice(9, 2).toByteArray()).containsExactly(0, 7);
  }

  @Test
  void synchronousWriteIsDurableBeforeItsAnswer() {
    FuseAnswer.Created file = create(1, "file");
    fixture.get(
        FuseAnswer.Written.class,
        new FileRequest.Write(
            file.entry().node(),
            file.opened().handle(),
            0,
            Payload.utf8("abc"),
            new FileRequest.WriteMode(new FileFlags(0x1002), false, false, OptionalLong.of(1))));
    assertThat(fixture.files.calls().getLast()).isInstanceOf(FileCall.Sync.class);
  }

  @Test
  void locksEndWithDescriptors() {
    FuseAnswer.Created file = create(1, "file");
    long node = file.entry().node();
    long handle = file.opened().handle();
    FileLock range = new FileLock(10, 19, FileLock.Kind.WRITE, 42);
    fixture.get(
        FuseAnswer.Done.class, new FileRequest.SetLock(node, handle, 5, range, false, false));
    FuseAnswer.Lock found =
        fixture.get(
            FuseAnswer.Lock.class,
            new FileRequest.GetLock(
                node, handle, 6, new FileLock(19, Long.MAX_VALUE, FileLock.Kind.READ, 1), false));
    assertThat(found.lock()).isEqualTo(range);
    Reply waits = fixture.ask(new FileRequest.SetLock(node, handle, 6, range, false, true));
    assertThat(waits.isPending()).isTrue();
    waits.interrupt();
    assertThat(waits.errno).isEqualTo(Errno.EINTR);
    fixture.files.calls().clear();
    fixture.get(FuseAnswer.Done.class, new FileRequest.Flush(node, handle, 6));
    fixture.get(FuseAnswer.Done.class, new FileRequest.Flush(node, handle, 5));
    assertThat(fixture.files.locks()).isZero();
    fixture.get(
        FuseAnswer.Done.class, new FileRequest.SetLock(node, handle, 8, range, false, false));
    fixture.get(
        FuseAnswer.Done.class,
        new FileRequest.SetLock(
            node, handle, 9, new FileLock(0, Long.MAX_VALUE, FileLock.Kind.WRITE, 1), true, false));
    assertThat(fixture.files.locks()).isEqualTo(2);
    fixture.get(
        FuseAnswer.Done.class,
        new FileRequest.Release(node, handle, READ_WRITE, OptionalLong.of(9)));
    assertThat(fixture.files.locks()).isZero();
  }

  @Test
  void openFileBecomesLazy() {
    FuseAnswer.Created file = create(1, "file");
    long node = file.entry().node();
    long handle = file.opened().handle();
    fixture.get(
        FuseAnswer.IoctlResult.class,
        new FileRequest.Ioctl(node, handle, LazyCommands.LAZYIO, false, Payload.EMPTY, 0));
    Payload range =
        Payload.wrap(
            ByteBuffer.allocate(16).order(ByteOrder.nativeOrder()).putLong(0).putLong(0).array());
    fixture.get(
        FuseAnswer.IoctlResult.class,
        new FileRequest.Ioctl(node, handle, LazyCommands.PROPAGATE, false, range, 0));
    FileCall.Propagate last = (FileCall.Propagate) fixture.files.calls().getLast();
    assertThat(fixture.files.isLazy(last.handle())).isTrue();
    assertThat(last.range().end()).isEqualTo(Long.MAX_VALUE);
    assertThat(
            fixture.ask(new FileRequest.Ioctl(node, handle, 0x5401, false, Payload.EMPTY, 0)).errno)
        .isEqualTo(Errno.ENOTTY);
    fixture.get(
        FuseAnswer.Done.class,
        new FileRequest.Release(node, handle, READ_WRITE, OptionalLong.empty()));
    assertThat(fixture.files.openFiles()).isZero();
  }

  @Test
  void programIsOpenedThatMayOnlyBeExecuted() {
    FuseAnswer.Created file = create(1, "file", 0711);
    long node = file.entry().node();
    assertThat(fixture.ask(5, 5, new NodeRequest.Open(node, new FileFlags(0), false)).errno)
        .isEqualTo(Errno.EACCES);
    assertThat(fixture.ask(5, 5, new NodeRequest.Open(node, new FileFlags(0x20), false)).errno)
        .isZero();
  }

  @Test
  void everythingIsMadeDurableForADirectory() {
    fixture.get(FuseAnswer.Done.class, new FileRequest.SyncDirectory(1, 0, false));
    assertThat(fixture.files.calls().getLast()).isInstanceOf(FileCall.SyncAll.class);
    assertThat(fixture.files.calls())
        .noneMatch(call -> call instanceof FileCall.Request(FsRequest.Change _));
  }
}
