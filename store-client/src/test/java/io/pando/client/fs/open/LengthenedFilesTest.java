package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sizes that a program sets to more than a file has. */
class LengthenedFilesTest {
  private static final Caller USER = new Caller(1000, 100, List.of());

  private final FilesWorld world = new FilesWorld(11);
  private final FilesMount one = world.mount();
  private final FilesMount two = world.mount();

  private static FileOutcome set(FilesMount mount, Caller caller, Ino ino, InodeChange change) {
    return mount.run(caller, new FileCall.Request(new FsRequest.SetAttributes(ino, change)));
  }

  private static Inode resize(FilesMount mount, Caller caller, Ino ino, long size) {
    FileOutcome outcome = set(mount, caller, ino, InodeChange.ofSize(size));
    assertThat(outcome).isInstanceOf(FileOutcome.Answered.class);
    FsAnswer answer = ((FileOutcome.Answered) outcome).answer();
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
    return ((FsAnswer.Found) answer).inode();
  }

  private FileOutcome.Opened written(FilesMount mount, Caller caller) {
    FileOutcome.Opened file = mount.create(caller, "a", OpenMode.READ_WRITE);
    mount.run(new FileCall.Write(file.handle(), 0, Payload.utf8("hello")));
    world.runUntil(() -> world.mounts.stream().allMatch(FilesMount::isIdle), "rest");
    return file;
  }

  @Test
  void aClientThatIsAloneAsksNobody() {
    FileOutcome.Opened file = written(one, Caller.ROOT);
    Ino ino = file.inode().ino();
    Inode before = one.stat(ino);
    int requests = one.requests;
    Inode longer = resize(one, Caller.ROOT, ino, 7);
    assertThat(one.requests).as("requests for it").isEqualTo(requests);
    assertThat(longer.size()).isEqualTo(7);
    assertThat(longer.times().modified()).isGreaterThan(before.times().modified());
    assertThat(longer.times().changed()).isEqualTo(longer.times().modified());
    assertThat(one.run(new FileCall.Read(file.handle(), new ByteRange(0, 100))))
        .isEqualTo(new FileOutcome.Bytes(Payload.utf8("hello\0\0")));
    assertThat(two.stat(ino)).isEqualTo(one.stat(ino));
    assertThat(two.stat(ino).size()).isEqualTo(7);
  }

  @Test
  void theSizeIsThereWhenTheClientIsGone() {
    FileOutcome.Opened file = written(one, Caller.ROOT);
    Ino ino = file.inode().ino();
    resize(one, Caller.ROOT, ino, 7);
    assertThat(one.run(new FileCall.Sync(file.handle(), false))).isEqualTo(FileOutcome.DONE);
    world.server.evict(one.session());
    assertThat(two.stat(ino).size()).isEqualTo(7);
  }

  @Test
  void theServerDecidesForWhomTheFileIsNot() {
    FileOutcome.Opened file = written(one, Caller.ROOT);
    FileOutcome refused = set(one, USER, file.inode().ino(), InodeChange.ofSize(7));
    assertThat(FilesMount.errorOf(refused)).isEqualTo(FsError.EACCES);
    assertThat(one.stat(file.inode().ino()).size()).isEqualTo(5);
  }

  @Test
  void theServerTakesPrivilegesAway() {
    FileOutcome.Opened file = written(one, USER);
    Ino ino = file.inode().ino();
    set(one, USER, ino, InodeChange.ofMode(Permissions.SET_USER_ID | 0755));
    int requests = one.requests;
    assertThat(resize(one, USER, ino, 7).size()).isEqualTo(7);
    assertThat(one.requests).as("requests for it").isGreaterThan(requests);
  }

  @Test
  void aClientThatSharesTheFileAsksTheServer() {
    FileOutcome.Opened file = written(one, Caller.ROOT);
    Ino ino = file.inode().ino();
    FileOutcome.Opened other =
        FilesMount.opened(two.run(new FileCall.Open(ino, OpenMode.READ_WRITE)));
    two.run(new FileCall.Write(other.handle(), 0, Payload.utf8("hello world")));
    assertThat(resize(one, Caller.ROOT, ino, 12).size()).isEqualTo(12);
    assertThat(two.stat(ino).size()).isEqualTo(12);
  }
}
