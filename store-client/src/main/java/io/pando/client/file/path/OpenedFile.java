package io.pando.client.file.path;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.file.FileStat;
import io.pando.client.file.PandoFile;
import io.pando.client.file.RangeLock;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An open file of a {@link PathFileSystem}. */
final class OpenedFile implements PandoFile {
  private final CallerCalls calls;
  private final Edge edge;
  private final String path;
  private final OpenMode mode;
  private final long handle;
  private final Ino ino;
  private final FileLocks locks;
  private final AtomicBoolean closed = new AtomicBoolean();

  OpenedFile(CallerCalls calls, Edge edge, String path, OpenMode mode, FileOutcome.Opened opened) {
    this.calls = calls;
    this.edge = edge;
    this.path = path;
    this.mode = mode;
    this.handle = opened.handle();
    this.ino = opened.inode().ino();
    this.locks = new FileLocks(calls, edge, path, handle);
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Ino ino() {
    return ino;
  }

  private <T extends @Nullable Object> PendingCall<T> call(
      String what, CompletableFuture<T> result) {
    return PendingCall.of(what, path, result);
  }

  /**
   * Begins a call, unless the file is closed or was opened for other calls: then it fails with
   * {@code EINVAL}.
   */
  private <T extends @Nullable Object> CompletableFuture<T> start(
      boolean allowed, FileCall call, Function<FileOutcome, T> reading) {
    return allowed && !closed.get()
        ? calls.start(call, reading)
        : CompletableFuture.failedFuture(new CallFailure(FsError.EINVAL));
  }

  private PendingCall<@Nullable Void> run(String what, boolean allowed, FileCall call) {
    return call(what, start(allowed, call, _ -> null));
  }

  private ByteRange range(long offset, long length) {
    return edge.range(offset, length);
  }

  private long offset(long offset) {
    return edge.range(offset, 0).offset();
  }

  // Attributes

  private PendingCall<FileStat> find() {
    return call("stat", calls.find(new FsRequest.GetInode(ino)).thenApply(FileStat::of));
  }

  @Override
  public FileStat stat() {
    return edge.await(find());
  }

  @Override
  public CompletableFuture<FileStat> statAsync() {
    return edge.hand(find());
  }

  @Override
  public long size() {
    return stat().sizeBytes();
  }

  // Data

  private PendingCall<Payload> bytes(long offset, int length) {
    FileCall read = new FileCall.Read(handle, range(offset, length));
    return call(
        "read",
        start(
            mode.reads(),
            read,
            outcome -> CallerCalls.expect(FileOutcome.Bytes.class, outcome).bytes()));
  }

  @Override
  public Payload read(long offset, int length) {
    return edge.await(bytes(offset, length));
  }

  @Override
  public CompletableFuture<Payload> readAsync(long offset, int length) {
    return edge.hand(bytes(offset, length));
  }

  private static long at(FileOutcome outcome) {
    return CallerCalls.expect(FileOutcome.At.class, outcome).offset();
  }

  private PendingCall<Long> store(long offset, ByteBuffer bytes) {
    FileCall write = new FileCall.Write(handle, offset(offset), Payload.copyOf(bytes));
    return call("write", start(mode.writes(), write, OpenedFile::at));
  }

  @Override
  public long write(long offset, ByteBuffer bytes) {
    return edge.await(store(offset, bytes));
  }

  @Override
  public CompletableFuture<Long> writeAsync(long offset, ByteBuffer bytes) {
    return edge.hand(store(offset, bytes));
  }

  private PendingCall<Long> attach(ByteBuffer bytes) {
    return mode.appends()
        ? store(0, bytes)
        : call("append", CompletableFuture.failedFuture(new CallFailure(FsError.EINVAL)));
  }

  @Override
  public long append(ByteBuffer bytes) {
    return edge.await(attach(bytes));
  }

  @Override
  public CompletableFuture<Long> appendAsync(ByteBuffer bytes) {
    return edge.hand(attach(bytes));
  }

  private PendingCall<@Nullable Void> resize(long size) {
    InodeChange change = InodeChange.ofSize(offset(size));
    return call(
        "truncate",
        start(
            mode.writes(),
            new FileCall.Request(new FsRequest.SetAttributes(ino, change)),
            _ -> null));
  }

  @Override
  public void truncate(long size) {
    edge.await(resize(size));
  }

  @Override
  public CompletableFuture<@Nullable Void> truncateAsync(long size) {
    return edge.hand(resize(size));
  }

  private PendingCall<@Nullable Void> grow(long size) {
    return run("extend", mode.writes(), new FileCall.Extend(handle, offset(size)));
  }

  @Override
  public void extend(long size) {
    edge.await(grow(size));
  }

  @Override
  public CompletableFuture<@Nullable Void> extendAsync(long size) {
    return edge.hand(grow(size));
  }

  private PendingCall<@Nullable Void> clear(long offset, long length) {
    return run("zero", mode.writes(), new FileCall.Zero(handle, range(offset, length), false));
  }

  @Override
  public void zero(long offset, long length) {
    edge.await(clear(offset, length));
  }

  @Override
  public CompletableFuture<@Nullable Void> zeroAsync(long offset, long length) {
    return edge.hand(clear(offset, length));
  }

  private PendingCall<OptionalLong> seek(long offset, boolean data) {
    FileCall seek = new FileCall.Seek(handle, offset(offset), data);
    return call(
        "seek",
        start(true, seek, outcome -> OptionalLong.of(at(outcome)))
            .exceptionally(OpenedFile::noneIfNoData));
  }

  private static OptionalLong noneIfNoData(Throwable failure) {
    if (failure instanceof CallFailure refused && refused.error() == FsError.ENODATA) {
      return OptionalLong.empty();
    }
    throw new CompletionException(failure);
  }

  @Override
  public OptionalLong seekData(long offset) {
    return edge.await(seek(offset, true));
  }

  @Override
  public CompletableFuture<OptionalLong> seekDataAsync(long offset) {
    return edge.hand(seek(offset, true));
  }

  @Override
  public OptionalLong seekHole(long offset) {
    return edge.await(seek(offset, false));
  }

  @Override
  public CompletableFuture<OptionalLong> seekHoleAsync(long offset) {
    return edge.hand(seek(offset, false));
  }

  private PendingCall<@Nullable Void> flush(boolean dataOnly) {
    return run("fsync", true, new FileCall.Sync(handle, dataOnly));
  }

  @Override
  public void sync() {
    edge.await(flush(false));
  }

  @Override
  public CompletableFuture<@Nullable Void> syncAsync() {
    return edge.hand(flush(false));
  }

  @Override
  public void syncData() {
    edge.await(flush(true));
  }

  @Override
  public CompletableFuture<@Nullable Void> syncDataAsync() {
    return edge.hand(flush(true));
  }

  // Locks

  @Override
  public RangeLock lock(long offset, long length, boolean shared) {
    return edge.await(locks.take(range(offset, length), shared));
  }

  @Override
  public CompletableFuture<RangeLock> lockAsync(long offset, long length, boolean shared) {
    return edge.hand(locks.take(range(offset, length), shared));
  }

  @Override
  public Optional<RangeLock> tryLock(long offset, long length, boolean shared) {
    return edge.await(locks.attempt(range(offset, length), shared));
  }

  @Override
  public CompletableFuture<Optional<RangeLock>> tryLockAsync(
      long offset, long length, boolean shared) {
    return edge.hand(locks.attempt(range(offset, length), shared));
  }

  // Files that were opened lazily

  private PendingCall<@Nullable Void> publish(long offset, long length) {
    return run("propagate", true, new FileCall.Propagate(handle, range(offset, length)));
  }

  @Override
  public void propagate(long offset, long length) {
    edge.await(publish(offset, length));
  }

  @Override
  public CompletableFuture<@Nullable Void> propagateAsync(long offset, long length) {
    return edge.hand(publish(offset, length));
  }

  private PendingCall<@Nullable Void> refresh(long offset, long length) {
    return run("synchronize", true, new FileCall.Synchronize(handle, range(offset, length)));
  }

  @Override
  public void synchronize(long offset, long length) {
    edge.await(refresh(offset, length));
  }

  @Override
  public CompletableFuture<@Nullable Void> synchronizeAsync(long offset, long length) {
    return edge.hand(refresh(offset, length));
  }

  // End

  private PendingCall<@Nullable Void> end() {
    if (!closed.compareAndSet(false, true)) {
      return call("close", CompletableFuture.completedFuture(null));
    }
    locks.releaseAll();
    return call("close", calls.run(new FileCall.Close(handle)));
  }

  @Override
  public void close() {
    edge.awaitInAnyCase(end());
  }

  @Override
  public CompletableFuture<@Nullable Void> closeAsync() {
    return edge.hand(end());
  }
}
