package io.pando.client.file.path;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.PandoException;
import io.pando.client.file.MemoryFileSystem;
import io.pando.client.file.MemoryFiles;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.RangeLock;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsError;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenedFileTest {
  private static final OpenMode APPEND = new OpenMode(true, true, false, true, false);

  private final MemoryFiles memory = new MemoryFiles();
  private final PandoFileSystem files = MemoryFileSystem.over(memory);
  private final PandoFile file = files.create("/a", 0644, OpenMode.READ_WRITE);

  @AfterEach
  void close() {
    files.close();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  @Test
  void bytesAreWrittenReadAndCut() {
    ByteBuffer given = bytes("hello");
    assertThat(file.write(3, given)).isEqualTo(3);
    assertThat(given.position()).isZero();
    assertThat(file.read(0, 100).toUtf8()).isEqualTo("\0\0\0hello");
    assertThat(file.read(100, 1).isEmpty()).isTrue();
    file.truncate(5);
    assertThat(file.size()).isEqualTo(5);
    file.extend(9);
    file.extend(2);
    assertThat(file.size()).isEqualTo(9);
    file.zero(0, 4);
    assertThat(file.readAsync(0, 9).join().toUtf8()).isEqualTo("\0\0\0\0e\0\0\0\0");
    file.sync();
    file.syncData();
    file.propagate(0, 9);
    file.synchronize(0, 9);
  }

  @Test
  void bytesMayChangeAfterTheCall() {
    byte[] array = "before".getBytes(UTF_8);
    CompletableFuture<Long> write = file.writeAsync(0, ByteBuffer.wrap(array));
    array[0] = 'X';
    write.join();
    assertThat(file.read(0, 9).toUtf8()).isEqualTo("before");
  }

  @Test
  void appendGoesToTheEnd() {
    file.write(0, bytes("123"));
    try (PandoFile appending = files.open("/a", APPEND)) {
      assertThat(appending.append(bytes("45"))).isEqualTo(3);
      assertThat(appending.write(0, bytes("6"))).isEqualTo(5);
    }
    assertThat(file.read(0, 9).toUtf8()).isEqualTo("123456");
    assertThatThrownBy(() -> file.append(bytes("x")))
        .isInstanceOfSatisfying(
            PandoException.OnFile.class, it -> assertThat(it.error()).isEqualTo(FsError.EINVAL));
  }

  @Test
  void holesAreFound() {
    file.write(1 << 20, bytes("data"));
    assertThat(file.seekData(5)).hasValue(1 << 20);
    assertThat(file.seekHole(1 << 20)).hasValue((1 << 20) + 4);
    assertThat(file.seekHole(0)).hasValue(0);
    assertThat(file.seekData(2 << 20)).isEmpty();
  }

  @Test
  void rangesThatAreNoneAreRefused() {
    assertThatThrownBy(() -> file.read(-1, 5)).isInstanceOf(PandoException.InvalidArgument.class);
    assertThatThrownBy(() -> file.writeAsync(-1, bytes("x")))
        .isInstanceOf(PandoException.InvalidArgument.class);
    assertThatThrownBy(() -> file.truncate(-1)).isInstanceOf(PandoException.InvalidArgument.class);
  }

  @Test
  void fileServesTheCallsThatItWasOpenedFor() {
    OpenMode writes = new OpenMode(false, true, false, false, false);
    try (PandoFile reading = files.open("/a", OpenMode.READ);
        PandoFile writing = files.open("/a", writes)) {
      refuses(() -> reading.write(0, bytes("x")));
      refuses(() -> reading.truncate(0));
      refuses(() -> reading.zero(0, 1));
      refuses(() -> writing.read(0, 1));
    }
    file.close();
    refuses(file::sync);
    refuses(() -> file.seekData(0));
  }

  private static void refuses(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            PandoException.OnFile.class, it -> assertThat(it.error()).isEqualTo(FsError.EINVAL));
  }

  // Locks

  @Test
  void openFilesExcludeEachOther() {
    PandoFile other = files.open("/a", OpenMode.READ_WRITE);
    RangeLock lock = file.lock(0, 10, false);
    assertThat(other.tryLock(5, 10, true)).isEmpty();
    assertThat(other.tryLock(10, 10, true)).isPresent();
    CompletableFuture<RangeLock> waits = other.lockAsync(0, 5, true);
    assertThat(file.tryLock(12, 1, false)).isEmpty();
    assertThat(waits).isNotDone();
    lock.close();
    lock.close();
    assertThat(waits.join().isShared()).isTrue();
    assertThat(file.tryLock(0, Long.MAX_VALUE, true)).isPresent();
  }

  @Test
  void locksEndWithTheirFile() {
    PandoFile other = files.open("/a", OpenMode.READ_WRITE);
    file.lock(0, Long.MAX_VALUE, false);
    CompletableFuture<RangeLock> waits = other.lockAsync(0, 5, false);
    file.close();
    assertThat(waits.join().range().length()).isEqualTo(5);
  }

  @Test
  void lockThatIsNotWaitedForIsNotTaken() {
    PandoFile other = files.open("/a", OpenMode.READ_WRITE);
    RangeLock lock = file.lock(0, 10, false);
    CompletableFuture<RangeLock> waits = other.lockAsync(0, 10, false);
    waits.cancel(false);
    lock.close();
    assertThat(file.tryLock(0, 10, false)).isPresent();
  }

  @Test
  void interruptedThreadStopsToWait() throws InterruptedException {
    PandoFile other = files.open("/a", OpenMode.READ_WRITE);
    RangeLock lock = file.lock(0, 10, false);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              Thread.currentThread().interrupt();
              try {
                other.lock(0, 10, false);
              } catch (PandoException e) {
                failure.set(e);
              }
            });
    thread.join();
    assertThat(failure.get()).isInstanceOf(PandoException.Interrupted.class);
    lock.close();
    assertThat(file.tryLock(0, 10, false)).isPresent();
  }

  @Test
  void fileIsClosedOnce() {
    file.close();
    file.close();
    file.closeAsync().join();
    assertThat(memory.openFiles()).isZero();
    assertThatThrownBy(() -> file.read(0, 1)).isInstanceOf(PandoException.OnFile.class);
  }

  @Test
  void openThatIsNotWaitedForLeavesNoOpenFile() {
    CompletableFuture<Boolean> begin = new CompletableFuture<>();
    memory.run(begin::join);
    files.openAsync("/a", OpenMode.READ).cancel(false);
    begin.complete(true);
    file.close();
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    memory.run(() -> memory.run(() -> memory.run(() -> done.complete(true))));
    done.join();
    assertThat(memory.openFiles()).isZero();
  }
}
