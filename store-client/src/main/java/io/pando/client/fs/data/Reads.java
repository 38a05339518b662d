package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.fs.data.OpenCall.Fill;
import io.pando.fs.FileLayout;
import io.pando.fs.FileLayout.Extent;
import io.pando.fs.request.FsError;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads of files: from cached chunks, from reads of objects that are under way already, and from
 * new ones. A read joins a call that is under way only while its bytes may be cached: with that
 * capability no other client writes, and this one has not written them since.
 *
 * <p>Without it a read shows what the objects have, and not the bytes of writes under way: other
 * clients may read the objects afterwards, and must not see older bytes.
 */
final class Reads {
  private static final int MOST_OPS = 64;

  private final FileDataConfig config;
  private final DataCalls calls;
  private final CacheBudget budget;

  Reads(FileDataConfig config, DataCalls calls, CacheBudget budget) {
    this.config = config;
    this.calls = calls;
    this.budget = budget;
  }

  void read(FileContent file, DataInput.Read read) {
    if (file.ended) {
      calls.emit(new DataEffect.Failed(read.token(), FsError.EIO));
      return;
    }
    if (!file.mayRead()) {
      file.refusedReads.add(read);
      return;
    }
    ByteRange range = Ranges.before(read.range(), file.size());
    PendingRead pending = new PendingRead(read.token(), range);
    if (range.length() > 0) {
      takeCached(file, range, pending);
      List<ByteRange> missing = new ArrayList<>();
      pending.gaps().forEach(gap -> missing.addAll(notUnderWay(file, gap, pending)));
      fetch(file, missing, pending);
    }
    answerIfReady(pending);
    if (file.mayCache() && range.length() > 0) {
      aheadOf(file, range);
    }
  }

  private static void takeCached(FileContent file, ByteRange range, PendingRead pending) {
    if (file.mayCache()) {
      for (Chunk chunk : file.chunks.within(range)) {
        pending.offer(chunk.range(), chunk.bytes);
        file.chunks.used(chunk);
      }
    }
  }

  private void aheadOf(FileContent file, ByteRange read) {
    ByteRange ahead = file.readAhead.after(read, file.size());
    List<ByteRange> missing = new ArrayList<>();
    for (ByteRange gap : file.chunks.gaps(ahead)) {
      missing.addAll(notUnderWay(file, gap, null));
    }
    fetch(file, missing, null);
  }

  /** The parts of a range that no call reads whose bytes count; the reader joins those that do. */
  private static List<ByteRange> notUnderWay(
      FileContent file, ByteRange range, @Nullable PendingRead reader) {
    List<ByteRange> left = new ArrayList<>(List.of(range));
    for (Fill fill : file.fills) {
      if (fill.keep && fill.overlaps(range)) {
        if (reader != null && !fill.readers.contains(reader)) {
          fill.readers.add(reader);
        }
        for (Extent extent : fill.extents) {
          left = without(left, Fill.inFile(extent));
        }
      }
    }
    return left;
  }

  private static List<ByteRange> without(List<ByteRange> ranges, ByteRange part) {
    List<ByteRange> left = new ArrayList<>();
    for (ByteRange range : ranges) {
      if (!Ranges.overlap(range, part)) {
        left.add(range);
        continue;
      }
      if (range.offset() < part.offset()) {
        left.add(Ranges.of(range.offset(), part.offset()));
      }
      if (part.end() < range.end()) {
        left.add(Ranges.of(part.end(), range.end()));
      }
    }
    return left;
  }

