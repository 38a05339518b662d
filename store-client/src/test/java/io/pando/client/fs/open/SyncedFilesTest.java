package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import org.junit.jupiter.api.Test;

/** What the server is told of a file that is made durable, and what it finds by itself. */
class SyncedFilesTest {
  private final FilesWorld world = new FilesWorld(11);
  private final FilesMount one = world.mount();
  private final FilesMount two = world.mount();
  private final FileOutcome.Opened file = one.create("a", OpenMode.READ_WRITE);

  private void write(long offset, String text) {
    assertThat(one.run(new FileCall.Write(file.handle(), offset, Payload.utf8(text))))
        .isEqualTo(new FileOutcome.At(offset));
  }

  private void sync() {
    assertThat(one.run(new FileCall.Sync(file.handle(), false))).isEqualTo(FileOutcome.DONE);
  }

  private void rest() {
    world.runUntil(() -> world.mounts.stream().allMatch(FilesMount::isIdle), "rest");
  }

  @Test
  void aSizeThatObjectsShowIsNotToldBeforeTheFileIsClosed() {
    write(0, "hel");
    rest();
    int before = one.updates;
    write(3, "lo");
    sync();
    write(5, " world");
    sync();
    assertThat(one.updates).as("updates for it").isEqualTo(before);
    one.run(new FileCall.Close(file.handle()));
    rest();
    assertThat(one.updates).isGreaterThan(before);
    assertThat(two.stat(file.inode().ino()).size()).isEqualTo(11);
  }

  @Test
  void aSizeBehindAHoleIsToldWheneverTheFileIsSynced() {
    write(0, "hello");
    one.run(new FileCall.Zero(file.handle(), new ByteRange(2, 3), false));
    sync();
    int before = one.updates;
    write(7, "world");
    one.run(new FileCall.Zero(file.handle(), new ByteRange(9, 3), false));
    sync();
    rest();
    assertThat(one.updates).isGreaterThan(before);
    assertThat(two.stat(file.inode().ino()).size()).isEqualTo(12);
  }

  @Test
  void aServerThatIsAskedAsksTheWriter() {
    write(0, "hello");
    sync();
    assertThat(two.stat(file.inode().ino()).size()).isEqualTo(5);
  }
}
