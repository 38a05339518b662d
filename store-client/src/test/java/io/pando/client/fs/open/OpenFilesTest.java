package io.pando.client.fs.open;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.Ino;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of open files, one by one. */
class OpenFilesTest {
  private static final Caller USER = new Caller(1000, 100, List.of());
  private static final OpenMode APPEND = new OpenMode(true, true, false, true, false);
  private static final OpenMode TRUNCATE = new OpenMode(true, true, true, false, false);
  private static final OpenMode LAZY = new OpenMode(true, true, false, false, true);

  private final FilesWorld world = new FilesWorld(7);
  private final FilesMount one = world.mount();
  private final FilesMount two = world.mount();

  private static Payload bytes(String text) {
    return Payload.utf8(text);
  }

  private static FileOutcome write(FilesMount mount, long handle, long offset, String text) {
    return mount.run(new FileCall.Write(handle, offset, bytes(text)));
  }

  private static String read(FilesMount mount, long handle) {
    FileOutcome outcome = mount.run(new FileCall.Read(handle, new ByteRange(0, 100)));
    assertThat(outcome).isInstanceOf(FileOutcome.Bytes.class);
    return ((FileOutcome.Bytes) outcome).bytes().toUtf8();
  }

  private static FileOutcome resize(FilesMount mount, Ino ino, long size) {
    return mount.run(
        new FileCall.Request(new FsRequest.SetAttributes(ino, InodeChange.ofSize(size))));
  }

  private static FsError errorOf(FileOutcome outcome) {
    FsError error = FilesMount.errorOf(outcome);
    assertThat(error).as("%s", outcome).isNotNull();
    return java.util.Objects.requireNonNull(error);
  }

  private void rest() {
    world.runUntil(() -> world.mounts.stream().allMatch(FilesMount::isIdle), "rest");
  }

  @Test
  void aWriterAloneReadsItsBytesWithoutTheObjects() {
    long handle = one.create("a", OpenMode.READ_WRITE).handle();
    assertThat(write(one, handle, 0, "hello")).isEqualTo(new FileOutcome.At(0));
    assertThat(read(one, handle)).isEqualTo("hello");
    rest();
    assertThat(one.client.isIdle()).isTrue();
  }

