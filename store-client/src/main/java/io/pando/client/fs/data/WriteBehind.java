package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.fs.data.Chunk.State;
import io.pando.client.fs.data.OpenCall.Flight;
import io.pando.fs.FileLayout;
import io.pando.fs.FileLayout.Extent;
import io.pando.fs.request.FsError;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends dirty chunks to objects. Neighbours go together, one call for each object; small ones are
 * joined. Bytes that overlap a write under way wait for its end, so that calls may be executed in
 * any order; those that overlap a read of objects wait as well, so that a read of several objects
 * does not see a part of them. If a call fails, its bytes are lost: they are dropped, and the file
 * has an error.
 */
final class WriteBehind {
  private static final int MOST_OPS = 64;

  /** Most bytes of a file that one pass turns into calls; those of a large hole are many. */
  private static final long MOST_PASS_BYTES = 256L << 20;

  private final FileDataConfig config;
  private final DataCalls calls;
  private final CacheBudget budget;

  WriteBehind(FileDataConfig config, DataCalls calls, CacheBudget budget) {
    this.config = config;
    this.calls = calls;
    this.budget = budget;
  }

  /** Adds dirty bytes to a file; null for zeros. */
  void write(FileContent file, ByteRange range, @Nullable Payload bytes, Chunk.Origin origin) {
    file.spoilFills(range);
    file.chunks.write(range, bytes, origin);
  }

  /** Sends the dirty chunks of a range that are not newer than {@code sequence}. */
  void flush(FileContent file, ByteRange range, long sequence) {
    List<Chunk> ready = new ArrayList<>();
    long bytes = 0;
    for (Chunk chunk : file.chunks.unwrittenWithin(range)) {
      if (chunk.state == State.DIRTY
          && chunk.sequence <= sequence
          && bytes < MOST_PASS_BYTES
          && !file.isUnderWay(chunk.range())
          && !file.isBeingRead(chunk.range())) {
        ready.addAll(inExtents(file, chunk, MOST_PASS_BYTES - bytes));
        bytes += chunk.length;
      }
    }
    SortedMap<Long, List<Chunk>> byObject = new TreeMap<>();
    for (Chunk chunk : ready) {
      long object = file.layout().objectOf(chunk.offset);
      byObject.computeIfAbsent(object, _ -> new ArrayList<>()).add(chunk);
    }
    byObject.forEach((object, chunks) -> send(file, object, chunks));
  }

  /**
   * Cuts a chunk so that each part lies in one piece in one object. Parts of an object begin at
   * multiples of the bytes of a call, as {@link FileData#isOneCall} assumes.
   */
  private List<Chunk> inExtents(FileContent file, Chunk chunk, long mostBytes) {
    ByteRange range = new ByteRange(chunk.offset, Math.min(chunk.length, mostBytes));
    for (Extent extent : file.layout().extents(range)) {
      long end = extent.fileOffset() + extent.inObject().length();
      long first = extent.fileOffset() - extent.inObject().offset() % partBytes(chunk);
      for (long at = first; at < end; at += partBytes(chunk)) {
        file.chunks.cutAt(Math.max(at, extent.fileOffset()));
      }
    }
    file.chunks.cutAt(range.end());
    return file.chunks.unwrittenWithin(range);
  }

  private long partBytes(Chunk chunk) {
    return chunk.bytes == null ? FileLayout.MOST_OBJECT_BYTES : config.mostCallBytes();
  }

  private void send(FileContent file, long object, List<Chunk> chunks) {
    List<Chunk> batch = new ArrayList<>();
    long bytes = 0;
    int ops = 0;
    for (Chunk chunk : chunks) {
      long more = chunk.bytes == null ? 0 : chunk.length;
      int moreOps = !batch.isEmpty() && joins(file, batch.getLast(), chunk) ? 0 : 1;
      if (!batch.isEmpty() && (ops + moreOps > MOST_OPS || bytes + more > config.mostCallBytes())) {
        call(file, object, batch);
        batch = new ArrayList<>();
        bytes = 0;
        ops = 0;
        moreOps = 1;
      }
      batch.add(chunk);
      bytes += more;
      ops += moreOps;
    }
    call(file, object, batch);
  }

  /** Whether the bytes of a chunk follow those of another one in their object. */
  private static boolean joins(FileContent file, Chunk before, Chunk chunk) {
    return before.bytes != null
        && chunk.bytes != null
        && file.layout().offsetInObject(before.offset) + before.length
            == file.layout().offsetInObject(chunk.offset);
  }

