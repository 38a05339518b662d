package io.pando.fuse.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fuse.device.MountException;
import io.pando.fuse.files.FilesFixture.Reply;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseNotification;
import io.pando.fuse.protocol.FuseNotification.InvalidateEntry;
import io.pando.fuse.protocol.FuseNotification.InvalidateNames;
import io.pando.fuse.protocol.FuseNotification.InvalidateNode;
import io.pando.fuse.protocol.NameRequest;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is dropped in the kernel when capabilities are lost. */
class KernelCachesTest {
  private static final FileFlags READ_WRITE = new FileFlags(2);
  private static final CapabilitySet NAMES =
      CapabilitySet.of(Capability.NAMES_SHARED, Capability.NAMES_EXCLUSIVE);
  private static final CapabilitySet DATA =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private FilesFixture fixture;
  private FuseAnswer.Created file;

  @BeforeEach
  void begin() throws MountException {
    begin(true);
  }

  private void begin(boolean dropsAllNames) throws MountException {
    fixture = new FilesFixture("", _ -> List.of());
    fixture.dropsAllNames = dropsAllNames;
    fixture.mounted.onMounted(fixture);
    file =
        fixture.get(
            FuseAnswer.Created.class,
            new NameRequest.Create(
                1, FuseName.of("file"), READ_WRITE, new NameRequest.NewMode(0644, 0), false));
    fixture.notifications.clear();
  }

  private long node() {
    return file.entry().node();
  }

  private Ino ino() {
    return new Ino(node());
  }

  private List<FuseNotification> afterLoss(Ino of, CapabilitySet some) throws Exception {
    fixture.files.revoke(of, some).get(10, TimeUnit.SECONDS);
    return List.copyOf(fixture.notifications);
  }

  private Reply pageRead(long offset) {
    return fixture.ask(
        new FileRequest.Read(
            node(), file.opened().handle(), offset, 4096, READ_WRITE, OptionalLong.empty()));
  }

  @Test
  void namesAreDroppedOneByOneWhenTheDirectoryIsAtRest() throws Exception {
    fixture.ask(new NameRequest.Lookup(1, FuseName.of("absent")));
    fixture.nanoTime.addAndGet(SECOND);
    assertThat(afterLoss(Ino.ROOT, NAMES))
        .contains(
            new InvalidateEntry(1, FuseName.of("file"), true),
            new InvalidateEntry(1, FuseName.of("absent"), true))
        .noneMatch(each -> each instanceof InvalidateNames);
  }

  @Test
  void namesAreDroppedAllAtOnceWhileTheDirectoryIsBusy() throws Exception {
    fixture.nanoTime.addAndGet(SECOND);
    fixture.files.hold(FileCall.Make.class);
    Reply makes =
        fixture.ask(
            new NameRequest.MakeDirectory(1, FuseName.of("new"), new NameRequest.NewMode(0755, 0)));
    assertThat(makes.isPending()).isTrue();
    assertThat(afterLoss(Ino.ROOT, NAMES)).contains(new InvalidateNames());
    fixture.files.letGo();
    assertThat(makes.as(FuseAnswer.Entry.class).entryValidNanos()).isZero();
  }

  @Test
  void oldKernelKeepsNamesForASecondAndThenTheDropIsDone() throws Exception {
    begin(false);
    assertThat(file.entry().entryValidNanos()).isEqualTo(SECOND);
    assertThat(afterLoss(Ino.ROOT, NAMES))
        .contains(new InvalidateEntry(1, FuseName.of("file"), true));
  }

  @Test
  void nothingIsDroppedThatTheKernelDoesNotHave() throws Exception {
    fixture.nanoTime.addAndGet(20 * SECOND);
    assertThat(afterLoss(Ino.ROOT, CapabilitySet.ALL)).isEmpty();
    assertThat(afterLoss(ino(), CapabilitySet.ALL)).isEmpty();
    assertThat(afterLoss(new Ino(99L << 40), CapabilitySet.ALL)).isEmpty();
  }

