package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import org.junit.jupiter.api.Test;

/** Sizes that no object shows, when the client and the server fail after {@code fsync}. */
class HiddenSizeTest {
  private final OneServerFiles files = new OneServerFiles(11);
  private final SimFiles writer = files.open();
  private final SimFiles reader = files.open();

  private FileOutcome.Opened written() {
    FileOutcome.Opened opened = files.create(writer, "a");
    FileCall write = new FileCall.Write(opened.handle(), 0, Payload.utf8("hello"));
    assertThat(files.await(writer, write)).isEqualTo(new FileOutcome.At(0));
    files.sync(writer, opened.handle());
    files.runFor(1);
    return opened;
  }

  private void bothFail() {
    writer.process().kill();
    files.server().crash();
    files.runFor(1);
    files.server().start();
    files.runFor(30);
  }

  private void sizeIs(Ino ino, long size) {
    assertThat(files.sizeOf(reader, ino)).isEqualTo(size);
    files.ends(reader);
  }

  @Test
  void aSizeThatWasSetIsThere() {
    FileOutcome.Opened file = written();
    Ino ino = file.inode().ino();
    FileCall resize =
        new FileCall.Request(new FsRequest.SetAttributes(ino, InodeChange.ofSize(100)));
    assertThat(files.await(writer, resize)).isInstanceOf(FileOutcome.Answered.class);
    files.sync(writer, file.handle());
    bothFail();
    sizeIs(ino, 100);
  }

  @Test
  void aSizeBehindSpaceThatWasReservedIsThere() {
    FileOutcome.Opened file = written();
    files.does(writer, new FileCall.Extend(file.handle(), 100));
    files.sync(writer, file.handle());
    bothFail();
    sizeIs(file.inode().ino(), 100);
  }

  @Test
  void aSizeBehindAHoleIsThere() {
    FileOutcome.Opened file = written();
    long handle = file.handle();
    Payload more = Payload.utf8(" world");
    assertThat(files.await(writer, new FileCall.Write(handle, 5, more)))
        .isEqualTo(new FileOutcome.At(5));
    FileCall punch = new FileCall.Zero(handle, new ByteRange(3, 100), false);
    files.does(writer, punch);
    files.sync(writer, handle);
    bothFail();
    sizeIs(file.inode().ino(), 11);
  }

  @Test
  void aSizeOfANewFileIsThereThatTheServerDidNotKnow() {
    FileOutcome.Opened _ = written();
    FileOutcome.Opened file = files.create(writer, "b");
    files.does(writer, new FileCall.Extend(file.handle(), 100));
    files.sync(writer, file.handle());
    bothFail();
    sizeIs(file.inode().ino(), 100);
  }

  @Test
  void aSizeOfAFileThatIsClosedIsThereAfterASyncOfAll() {
    FileOutcome.Opened file = written();
    files.does(writer, new FileCall.Extend(file.handle(), 100));
    files.does(writer, new FileCall.Close(file.handle()));
    files.does(writer, new FileCall.SyncAll());
    bothFail();
    sizeIs(file.inode().ino(), 100);
  }
}