  private void call(FileContent file, long object, List<Chunk> chunks) {
    long number = calls.next();
    List<ByteRange> ranges = new ArrayList<>();
    long oldest = Long.MAX_VALUE;
    boolean buffered = false;
    for (Chunk chunk : chunks) {
      ranges.add(chunk.range());
      oldest = Math.min(oldest, chunk.sequence);
      buffered |= !chunk.origin.through();
      file.chunks.sent(chunk, number);
    }
    Flight flight = new Flight(file, number, ranges, oldest, buffered);
    file.flights.add(flight);
    calls.make(flight, object, ops(file, chunks));
  }

  /** Chunks as they are written: those that follow each other by one operation. */
  private static List<ObjectOp> ops(FileContent file, List<Chunk> chunks) {
    List<ObjectOp> ops = new ArrayList<>();
    int from = 0;
    while (from < chunks.size()) {
      Chunk first = chunks.get(from);
      int to = from + 1;
      while (to < chunks.size() && joins(file, chunks.get(to - 1), chunks.get(to))) {
        to++;
      }
      long inObject = file.layout().offsetInObject(first.offset);
      List<Payload> pieces = new ArrayList<>();
      for (Chunk chunk : chunks.subList(from, to)) {
        if (chunk.bytes != null) {
          pieces.add(chunk.bytes);
        }
      }
      ops.add(
          pieces.isEmpty()
              ? new ObjectOp.Zero(new ByteRange(inObject, first.length))
              : new ObjectOp.Write(inObject, Payload.join(pieces)));
      from = to;
    }
    return ops;
  }

  void onAnswered(Flight flight, OpOutcome outcome) {
    switch (outcome) {
      case OpOutcome.Succeeded _ -> onWritten(flight);
      case OpOutcome.Failed failed -> onLost(flight, DataCalls.errorOf(failed));
    }
  }

  private void onWritten(Flight flight) {
    FileContent file = flight.file();
    file.flights.remove(flight);
    for (Chunk chunk : sentBy(flight)) {
      file.chunks.written(chunk);
      if (!file.mayCache()) {
        file.chunks.drop(chunk);
      }
    }
  }

  void onLost(Flight flight, FsError error) {
    FileContent file = flight.file();
    file.flights.remove(flight);
    sentBy(flight).forEach(file.chunks::drop);
    if (flight.buffered()) {
      file.error = error;
    }
    for (Waiter waiter : file.waiters) {
      if (flight.overlaps(waiter.range)
          && flight.oldest() <= waiter.sequence
          && waiter.kind == Waiter.Kind.WRITE) {
        waiter.error = error;
      }
    }
  }

  /** The bytes of a call that no later write has replaced. */
  private static List<Chunk> sentBy(Flight flight) {
    List<Chunk> sent = new ArrayList<>();
    for (ByteRange range : flight.ranges()) {
      for (Chunk chunk : flight.file().chunks.unwrittenWithin(range)) {
        if (chunk.state == State.SENT && chunk.call == flight.call()) {
          sent.add(chunk);
        }
      }
    }
    return sent;
  }

  /** Sends the oldest bytes while more than half of what may be dirty waits. */
  void relieve(boolean everything) {
    long most = everything ? 0 : config.dirtyBytes() / 2;
    if (budget.dirtyBytes() <= most) {
      return;
    }
    // Down to a quarter, so that it is not done for every write.
    for (Chunk chunk : List.copyOf(budget.dirty())) {
      if (budget.dirtyBytes() <= most / 2) {
        return;
      }
      flushAround(chunk);
    }
  }

  /** Sends the bytes that were written at that time or before. */
  void flushOlderThan(long nanos) {
    for (Chunk chunk : List.copyOf(budget.dirty())) {
      if (chunk.origin.sinceNanos() > nanos) {
        return;
      }
      flushAround(chunk);
    }
  }

  /** Sends a dirty chunk with its dirty neighbours. */
  private void flushAround(Chunk chunk) {
    FileContent file = chunk.file;
    if (file.chunks.dirtyAt(chunk.offset) != chunk) {
      return;
    }
    long from = chunk.offset;
    long to = chunk.end();
    Chunk before = file.chunks.dirtyBefore(from);
    while (before != null && to - from < config.mostCallBytes()) {
      from = before.offset;
      before = file.chunks.dirtyBefore(from);
    }
    Chunk after = file.chunks.dirtyAt(to);
    while (after != null && to - from < config.mostCallBytes()) {
      to = after.end();
      after = file.chunks.dirtyAt(to);
    }
    flush(file, new ByteRange(from, to - from), Long.MAX_VALUE);
  }
}
