package io.pando.client.nio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.file.MemoryFileSystem;
import io.pando.client.file.MemoryFiles;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.RangeLock;
import io.pando.fs.call.OpenMode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NioFileChannelTest {
  private final MemoryFiles memory = new MemoryFiles();
  private final PandoFileSystem files = MemoryFileSystem.over(memory);
  private FileSystem system;
  private Path path;

  @BeforeEach
  void open() throws IOException {
    system =
        new PandoFileSystemProvider()
            .newFileSystem(
                URI.create("pando:///test"), Map.of(PandoFileSystemProvider.FILE_SYSTEM, files));
    path = system.getPath("/a");
  }

  @AfterEach
  void close() throws IOException {
    system.close();
    files.close();
  }

  private FileChannel channel(OpenOption... options) throws IOException {
    return FileChannel.open(path, options);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  @Test
  void channelHasAPosition() throws IOException {
    try (FileChannel channel = channel(CREATE, READ, WRITE)) {
      assertThat(channel.write(bytes("hello"))).isEqualTo(5);
      assertThat(channel.position()).isEqualTo(5);
      assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
      channel.position(1);
      ByteBuffer two = ByteBuffer.allocate(2);
      assertThat(channel.read(two)).isEqualTo(2);
      assertThat(two.array()).isEqualTo("el".getBytes(UTF_8));
      assertThat(channel.write(bytes("J"), 0)).isEqualTo(1);
      assertThat(channel.position()).isEqualTo(3);
      assertThat(channel.write(new ByteBuffer[] {bytes("12"), bytes("34")})).isEqualTo(4);
      assertThat(channel.truncate(6).size()).isEqualTo(6);
      assertThat(channel.position()).isEqualTo(6);
      ByteBuffer[] parts = {ByteBuffer.allocate(4), ByteBuffer.allocate(4)};
      assertThat(channel.position(0).read(parts)).isEqualTo(6);
      channel.force(true);
    }
    assertThat(Files.readString(path)).isEqualTo("Jel123");
  }

  @Test
  void optionsAreKept() throws IOException {
    Files.writeString(path, "12345");
    try (FileChannel channel = channel(APPEND)) {
      channel.write(bytes("6"));
      assertThat(channel.position()).isEqualTo(6);
      assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1)))
          .isInstanceOf(NonReadableChannelException.class);
    }
    try (FileChannel channel = channel()) {
      assertThatThrownBy(() -> channel.write(bytes("x")))
          .isInstanceOf(NonWritableChannelException.class);
    }
    try (FileChannel channel = channel(WRITE, TRUNCATE_EXISTING, SYNC, DELETE_ON_CLOSE)) {
      assertThat(channel.size()).isZero();
      channel.write(bytes("x"));
    }
    assertThat(Files.exists(path)).isFalse();
    assertThatThrownBy(() -> channel(APPEND, READ)).isInstanceOf(IllegalArgumentException.class);
    Files.createSymbolicLink(path, system.getPath("/b"));
    assertThatThrownBy(() -> channel(WRITE, CREATE, LinkOption.NOFOLLOW_LINKS))
        .isInstanceOf(FileSystemException.class);
  }

  @Test
  void bytesAreTransferred() throws IOException {
    Files.write(path, new byte[5 << 20]);
    Path other = system.getPath("/b");
    try (FileChannel from = channel();
        FileChannel to = FileChannel.open(other, CREATE, WRITE)) {
      assertThat(from.transferTo(1, Long.MAX_VALUE, to)).isEqualTo((5 << 20) - 1);
      assertThat(to.transferFrom(from, 10, 5 << 20)).isEqualTo(5 << 20);
      assertThat(to.transferFrom(from, 10 << 20, 5)).isZero();
      assertThat(to.size()).isEqualTo((5 << 20) + 10);
    }
    try (OutputStream out = Files.newOutputStream(other, APPEND)) {
      out.write(new byte[100]);
    }
    assertThat(Files.size(other)).isEqualTo((5 << 20) + 110);
  }

  @Test
  void closedChannelRefusesAll() throws IOException {
    FileChannel channel = channel(CREATE, WRITE);
    channel.close();
    channel.close();
    assertThatThrownBy(() -> channel.write(bytes("x"))).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(channel::size).isInstanceOf(ClosedChannelException.class);
    assertThat(memory.openFiles()).isZero();
  }

  // Locks

  @Test
  void locksExcludeOtherOpenFiles() throws IOException {
    try (FileChannel channel = channel(CREATE, READ, WRITE);
        PandoFile other = files.open("/a", OpenMode.READ_WRITE)) {
      FileLock lock = channel.lock(0, 10, false);
      assertThat(lock.isValid()).isTrue();
      assertThat(other.tryLock(5, 1, true)).isEmpty();
      RangeLock foreign = other.tryLock(20, 5, false).orElseThrow();
      assertThat(channel.tryLock(20, 1, true)).isNull();
      foreign.close();
      assertThat(channel.tryLock(20, 1, true)).isNotNull();
      lock.release();
      assertThat(lock.isValid()).isFalse();
      assertThat(other.tryLock(5, 1, true)).isPresent();
    }
  }

  @Test
  void locksOfOneProgramDoNotOverlap() throws IOException {
    FileChannel one = channel(CREATE, READ, WRITE);
    try (FileChannel other = channel(READ, WRITE)) {
      FileLock lock = one.lock();
      assertThatThrownBy(() -> one.tryLock(5, 1, false))
          .isInstanceOf(OverlappingFileLockException.class);
      assertThatThrownBy(() -> other.lock(5, 1, true))
          .isInstanceOf(OverlappingFileLockException.class);
      one.close();
      assertThat(lock.isValid()).isFalse();
      assertThatThrownBy(lock::release).isInstanceOf(ClosedChannelException.class);
      assertThat(other.tryLock()).isNotNull();
    }
    try (FileChannel reading = channel()) {
      assertThatThrownBy(reading::lock).isInstanceOf(NonWritableChannelException.class);
      assertThat(reading.lock(0, Long.MAX_VALUE, true).isShared()).isTrue();
    }
  }

  @Test
  void interruptClosesTheChannelThatWaits() throws Exception {
    try (FileChannel channel = channel(CREATE, READ, WRITE);
        PandoFile other = files.open("/a", OpenMode.READ_WRITE)) {
      other.lock(0, 10, false);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread thread = waiting(channel, failure);
      thread.interrupt();
      thread.join();
      assertThat(failure.get()).isInstanceOf(ClosedByInterruptException.class);
      assertThat(channel.isOpen()).isFalse();
    }
    assertThat(memory.openFiles()).isZero();
  }

  @Test
  void closingEndsTheWaitForALock() throws Exception {
    FileChannel channel = channel(CREATE, READ, WRITE);
    try (PandoFile other = files.open("/a", OpenMode.READ_WRITE)) {
      RangeLock lock = other.lock(0, 10, false);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread thread = waiting(channel, failure);
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      channel.close();
      thread.join();
      assertThat(failure.get()).isInstanceOf(AsynchronousCloseException.class);
      assertThat(lock.isShared()).isFalse();
    }
  }

  private static Thread waiting(FileChannel channel, AtomicReference<Throwable> failure) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            channel.lock();
          } catch (IOException e) {
            failure.set(e);
          }
        });
  }
}
