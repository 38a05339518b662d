package io.pando.client;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.engine.ObjectCall;
import io.pando.client.engine.PoolCalls;
import io.pando.client.engine.UploadMark;
import io.pando.client.objecter.Operation;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A pool: objects by name. Safe for use by any number of threads.
 *
 * {@snippet :
 * Pool pool = cluster.pool("photos");
 * pool.writeFull("cat.jpg", ByteBuffer.wrap(bytes));
 * Payload head = pool.read("cat.jpg", 0, 16);
 * CompletableFuture<ObjectStat> stat = pool.statAsync("cat.jpg");
 * for (String name : pool.list()) { ... }
 * }
 *
 * <p><b>Names</b> are 1 to 2,048 bytes of UTF-8, any well-formed Unicode.
 *
 * <p><b>Bytes</b> are not copied. A buffer or array given to a method must not change until the
 * call has returned or its future has completed; the bytes between a buffer's position and limit
 * are used, and its position is not changed. A returned {@link Payload} gives its bytes as views by
 * {@link Payload#asByteBuffers()}; {@link Payload#asByteBuffer()} returns one buffer, a view if the
 * bytes arrived in one piece and a copy otherwise.
 *
 * <p><b>Blocking and asynchronous calls.</b> Every blocking method {@code x} has an asynchronous
 * form {@code xAsync}. Blocking calls end at the time-out, or when the thread is interrupted. A
 * future completes on the client's executor (virtual threads by default), so dependent stages may
 * block; cancelling it drops the operation, which may still have taken effect. Invalid arguments
 * throw at once in both forms.
 *
 * <p><b>Order.</b> Operations of one client on one object take effect in the order of the calls,
 * even if operations are resent: reads may run in parallel, an update runs alone. Operations on
 * different objects are not ordered.
 *
 * <p><b>Failures</b> are {@link PandoException}s. When OSDs or monitors fail, operations are resent
 * until they succeed or the time-out has passed; each update is applied once.
 */
public final class Pool {
  /**
   * Attribute of an object whose {@link #upload} has begun and not ended: the object holds only a
   * part of the bytes. {@link #download} refuses such an object; other reads do not check the
   * attribute. Removing the attribute accepts the part as the whole object; another upload replaces
   * it.
   */
  public static final String UPLOAD_ATTRIBUTE = UploadMark.ATTRIBUTE;

  private final PoolCalls calls;

  Pool(PoolCalls calls) {
    this.calls = calls;
  }

  /** The pool's name when it was opened. */
  public String name() {
    return calls.poolName();
  }

  /** The pool's number. */
  public PoolId id() {
    return calls.pool();
  }

  /**
   * Most bytes that one operation reads or writes; {@link #upload} and {@link #download} have no
   * limit.
   */
  public int maxOperationBytes() {
    return calls.maxOperationBytes();
  }

  /** The same pool, with another time-out for its operations. */
  public Pool withTimeout(Duration timeout) {
    ClientConfig.requirePositive(timeout, "timeout");
    return new Pool(calls.withTimeout(timeout));
  }

  /**
   * The same pool, but operations that need space wait while the cluster or the pool is full, up to
   * their time-out, instead of failing with {@link PandoException.NoSpace}. They wait in this
   * client, among the operations that are in flight. An operation fails all the same if a later one
   * on its object was sent before it was refused.
   */
  public Pool waitingForSpace() {
    return new Pool(calls.waitingForSpace());
  }

  /** Attributes of an object: few, small, read together. */
  public ObjectAttributes attributes(String object) {
    return new ObjectAttributes(calls, object);
  }

  /**
   * Whether objects of this pool have key/value maps, by the newest map that this client has. Those
   * of an erasure-coded pool have none: operations on maps, alone or within an {@link
   * ObjectOperation}, fail there with {@link PandoException.NotSupported} and change nothing.
   */
  public boolean supportsEntries() {
    return calls.supportsEntries();
  }

  /**
   * The key/value map of an object: ordered, for many entries. Not in an erasure-coded pool, see
   * {@link #supportsEntries}.
   */
  public ObjectEntries entries(String object) {
    return new ObjectEntries(calls, object);
  }

  /** Reads a whole object; {@link PandoException.TooLarge} beyond {@link #maxOperationBytes}. */
  public Payload read(String object) {
    return calls.get(wholeRead(object));
  }

  /** See {@link #read(String)}. */
  public CompletableFuture<Payload> readAsync(String object) {
    return calls.start(wholeRead(object));
  }

  private ObjectCall<Payload> wholeRead(String object) {
    int limit = calls.maxOperationBytes();
    List<ObjectOp> ops = List.of(new ObjectOp.Stat(), new ObjectOp.Read(new ByteRange(0, limit)));
    return new ObjectCall<>(
        object, ops, Operation.Concurrency.READERS, succeeded -> whole(object, succeeded, limit));
  }

  private Payload whole(String object, OpOutcome.Succeeded succeeded, int limit) {
    long sizeBytes = Handle.Results.stat(succeeded.results().getFirst()).sizeBytes();
    if (sizeBytes > limit) {
      throw new PandoException.TooLarge(
          "object '"
              + object
              + "' in pool '"
              + name()
              + "' has "
              + sizeBytes
              + " bytes, and one operation reads at most "
              + limit
              + "; use download, or read a range");
    }
    return Handle.Results.data(succeeded.results().get(1));
  }

  /** Reads a range; returns fewer bytes if the object ends earlier. */
  public Payload read(String object, long offset, long length) {
    return calls.get(rangeRead(object, offset, length));
  }

  /** See {@link #read(String, long, long)}. */
  public CompletableFuture<Payload> readAsync(String object, long offset, long length) {
    return calls.start(rangeRead(object, offset, length));
  }

  private static ObjectCall<Payload> rangeRead(String object, long offset, long length) {
    ObjectOp read = new ObjectOp.Read(ObjectOperation.range(offset, length));
    return ObjectCall.query(object, read, Handle.Results::data);
  }

  /** Reads the parts of a range that are not holes. */
  public OpResult.SparseData readSparse(String object, long offset, long length) {
    return calls.get(sparseRead(object, offset, length));
  }

  /** See {@link #readSparse}. */
  public CompletableFuture<OpResult.SparseData> readSparseAsync(
      String object, long offset, long length) {
    return calls.start(sparseRead(object, offset, length));
  }

  private static ObjectCall<OpResult.SparseData> sparseRead(
      String object, long offset, long length) {
    ObjectOp read = new ObjectOp.SparseRead(ObjectOperation.range(offset, length));
    return ObjectCall.query(
        object, read, result -> Handle.Results.as(OpResult.SparseData.class, result));
  }

  /** Size, version and time of an object. */
  public ObjectStat stat(String object) {
    return calls.get(ObjectCall.query(object, new ObjectOp.Stat(), Handle.Results::stat));
  }

  /** See {@link #stat}. */
  public CompletableFuture<ObjectStat> statAsync(String object) {
    return calls.start(ObjectCall.query(object, new ObjectOp.Stat(), Handle.Results::stat));
  }

  /**
   * Creates an object unless it exists; if it exists and {@code exclusive} is set, throws {@link
   * PandoException.AlreadyExists}.
   */
  public Version create(String object, boolean exclusive) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.Create(exclusive)));
  }

  /** See {@link #create}. */
  public CompletableFuture<Version> createAsync(String object, boolean exclusive) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.Create(exclusive)));
  }

  /**
   * Writes bytes at an offset; a gap before it reads as zeros. Creates the object if it does not
   * exist.
   */
  public Version write(String object, long offset, ByteBuffer data) {
    return calls.get(
        ObjectCall.mutation(
            object, new ObjectOp.Write(ObjectOperation.at(offset), Payload.wrap(data))));
  }

  /** See {@link #write(String, long, ByteBuffer)}. */
  public Version write(String object, long offset, byte[] data) {
    return write(object, offset, ByteBuffer.wrap(data));
  }

  /** See {@link #write(String, long, ByteBuffer)}. */
  public CompletableFuture<Version> writeAsync(String object, long offset, ByteBuffer data) {
    return calls.start(
        ObjectCall.mutation(
            object, new ObjectOp.Write(ObjectOperation.at(offset), Payload.wrap(data))));
  }

  /**
   * Replaces all bytes of an object; attributes and key/value map stay. Creates the object if it
   * does not exist.
   */
  public Version writeFull(String object, ByteBuffer data) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.WriteFull(Payload.wrap(data))));
  }

  /** See {@link #writeFull(String, ByteBuffer)}. */
  public Version writeFull(String object, byte[] data) {
    return writeFull(object, ByteBuffer.wrap(data));
  }

  /** See {@link #writeFull(String, ByteBuffer)}. */
  public CompletableFuture<Version> writeFullAsync(String object, ByteBuffer data) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.WriteFull(Payload.wrap(data))));
  }

  /** Writes bytes at the end of an object. Creates the object if it does not exist. */
  public Version append(String object, ByteBuffer data) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.Append(Payload.wrap(data))));
  }

  /** See {@link #append(String, ByteBuffer)}. */
  public Version append(String object, byte[] data) {
    return append(object, ByteBuffer.wrap(data));
  }

  /** See {@link #append(String, ByteBuffer)}. */
  public CompletableFuture<Version> appendAsync(String object, ByteBuffer data) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.Append(Payload.wrap(data))));
  }

  /** Truncates an object, or extends it with zeros. */
  public Version truncate(String object, long size) {
    return calls.get(ObjectCall.mutation(object, new ObjectOp.Truncate(ObjectOperation.at(size))));
  }

  /** See {@link #truncate}. */
  public CompletableFuture<Version> truncateAsync(String object, long size) {
    return calls.start(
        ObjectCall.mutation(object, new ObjectOp.Truncate(ObjectOperation.at(size))));
  }

  /** Makes a range read as zeros; never extends an object. */
  public Version zero(String object, long offset, long length) {
    return calls.get(
        ObjectCall.mutation(object, new ObjectOp.Zero(ObjectOperation.range(offset, length))));
  }

  /** See {@link #zero}. */
  public CompletableFuture<Version> zeroAsync(String object, long offset, long length) {
    return calls.start(
        ObjectCall.mutation(object, new ObjectOp.Zero(ObjectOperation.range(offset, length))));
  }

  /** Removes an object; {@link PandoException.NotFound} if it does not exist. */
  public void remove(String object) {
    calls.get(ObjectCall.mutation(object, new ObjectOp.Remove()));
  }

  /** See {@link #remove}. */
  public CompletableFuture<Version> removeAsync(String object) {
    return calls.start(ObjectCall.mutation(object, new ObjectOp.Remove()));
  }

  /** Executes several operations on one object, all or nothing. */
  public OperationResult operate(String object, ObjectOperation operation) {
    return calls.get(operation.on(object));
  }

  /** See {@link #operate}. */
  public CompletableFuture<OperationResult> operateAsync(String object, ObjectOperation operation) {
    return calls.start(operation.on(object));
  }

  /** The names of all objects, fetched page by page during iteration. */
  public ObjectListing list() {
    return new ObjectListing(calls, ObjectListing.DEFAULT_PAGE);
  }

  /**
   * One page of the listing.
   *
   * @param after {@code next} of the previous page; null for the first page
   * @param max most names, 1 to 10,000; the page may hold fewer although more follow
   */
  public ListPage listPage(@Nullable ListCursor after, int max) {
    return list().page(after, max);
  }

  /** See {@link #listPage}. */
  public CompletableFuture<ListPage> listPageAsync(@Nullable ListCursor after, int max) {
    return list().pageAsync(after, max);
  }

  /**
   * Stores the bytes of a stream, of any length, in place of the object's bytes. If there are at
   * most 4 MiB of them, or the object exists and they are at most {@link #maxOperationBytes} less
   * 64, one operation stores them atomically. A longer stream is stored in pieces of 4 MiB, a few
   * at a time: during that time, and if it fails, the object holds only a part and has the
   * attribute {@link #UPLOAD_ATTRIBUTE}. If another upload of the object begins meanwhile, this one
   * fails with {@link PandoException.Incomplete}.
   *
   * @param progress called with the bytes stored so far, on the calling thread
   * @return number of bytes stored
   */
  public long upload(String object, InputStream from, LongConsumer progress) {
    return upload(object, Channels.newChannel(from), progress);
  }

  /**
   * See {@link #upload(String, InputStream, LongConsumer)}; the channel must be in blocking mode.
   */
  public long upload(String object, ReadableByteChannel from, LongConsumer progress) {
    return new Upload(calls, object, from, progress).run();
  }

  /** See {@link #upload(String, InputStream, LongConsumer)}; runs on the client's executor. */
  public CompletableFuture<Long> uploadAsync(
      String object, ReadableByteChannel from, LongConsumer progress) {
    return calls.completion().run(() -> upload(object, from, progress));
  }

  /**
   * Fetches an object of any length, in pieces of 4 MiB, a few at a time. Fails with {@link
   * PandoException.VersionMismatch} if the object changes meanwhile, and with {@link
   * PandoException.Incomplete} if its upload has not ended.
   *
   * @param progress called with the bytes fetched so far, on the calling thread
   * @return number of bytes fetched
   */
  public long download(String object, OutputStream to, LongConsumer progress) {
    return download(object, Channels.newChannel(to), progress);
  }

  /**
   * See {@link #download(String, OutputStream, LongConsumer)}; the channel must be in blocking
   * mode.
   */
  public long download(String object, WritableByteChannel to, LongConsumer progress) {
    return new Download(calls, object, to, progress).run();
  }

  /** See {@link #download(String, OutputStream, LongConsumer)}; runs on the client's executor. */
  public CompletableFuture<Long> downloadAsync(
      String object, WritableByteChannel to, LongConsumer progress) {
    return calls.completion().run(() -> download(object, to, progress));
  }

  @Override
  public String toString() {
    return "pool '" + name() + "' (" + id() + ")";
  }
}
