package io.pando.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The file system in memory that other tests use. */
class MemoryFilesTest {
  private static final Caller USER = new Caller(1000, 1000, List.of());

  private final MemoryFiles files = new MemoryFiles();

  @AfterEach
  void close() {
    files.close();
  }

  private CompletableFuture<FileOutcome> start(Caller caller, FileCall call) {
    CompletableFuture<FileOutcome> outcome = new CompletableFuture<>();
    files.submit(caller, call, outcome::complete);
    return outcome;
  }

  private FileOutcome call(FileCall call) {
    return start(Caller.ROOT, call).join();
  }

  private FsAnswer ask(FsRequest request) {
    return ((FileOutcome.Answered) call(new FileCall.Request(request))).answer();
  }

  private static NewName name(String name, NewContent content) {
    return new NewName(Ino.ROOT, EntryName.of(name), 0777, 022, content);
  }

  private Inode make(String name, NewContent content) {
    FileOutcome.Answered made = (FileOutcome.Answered) call(new FileCall.Make(name(name, content)));
    return ((FsAnswer.Found) made.answer()).inode();
  }

  private FileOutcome.Opened create(String name) {
    return (FileOutcome.Opened)
        call(new FileCall.Create(name(name, new NewContent.NewFile()), false, OpenMode.READ_WRITE));
  }

  private static Payload bytes(FileOutcome outcome) {
    return ((FileOutcome.Bytes) outcome).bytes();
  }

  @Test
  void bytesAreWrittenZeroedAndFound() {
    long handle = create("a").handle();
    assertThat(call(new FileCall.Write(handle, 8192, Payload.utf8("hello"))))
        .isEqualTo(new FileOutcome.At(8192));
    assertThat(bytes(call(new FileCall.Read(handle, new ByteRange(8193, 100)))).toUtf8())
        .isEqualTo("ello");
    assertThat(call(new FileCall.Seek(handle, 0, true))).isEqualTo(new FileOutcome.At(8192));
    assertThat(call(new FileCall.Seek(handle, 8192, false))).isEqualTo(new FileOutcome.At(8197));
    call(new FileCall.Zero(handle, new ByteRange(8192, 2), false));
    assertThat(bytes(call(new FileCall.Read(handle, new ByteRange(8192, 9)))).toUtf8())
        .isEqualTo("\0\0llo");
    assertThat(call(new FileCall.Seek(handle, 9000, true)))
        .isEqualTo(FileOutcome.failed(FsError.ENODATA));
  }

  @Test
  void listingContinuesBehindAnEntry() {
    for (int i = 0; i < 10; i++) {
      make("f" + i, new NewContent.NewFile());
    }
    FsAnswer.Listing first =
        (FsAnswer.Listing) ask(new FsRequest.ListDirectory(Ino.ROOT, -1, null, 4));
    EntryName last = first.entries().getLast().name();
    FsAnswer.Listing rest =
        (FsAnswer.Listing)
            ask(new FsRequest.ListDirectory(Ino.ROOT, last.hash(MemoryFiles.HASH), last, 100));
    assertThat(first.more()).isTrue();
    assertThat(rest.entries()).hasSize(6).doesNotContainAnyElementsOf(first.entries());
  }

  @Test
  void openFileOutlivesItsName() {
    FileOutcome.Opened opened = create("a");
    call(new FileCall.Write(opened.handle(), 0, Payload.utf8("x")));
    ask(new FsRequest.Remove(Ino.ROOT, EntryName.of("a"), false));
    assertThat(bytes(call(new FileCall.Read(opened.handle(), new ByteRange(0, 9)))).size())
        .isEqualTo(1);
    call(new FileCall.Close(opened.handle()));
    assertThat(ask(new FsRequest.GetInode(opened.inode().ino())))
        .isEqualTo(new FsAnswer.Failed(FsError.ESTALE));
  }

  @Test
  void directoriesAreMovedButNotIntoThemselves() {
    Inode a = make("a", new NewContent.NewDirectory());
    make("b", new NewContent.NewDirectory());
    FsRequest.Rename into =
        new FsRequest.Rename(
            Ino.ROOT, EntryName.of("a"), a.ino(), EntryName.of("c"), FsRequest.RenameMode.REPLACE);
    assertThat(ask(into)).isEqualTo(new FsAnswer.Failed(FsError.EINVAL));
    FsRequest.Rename over =
        new FsRequest.Rename(
            Ino.ROOT, EntryName.of("a"), Ino.ROOT, EntryName.of("b"), FsRequest.RenameMode.REPLACE);
    assertThat(ask(over)).isEqualTo(new FsAnswer.Done());
    assertThat(ask(new FsRequest.Lookup(Ino.ROOT, EntryName.of("b"))))
        .isInstanceOfSatisfying(
            FsAnswer.Found.class, it -> assertThat(it.inode().ino()).isEqualTo(a.ino()));
  }

  @Test
  void usersMayNotWriteWhereTheyHaveNoPermission() {
    FileCall make = new FileCall.Make(name("x", new NewContent.NewFile()));
    assertThat(start(USER, make).join()).isEqualTo(FileOutcome.failed(FsError.EACCES));
  }

  @Test
  void locksWaitAndDeadlocksAreFound() {
    long first = create("a").handle();
    long second = create("b").handle();
    FileCall.SetLock aOfOne = lock(first, 1);
    FileCall.SetLock bOfTwo = lock(second, 2);
    assertThat(call(aOfOne)).isEqualTo(FileOutcome.DONE);
    assertThat(call(bOfTwo)).isEqualTo(FileOutcome.DONE);
    CompletableFuture<FileOutcome> waits = start(Caller.ROOT, lock(second, 1));
    assertThat(call(lock(first, 2))).isEqualTo(FileOutcome.failed(FsError.EDEADLK));
    assertThat(waits).isNotDone();
    LockClaim release = new LockClaim(LockFamily.RECORD, 2, 0, LockMode.NONE, LockClaim.WHOLE_FILE);
    call(new FileCall.SetLock(second, release, false));
    assertThat(waits.join()).isEqualTo(FileOutcome.DONE);
  }

  private static FileCall.SetLock lock(long handle, long owner) {
    LockClaim claim =
        new LockClaim(LockFamily.RECORD, owner, 0, LockMode.EXCLUSIVE, new ByteRange(0, 10));
    return new FileCall.SetLock(handle, claim, true);
  }
}