  private void fetch(FileContent file, List<ByteRange> ranges, @Nullable PendingRead reader) {
    FileLayout layout = file.layout();
    SortedMap<Long, List<Extent>> byObject = new TreeMap<>();
    for (ByteRange range : ranges) {
      for (Extent extent : layout.extents(range)) {
        byObject.computeIfAbsent(extent.object(), _ -> new ArrayList<>()).addAll(limited(extent));
      }
    }
    byObject.forEach((object, extents) -> {
      List<Extent> batch = new ArrayList<>();
      long bytes = 0;
      for (Extent extent : extents) {
        long more = extent.inObject().length();
        if (!batch.isEmpty()
            && (batch.size() == MOST_OPS || bytes + more > config.mostCallBytes())) {
          call(file, object, batch, reader);
          batch = new ArrayList<>();
          bytes = 0;
        }
        batch.add(extent);
        bytes += more;
      }
      call(file, object, batch, reader);
    });
  }

  /** The extent, in parts that fit in a call. */
  private List<Extent> limited(Extent extent) {
    List<Extent> parts = new ArrayList<>();
    long length = extent.inObject().length();
    for (long at = 0; at < length; at += config.mostCallBytes()) {
      long part = Math.min(config.mostCallBytes(), length - at);
      parts.add(
          new Extent(
              extent.object(),
              new ByteRange(extent.inObject().offset() + at, part),
              extent.fileOffset() + at));
    }
    return parts;
  }

  private void call(
      FileContent file, long object, List<Extent> extents, @Nullable PendingRead reader) {
    Fill fill = new Fill(file, calls.next(), List.copyOf(extents), file.mayCache());
    if (reader != null) {
      fill.readers.add(reader);
    }
    file.fills.add(fill);
    List<ObjectOp> ops = new ArrayList<>();
    extents.forEach(extent -> ops.add(new ObjectOp.Read(extent.inObject())));
    calls.make(fill, object, ops);
  }

  void onAnswered(Fill fill, OpOutcome outcome) {
    fill.file().fills.remove(fill);
    switch (outcome) {
      case OpOutcome.Succeeded done -> {
        for (int i = 0; i < fill.extents.size(); i++) {
          OpResult result = done.results().get(i);
          Payload bytes = result instanceof OpResult.Data data ? data.data() : Payload.EMPTY;
          take(fill, fill.extents.get(i), bytes);
        }
        fill.readers.forEach(this::answerIfReady);
      }
      case OpOutcome.Failed failed when failed.error() == OpError.NOT_FOUND -> {
        fill.extents.forEach(extent -> take(fill, extent, Payload.EMPTY));
        fill.readers.forEach(this::answerIfReady);
      }
      case OpOutcome.Failed failed -> fail(fill, DataCalls.errorOf(failed));
    }
  }

  void onUnanswered(Fill fill, FsError error) {
    fill.file().fills.remove(fill);
    fail(fill, error);
  }

  /** Takes the bytes that an object has of an extent; what it lacks are zeros. */
  private static void take(Fill fill, Extent extent, Payload bytes) {
    ByteRange whole = Fill.inFile(extent);
    ByteRange first = new ByteRange(whole.offset(), bytes.size());
    ByteRange rest = Ranges.of(first.end(), whole.end());
    for (PendingRead reader : fill.readers) {
      reader.offer(first, bytes);
      reader.offer(rest, null);
    }
    FileContent file = fill.file();
    if (fill.keep) {
      ByteRange stays = Ranges.before(first, file.size());
      file.chunks.fill(stays, bytes.slice(0, (int) stays.length()));
      file.chunks.fill(Ranges.before(rest, file.size()), null);
    }
  }

  private void answerIfReady(PendingRead reader) {
    if (reader.isReady()) {
      calls.emit(new DataEffect.Bytes(reader.token, reader.bytes()));
    }
  }

  void fail(Fill fill, FsError error) {
    for (PendingRead reader : fill.readers) {
      if (reader.fail()) {
        calls.emit(new DataEffect.Failed(reader.token, error));
      }
    }
  }

  /** Drops clean bytes that were not used for longest, as long as too many are cached. */
  void evict() {
    Chunk oldest = budget.leastUsed();
    while (budget.bytes() > config.cacheBytes() && oldest != null) {
      oldest.file.chunks.drop(oldest);
      oldest = budget.leastUsed();
    }
  }
}