  @Test
  void aFileThatWasWrittenIsKnownWithoutTheServer() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    one.stat(file.inode().ino());
    write(one, file.handle(), 0, "hello");
    Timestamp written = one.stat(file.inode().ino()).times().modified();
    one.run(new FileCall.Close(file.handle()));
    rest();
    int before = one.requests;
    Inode known = one.stat(file.inode().ino());
    assertThat(one.requests).as("requests for it").isEqualTo(before);
    assertThat(known.content())
        .isInstanceOfSatisfying(
            InodeContent.File.class, content -> assertThat(content.size()).isEqualTo(5));
    assertThat(known.times().modified()).isEqualTo(written);
    assertThat(one.dropped)
        .as("what it showed before is true")
        .noneMatch(it -> it.caches().attributes());
    assertThat(two.stat(file.inode().ino()).times()).isEqualTo(known.times());
  }

  @Test
  void aSyncTellsASizeThatNoObjectShows() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    rest();
    one.run(new FileCall.Zero(file.handle(), new ByteRange(2, 3), false));
    int before = one.updates;
    assertThat(one.run(new FileCall.Sync(file.handle(), false))).isEqualTo(FileOutcome.DONE);
    rest();
    assertThat(one.updates).as("updates for it").isGreaterThan(before);
    assertThat(two.stat(file.inode().ino()).size()).isEqualTo(5);
  }

  @Test
  void aSyncSaysThatAProgramWaitsForTheJournal() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    assertThat(world.server.awaited).isZero();
    assertThat(one.run(new FileCall.Sync(file.handle(), false))).isEqualTo(FileOutcome.DONE);
    int once = world.server.awaited;
    assertThat(once).isPositive();
    assertThat(one.run(new FileCall.Sync(file.handle(), false))).isEqualTo(FileOutcome.DONE);
    assertThat(world.server.awaited).as("everything is durable").isEqualTo(once);
  }

  @Test
  void aFileThatAnotherMountWroteIsAskedFor() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    one.run(new FileCall.Close(file.handle()));
    long handle = two.create("a", OpenMode.READ_WRITE).handle();
    write(two, handle, 5, " world");
    assertThat(one.stat(file.inode().ino()).content())
        .isInstanceOfSatisfying(
            InodeContent.File.class, content -> assertThat(content.size()).isEqualTo(11));
    assertThat(one.dropped).anyMatch(it -> it.caches().attributes());
  }

  @Test
  void anotherMountSeesWhatWasWritten() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    long handle = two.create("a", OpenMode.READ_WRITE).handle();
    assertThat(read(two, handle)).isEqualTo("hello");
    write(two, handle, 5, " world");
    assertThat(read(one, file.handle())).isEqualTo("hello world");
    assertThat(one.stat(file.inode().ino()).size()).isEqualTo(11);
  }

  @Test
  void openingChecksPermissionAndTypes() {
    Ino ino = one.create("a", OpenMode.READ_WRITE).inode().ino();
    assertThat(errorOf(one.run(USER, new FileCall.Open(ino, OpenMode.READ_WRITE))))
        .isEqualTo(FsError.EACCES);
    assertThat(one.run(USER, new FileCall.Open(ino, OpenMode.READ)))
        .isInstanceOf(FileOutcome.Opened.class);
    assertThat(errorOf(one.run(new FileCall.Open(Ino.ROOT, OpenMode.READ))))
        .isEqualTo(FsError.EISDIR);
    assertThat(errorOf(one.run(new FileCall.Open(new Ino(99), OpenMode.READ))))
        .isEqualTo(FsError.ESTALE);
    assertThat(one.run(USER, new FileCall.Access(ino, AccessCheck.READ)))
        .isEqualTo(FileOutcome.DONE);
    assertThat(errorOf(one.run(USER, new FileCall.Access(ino, AccessCheck.WRITE))))
        .isEqualTo(FsError.EACCES);
  }

  @Test
  void aFileThatExistsIsOpenedUnlessItMustNotExist() {
    Ino ino = one.create("a", OpenMode.READ_WRITE).inode().ino();
    assertThat(two.create("a", OpenMode.READ).inode().ino()).isEqualTo(ino);
    FileCall exclusive = new FileCall.Create(FilesMount.newFile("a"), true, OpenMode.READ);
    assertThat(errorOf(two.run(exclusive))).isEqualTo(FsError.EEXIST);
  }

  @Test
  void badArgumentsAreAnswers() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    long reader =
        FilesMount.opened(one.run(new FileCall.Open(file.inode().ino(), OpenMode.READ))).handle();
    assertThat(errorOf(write(one, 99, 0, "x"))).isEqualTo(FsError.EINVAL);
    assertThat(errorOf(write(one, reader, 0, "x"))).isEqualTo(FsError.EINVAL);
    assertThat(errorOf(write(one, file.handle(), -1, "x"))).isEqualTo(FsError.EINVAL);
    assertThat(errorOf(write(one, file.handle(), Long.MAX_VALUE, "x"))).isEqualTo(FsError.EFBIG);
    assertThat(errorOf(one.run(new FileCall.Extend(file.handle(), 1L << 50))))
        .isEqualTo(FsError.EFBIG);
    assertThat(errorOf(one.run(new FileCall.Seek(file.handle(), -1, true))))
        .isEqualTo(FsError.ENODATA);
    OpenMode nothing = new OpenMode(false, false, false, false, false);
    assertThat(errorOf(one.run(new FileCall.Open(file.inode().ino(), nothing))))
        .isEqualTo(FsError.EINVAL);
  }

  @Test
  void truncationDropsBytesHereAndAtTheObjects() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello world");
    resize(one, ino, 5);
    assertThat(read(one, file.handle())).isEqualTo("hello");
    resize(two, ino, 7);
    assertThat(read(one, file.handle())).isEqualTo("hello\0\0");
    FileOutcome.Opened opened = FilesMount.opened(two.run(new FileCall.Open(ino, TRUNCATE)));
    assertThat(opened.inode().size()).isZero();
    assertThat(read(one, file.handle())).isEmpty();
  }

  @Test
  void truncationWithoutPermissionDropsNothing() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    FileCall cut =
        new FileCall.Request(
            new FsRequest.SetAttributes(file.inode().ino(), InodeChange.ofSize(0)));
    assertThat(errorOf(one.run(USER, cut))).isEqualTo(FsError.EACCES);
    assertThat(read(one, file.handle())).isEqualTo("hello");
  }

  @Test
  void aWriteFarBehindTheEndWaitsForTheServerOnly() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    assertThat(write(one, file.handle(), 3_000_000, "end"))
        .isEqualTo(new FileOutcome.At(3_000_000));
    assertThat(two.stat(file.inode().ino()).size()).isEqualTo(3_000_003);
  }

  private Inode statLite(FilesMount mount, FsRequest.Query query) {
    FileOutcome outcome = mount.run(new FileCall.StatLite(query));
    assertThat(FilesMount.errorOf(outcome)).isNull();
    return ((FsAnswer.Found) ((FileOutcome.Answered) outcome).answer()).inode();
  }

  @Test
  void statLiteAsksNobodyForTheSize() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello");
    FsRequest.Query query = new FsRequest.GetInode(ino);
    assertThat(statLite(two, query).size()).as("not known yet").isEqualTo(5);
    rest();
    write(one, file.handle(), 5, " world");
    rest();
    assertThat(statLite(two, query).size()).isEqualTo(5);
    assertThat(statLite(one, query).size()).as("of the writer").isEqualTo(11);
    assertThat(two.stat(ino).size()).isEqualTo(11);
    assertThat(statLite(two, query).size()).isEqualTo(11);
  }

  @Test
  void statLiteShowsWhoMayDoWhatNow() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello");
    FsRequest.Query query = new FsRequest.GetInode(ino);
    int mode = statLite(two, query).permissions().mode();
    assertThat(mode).isEqualTo(0644);
    FileOutcome changed =
        one.run(new FileCall.Request(new FsRequest.SetAttributes(ino, InodeChange.ofMode(0600))));
    assertThat(FilesMount.errorOf(changed)).isNull();
    assertThat(statLite(two, query).permissions().mode()).isEqualTo(0600);
  }

  @Test
  void aQuotaRefusesAWrite() {
    world.server.quota = 50_000;
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    assertThat(errorOf(write(one, file.handle(), 100_000, "end"))).isEqualTo(FsError.EDQUOT);
    rest();
    assertThat(two.stat(file.inode().ino()).size()).isEqualTo(5);
    assertThat(write(one, file.handle(), 5, "!")).isEqualTo(new FileOutcome.At(5));
  }

  @Test
  void growingCallsGrow() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    one.run(new FileCall.Extend(file.handle(), 3));
    assertThat(one.stat(file.inode().ino()).size()).isEqualTo(5);
    one.run(new FileCall.Extend(file.handle(), 7));
    assertThat(read(one, file.handle())).isEqualTo("hello\0\0");
    one.run(new FileCall.Zero(file.handle(), new ByteRange(4, 6), false));
    assertThat(read(one, file.handle())).isEqualTo("hell\0\0\0");
    one.run(new FileCall.Zero(file.handle(), new ByteRange(1, 8), true));
    assertThat(read(two, two.create("a", OpenMode.READ).handle())).isEqualTo("h" + "\0".repeat(8));
  }

  @Test
  void programsDoNotSeeLocksOfReadsAndWrites() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    LockClaim claim =
        new LockClaim(LockFamily.TRANSFER, 1, 0, LockMode.EXCLUSIVE, LockClaim.WHOLE_FILE);
    assertThat(errorOf(one.run(new FileCall.SetLock(file.handle(), claim, false))))
        .isEqualTo(FsError.EINVAL);
    assertThat(errorOf(one.run(new FileCall.TestLock(file.handle(), claim))))
        .isEqualTo(FsError.EINVAL);
  }

  @Test
  void othersSeeASizeWhenItsBytesAreThere() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    long there =
        FilesMount.opened(two.run(new FileCall.Open(file.inode().ino(), OpenMode.READ))).handle();
    rest();
    boolean[] ended = {false};
    byte[] many = new byte[200_000];
    java.util.Arrays.fill(many, (byte) 7);
    one.call(new FileCall.Write(file.handle(), 0, Payload.wrap(many)), outcome -> ended[0] = true);
    int partial = 0;
    for (int i = 0; i < 100 && !ended[0]; i++) {
      FileOutcome outcome = two.run(new FileCall.Read(there, new ByteRange(0, many.length)));
      byte[] bytes = ((FileOutcome.Bytes) outcome).bytes().toByteArray();
      partial += bytes.length == 0 || java.util.Arrays.equals(bytes, many) ? 0 : 1;
    }
    assertThat(ended[0]).isTrue();
    assertThat(partial).isZero();
  }

  @Test
  void callsThatFollowAWriteTakeEffectAfterIt() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "x".repeat(5_000));
    two.run(new FileCall.Open(ino, OpenMode.READ_WRITE));
    rest();
    List<String> ended = new ArrayList<>();
    // The write needs a lock, since it is of two objects, and the read needs none. A mount answers
    // a write of pages before it is carried out, so a program may rely on the order.
    one.call(new FileCall.Write(file.handle(), 4_090, bytes("new bytes")), _ -> ended.add("done"));
    one.call(
        new FileCall.Read(file.handle(), new ByteRange(4_088, 5)),
        outcome -> ended.add(((FileOutcome.Bytes) outcome).bytes().toUtf8()));
    one.call(
        new FileCall.Sync(file.handle(), false),
        _ -> ended.add(new String(world.objects.bytes(ino, FilesWorld.LAYOUT, 4_092), US_ASCII)));
    one.call(
        new FileCall.Request(new FsRequest.SetAttributes(ino, InodeChange.ofSize(4_094))),
        _ -> ended.add("cut"));
    world.runUntil(() -> ended.size() == 4, "all calls");
    assertThat(ended).contains("xxnew", "x".repeat(4_090) + "ne");
    assertThat(ended.getFirst()).isEqualTo("done");
    assertThat(one.stat(ino).size()).isEqualTo(4_094);
  }

  @Test
  void appendsOfTwoMountsDoNotOverlap() {
    long first = one.create("a", APPEND).handle();
    long second = two.create("a", APPEND).handle();
    int[] ended = {0};
    for (int i = 0; i < 20; i++) {
      one.call(new FileCall.Write(first, 0, bytes("11")), _ -> ended[0]++);
      two.call(new FileCall.Write(second, 0, bytes("22")), _ -> ended[0]++);
    }
    world.runUntil(() -> ended[0] == 40, "all appends");
    String all = read(one, first);
    assertThat(all).hasSize(80);
    assertThat(all.replace("11", "").replace("22", "")).isEmpty();
  }

  @Test
  void seeksFindDataAndHoles() {
    long handle = one.create("a", OpenMode.READ_WRITE).handle();
    write(one, handle, 20_000, "x");
    assertThat(one.run(new FileCall.Seek(handle, 0, false))).isEqualTo(new FileOutcome.At(0));
    assertThat(one.run(new FileCall.Seek(handle, 20_000, true)))
        .isEqualTo(new FileOutcome.At(20_000));
    assertThat(one.run(new FileCall.Seek(handle, 20_000, false)))
        .isEqualTo(new FileOutcome.At(20_001));
    assertThat(errorOf(one.run(new FileCall.Seek(handle, 20_001, true))))
        .isEqualTo(FsError.ENODATA);
  }

  @Test
  void syncMakesBytesAndSizeKnown() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello");
    assertThat(one.run(new FileCall.Sync(file.handle(), false))).isEqualTo(FileOutcome.DONE);
    assertThat(world.objects.bytes(ino, FilesWorld.LAYOUT, 5))
        .isEqualTo(bytes("hello").toByteArray());
    rest();
    world.run(world.now + 10 * FilesWorld.MILLI);
    assertThat(world.server.inode(ino).size()).isEqualTo(5);
    write(one, file.handle(), 5, "!");
    assertThat(one.run(new FileCall.SyncAll())).isEqualTo(FileOutcome.DONE);
    assertThat(world.objects.bytes(ino, FilesWorld.LAYOUT, 6))
        .isEqualTo(bytes("hello!").toByteArray());
  }

  @Test
  void anErrorOfWriteBehindIsToldOncePerHandle() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    long other =
        FilesMount.opened(one.run(new FileCall.Open(file.inode().ino(), OpenMode.READ))).handle();
    world.failOneIn = 1;
    write(one, file.handle(), 0, "hello");
    FileCall sync = new FileCall.Sync(file.handle(), false);
    assertThat(FilesMount.errorOf(one.run(sync))).isNotNull();
    world.failOneIn = 0;
    assertThat(one.run(sync)).isEqualTo(FileOutcome.DONE);
    assertThat(FilesMount.errorOf(one.run(new FileCall.Sync(other, false)))).isNotNull();
    assertThat(one.run(new FileCall.Sync(other, false))).isEqualTo(FileOutcome.DONE);
  }

  @Test
  void aClosedFileIsWrittenLaterAndGivenUp() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello");
    assertThat(one.run(new FileCall.Close(file.handle()))).isEqualTo(FileOutcome.DONE);
    assertThat(errorOf(write(one, file.handle(), 0, "x"))).isEqualTo(FsError.EINVAL);
    rest();
    world.run(world.now + 10 * FilesWorld.MILLI);
    assertThat(world.server.given(one.session(), ino).contains(Capability.WRITE)).isFalse();
    assertThat(world.server.inode(ino).size()).isEqualTo(5);
  }

  @Test
  void aCacheOutsideDropsBeforeACapabilityIsGivenUp() {
    one.drops = false;
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello");
    FileOutcome[] opened = {null};
    two.call(
        new FileCall.Request(new FsRequest.SetAttributes(ino, InodeChange.ofSize(1))),
        outcome -> opened[0] = outcome);
    world.run(world.now + 300 * FilesWorld.MILLI);
    assertThat(opened[0]).isNull();
    assertThat(one.dropped).anyMatch(drop -> drop.ino().equals(ino) && drop.caches().data());
    one.drops = true;
    List.copyOf(one.dropped).forEach(each -> one.client.onDropped(world.at(), each.token()));
    world.runUntil(() -> opened[0] != null, "the truncation");
    assertThat(read(one, file.handle())).isEqualTo("h");
  }

  @Test
  void aLostSessionFailsDirtyFilesAndKeepsOthers() {
    FileOutcome.Opened clean = one.create("clean", OpenMode.READ_WRITE);
    write(one, clean.handle(), 0, "hello");
    one.run(new FileCall.Sync(clean.handle(), false));
    FileOutcome.Opened dirty = one.create("dirty", OpenMode.READ_WRITE);
    one.run(new FileCall.Sync(dirty.handle(), false));
    one.cutUntil = world.now + 3_000 * FilesWorld.MILLI;
    assertThat(write(one, dirty.handle(), 0, "lost")).isEqualTo(new FileOutcome.At(0));
    world.server.evict(one.session());
    world.runUntil(() -> one.lost > 0, "the end of the session");
    assertThat(errorOf(one.run(new FileCall.Read(dirty.handle(), new ByteRange(0, 4)))))
        .isEqualTo(FsError.EIO);
    assertThat(errorOf(one.run(new FileCall.Sync(dirty.handle(), false)))).isEqualTo(FsError.EIO);
    assertThat(read(one, clean.handle())).isEqualTo("hello");
    write(one, clean.handle(), 5, "!");
    assertThat(read(one, clean.handle())).isEqualTo("hello!");
    assertThat(one.run(new FileCall.Close(dirty.handle()))).isEqualTo(FileOutcome.DONE);
    long again = one.create("dirty", OpenMode.READ_WRITE).handle();
    assertThat(read(one, again)).isEmpty();
    assertThat(one.run(new FileCall.Sync(again, false))).isEqualTo(FileOutcome.DONE);
    assertThat(one.dropAlls).isPositive();
  }

  @Test
  void aWriteToAFileThatWasRemovedWithItsSessionsFails() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    two.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    one.run(new FileCall.Sync(file.handle(), false));
    rest();
    world.server.evict(one.session());
    world.server.evict(two.session());
    world.server.files.inodes.remove(file.inode().ino());
    world.runUntil(() -> one.lost > 0 && two.lost > 0, "the end of the sessions");
    rest();
    assertThat(errorOf(write(one, file.handle(), 3_000_000, "end"))).isEqualTo(FsError.ESTALE);
  }

  @Test
  void lazyFilesAreMadeVisibleByHand() {
    FileOutcome.Opened mine = one.create("a", LAZY);
    FileOutcome.Opened other = two.create("a", LAZY);
    ByteRange all = new ByteRange(0, 100);
    assertThat(read(two, other.handle())).isEmpty();
    write(one, mine.handle(), 0, "hello");
    assertThat(read(one, mine.handle())).isEqualTo("hello");
    assertThat(one.run(new FileCall.Propagate(mine.handle(), all))).isEqualTo(FileOutcome.DONE);
    assertThat(two.run(new FileCall.Synchronize(other.handle(), all))).isEqualTo(FileOutcome.DONE);
    assertThat(read(two, other.handle())).isEqualTo("hello");
  }

  @Test
  void timesThatAreSetReplaceThoseOfWritesBefore() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    Ino ino = file.inode().ino();
    write(one, file.handle(), 0, "hello");
    assertThat(one.stat(ino).times().modified().seconds()).isEqualTo(world.at().time().seconds());
    Timestamp past = new Timestamp(5, 0);
    one.run(
        new FileCall.Request(
            new FsRequest.SetAttributes(
                ino, InodeChange.ofTimes(null, new InodeChange.TimeChange.To(past)))));
    assertThat(one.stat(ino).times().modified()).isEqualTo(past);
    rest();
    one.run(new FileCall.Close(file.handle()));
    rest();
    assertThat(two.stat(ino).times().modified()).isEqualTo(past);
  }

  @Test
  void whatMayBeCachedEndsWithTheLease() {
    Ino ino = one.create("a", OpenMode.READ_WRITE).inode().ino();
    assertThat(one.client.permit(world.at(), ino).usable().contains(Capability.ATTRIBUTES_SHARED))
        .isTrue();
    assertThat(one.client.permit(world.at(), ino).nanos()).isPositive();
    one.cutUntil = world.now + 10_000 * FilesWorld.MILLI;
    world.run(world.now + 5_000 * FilesWorld.MILLI);
    assertThat(one.client.permit(world.at(), ino).usable().isEmpty()).isTrue();
    assertThat(one.client.permit(world.at(), ino).nanos()).isZero();
  }

  @Test
  void closingTheClientWritesWhatIsDirty() {
    FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);
    write(one, file.handle(), 0, "hello");
    one.client.shutDown(world.at());
    world.runUntil(() -> one.closed, "the end of the client");
    assertThat(errorOf(one.run(new FileCall.Close(file.handle())))).isEqualTo(FsError.EIO);
    assertThat(read(two, two.create("a", OpenMode.READ).handle())).isEqualTo("hello");
  }
}