  @Test
  void attributesAreDropped() throws Exception {
    assertThat(afterLoss(ino(), CapabilitySet.of(Capability.ATTRIBUTES_SHARED)))
        .containsExactly(new InvalidateNode(node(), -1, 0));
  }

  @Test
  void pagesAreDroppedThatAMappingRead() throws Exception {
    assertThat(afterLoss(ino(), CapabilitySet.of(Capability.READ))).isEmpty();
    fixture.files.grant(ino());
    pageRead(0);
    assertThat(afterLoss(ino(), DATA)).containsExactly(new InvalidateNode(node(), 0, 0));
  }

  @Test
  void pageThatIsBeingReadIsLeftOut() throws Exception {
    pageRead(0);
    fixture.files.hold(FileCall.Read.class);
    Reply reads = pageRead(8192);
    assertThat(reads.isPending()).isTrue();
    assertThat(afterLoss(ino(), DATA))
        .containsExactly(
            new InvalidateNode(node(), 0, 8192), new InvalidateNode(node(), 12_288, 0));
    fixture.files.letGo();
    assertThat(reads.isPending()).isFalse();
  }

  @Test
  void pageReadWithoutACapabilityIsDroppedAtOnce() {
    fixture.files.take(ino(), DATA.union(CapabilitySet.of(Capability.LAZY)));
    fixture.notifications.clear();
    pageRead(4096);
    org.awaitility.Awaitility.await()
        .until(() -> fixture.notifications.contains(new InvalidateNode(node(), 4096, 4096)));
  }

  private FileRequest.Write pageWrite() {
    return new FileRequest.Write(
        node(),
        file.opened().handle(),
        0,
        Payload.utf8("abc"),
        new FileRequest.WriteMode(READ_WRITE, true, false, OptionalLong.empty()));
  }

  @Test
  void pageThatIsWrittenBackDoesNotHoldUpTheDrop() throws Exception {
    fixture.files.hold(FileCall.Write.class);
    Reply before = fixture.ask(pageWrite());
    assertThat(before.isPending()).isTrue();
    CompletableFuture<Void> dropped = fixture.files.revoke(ino(), DATA);
    assertThat(before.as(FuseAnswer.Written.class).bytes()).isEqualTo(3);
    dropped.get(10, TimeUnit.SECONDS);
    fixture.files.letGo();
    assertThat(fixture.files.heldCalls()).isZero();
  }

  @Test
  void pageThatTheDropWritesBackIsAnsweredWhenTheClientHasIt() throws Exception {
    pageRead(0);
    fixture.files.hold(FileCall.Write.class);
    CompletableFuture<Boolean> clientHadIt = new CompletableFuture<>();
    Reply reply =
        new Reply() {
          @Override
          public boolean answer(FuseAnswer given) {
            clientHadIt.complete(fixture.files.heldCalls() == 1);
            return super.answer(given);
          }
        };
    fixture.onDrop = () -> fixture.send(0, 0, pageWrite(), reply);
    fixture.files.revoke(ino(), DATA).get(10, TimeUnit.SECONDS);
    assertThat(clientHadIt.get(10, TimeUnit.SECONDS)).isTrue();
    fixture.files.letGo();
  }

  @Test
  void everythingIsDroppedWhenTheLeaseIsOver() {
    pageRead(0);
    fixture.files.dropAll();
    org.awaitility.Awaitility.await()
        .until(() ->
            fixture.notifications.contains(new InvalidateNames())
                && fixture.notifications.contains(new InvalidateNode(node(), 0, 0)));
  }

  @Test
  void movedNameIsKnownToTheKernel() throws Exception {
    fixture.get(
        FuseAnswer.Done.class,
        new NameRequest.Rename(1, FuseName.of("file"), 1, FuseName.of("moved"), 0));
    fixture.nanoTime.addAndGet(SECOND);
    assertThat(afterLoss(Ino.ROOT, NAMES))
        .contains(new InvalidateEntry(1, FuseName.of("moved"), true));
  }
}
