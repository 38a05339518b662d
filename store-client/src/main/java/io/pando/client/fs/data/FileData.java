package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.client.fs.data.Waiter.Kind;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.request.FsError;
import io.pando.op.OpOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The machine for the bytes of files on a client (paper 003, 3.2.1 and 3.2.2). What it may do
 * depends on the capabilities of the session for each file:
 *
 * <ul>
 *   <li>with {@code CACHE} or {@code BUFFER} it keeps what it read, and reads ahead; with {@code
 *       BUFFER} it answers writes at once and sends them later, the oldest first;
 *   <li>without them each read and write goes to the objects before it is answered; one that needs
 *       several calls ({@link #isOneCall}) is not atomic by itself;
 *   <li>with {@code LAZY} it does both whatever others do; {@link DataInput.Flush} and {@link
 *       DataInput.Invalidated} make changes visible.
 * </ul>
 *
 * <p>Invariants: chunks of a file do not overlap; the budget counts exactly the chunks of all
 * files; writes under way do not overlap; without permission nothing is cached; a request is
 * answered once.
 *
 * <p>Bytes are not copied, except where a read or a call joins several pieces. The caller reports a
 * new size to the server, and sees to it that a file is known as long as it is in use.
 */
public final class FileData {
  private static final int SAMPLED_STEPS = 32;

  private final FileDataConfig config;
  private final CacheBudget budget = new CacheBudget();
  private final DataCalls calls = new DataCalls();
  private final Reads reads;
  private final WriteBehind writes;
  private final Seeks seeks = new Seeks(calls);
  private final SortedMap<Ino, FileContent> files = new TreeMap<>();
  private final SortedMap<Long, DataInput.Seek> seeking = new TreeMap<>();
  private final SortedMap<Long, DataInput.Read> behindWrites = new TreeMap<>();
  private final List<Change> waiting = new ArrayList<>();
  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private long nowNanos;

  /**
   * A write that is not in the cache yet.
   *
   * @param bytes null for zeros
   */
  private record Change(long token, FileContent file, ByteRange range, @Nullable Payload bytes) {
    boolean isAllowed() {
      return file.mayWrite(bytes == null ? 0 : range.end());
    }
  }

  public FileData(FileDataConfig config) {
    this.config = config;
    this.reads = new Reads(config, calls, budget);
    this.writes = new WriteBehind(config, calls, budget);
  }

  /** Handles an input at a time of a monotonic clock. */
  public void step(long now, DataInput input, Consumer<DataEffect> out) {
    nowNanos = now;
    calls.begin(out);
    try {
      onInput(input);
      reads.evict();
      checkInvariants();
    } finally {
      calls.end();
    }
  }

  private void onInput(DataInput input) {
    switch (input) {
      case DataInput.Opened opened -> onOpened(opened);
      case DataInput.Granted granted -> {
        file(granted.ino()).grant(granted);
        resume(file(granted.ino()));
      }
      case DataInput.Resized resized -> file(resized.ino()).cutOff(resized.size());
      case DataInput.Invalidated dropped -> file(dropped.ino()).forgetClean(dropped.range());
      case DataInput.Request request -> onRequest(file(request.ino()), request);
      case DataInput.Answered answered -> onAnswered(answered.call(), answered.outcome());
      case DataInput.Unanswered lost -> onUnanswered(lost.call(), lost.error());
      case DataInput.SessionEnded _ -> endSession();
      case DataInput.Ticked _ -> writes.flushOlderThan(nowNanos - config.dirtyAgeNanos());
    }
  }

  private FileContent file(Ino ino) {
    return Invariant.present(files.get(ino), () -> "file " + ino + " is not open");
  }

  private void onOpened(DataInput.Opened opened) {
    FileContent known = files.get(opened.ino());
    if (known == null) {
      files.put(opened.ino(), new FileContent(opened, config, budget));
    } else {
      known.reopen(opened);
      resume(known);
    }
  }

  /** Continues with what waited for capabilities. */
  private void resume(FileContent file) {
    List<DataInput.Read> refused = List.copyOf(file.refusedReads);
    file.refusedReads.clear();
    refused.forEach(read -> read(file, read));
    admit();
    waiting.stream().filter(change -> change.file == file).findFirst().ifPresent(this::ask);
  }

  private void onRequest(FileContent file, DataInput.Request request) {
    switch (request) {
      case DataInput.Read read -> read(file, read);
      case DataInput.Write write ->
          change(
              new Change(
                  write.token(),
                  file,
                  new ByteRange(write.offset(), write.bytes().size()),
                  write.bytes()));
      case DataInput.Zero zero ->
          change(new Change(zero.token(), file, Ranges.before(zero.range(), file.size()), null));
      case DataInput.Truncate truncate -> {
        file.cutOff(truncate.size());
        ByteRange behind = new ByteRange(truncate.size(), Long.MAX_VALUE - truncate.size());
        await(file, new Waiter(Kind.TRUNCATE, truncate.token(), behind, Long.MAX_VALUE, 0));
      }
      case DataInput.Flush flush -> await(file, Kind.FLUSH, flush.token(), flush.range());
      case DataInput.Sync sync -> await(file, Kind.SYNC, sync.token(), Ranges.ALL);
      case DataInput.Closed closed -> await(file, Kind.CLOSE, closed.token(), Ranges.ALL);
      case DataInput.Revoked revoked -> revoke(file, revoked);
      case DataInput.Seek seek -> {
        seeking.put(seek.token(), seek);
        await(file, Kind.SEEK, seek.token(), Ranges.ALL);
      }
    }
  }

  private void read(FileContent file, DataInput.Read read) {
    ByteRange range = Ranges.before(read.range(), file.size());
    if (file.mayCache() || file.ended || !file.chunks.hasUnwritten(range, Long.MAX_VALUE)) {
      reads.read(file, read);
    } else {
      behindWrites.put(read.token(), read);
      await(file, Kind.READ, read.token(), range);
    }
  }

  /**
   * Other clients may write once the cache is given up, and reads of several objects that began
   * under it would see a part of such a write.
   */
  private void revoke(FileContent file, DataInput.Revoked revoked) {
    file.keepOnly(revoked.left());
    for (Change change : List.copyOf(waiting)) {
      if (change.file == file && waiting.remove(change)) {
        calls.emit(new DataEffect.Returned(change.token));
      }
    }
    long sequence = file.mayBuffer() ? 0 : budget.lastSequence();
    long lastRead = file.mayRead() && file.mayCache() ? 0 : calls.next() - 1;
    await(file, new Waiter(Kind.REVOKE, revoked.token(), Ranges.ALL, sequence, lastRead));
  }

  private void await(FileContent file, Kind kind, long token, ByteRange range) {
    await(file, new Waiter(kind, token, range, budget.lastSequence(), 0));
  }

  private void await(FileContent file, Waiter waiter) {
    file.waiters.add(waiter);
    if (file.ended) {
      endWaiters(file);
    } else {
      flushFor(file, waiter);
      answerWaiters(file);
    }
  }

  private void flushFor(FileContent file, Waiter waiter) {
    if (waiter.kind != Kind.TRUNCATE) {
      writes.flush(file, waiter.range, waiter.sequence);
    }
  }

  // Writes

  private void change(Change change) {
    if (change.file.ended) {
      calls.answer(change.token, FsError.EIO);
    } else if (change.range.length() == 0) {
      calls.answer(change.token, null);
    } else {
      waiting.add(change);
      admit();
      if (waiting.contains(change)) {
        ask(change);
        writes.relieve(true);
      }
    }
  }

  private void ask(Change change) {
    if (change.bytes != null && change.range.end() > change.file.writableTo()) {
      calls.emit(new DataEffect.AskWritable(change.file.ino, change.range.end()));
    }
  }

  /**
   * Takes writes into the cache, as far as they are allowed and there is room, in the order of
   * arrival in each file. A write that lacks room holds back all others, so that it gets its turn.
   */
  private void admit() {
    List<FileContent> held = new ArrayList<>();
    List<Change> left = new ArrayList<>();
    boolean full = false;
    for (Change change : List.copyOf(waiting)) {
      boolean allowed = !held.contains(change.file) && change.isAllowed();
      full |= allowed && !hasRoom(change.bytes == null ? 0 : change.range.length());
      if (allowed && !full) {
        apply(change);
      } else {
        held.add(change.file);
        left.add(change);
      }
    }
    waiting.clear();
    waiting.addAll(left);
    writes.relieve(full);
  }

  private boolean hasRoom(long bytes) {
    return budget.unwrittenBytes() == 0 || budget.unwrittenBytes() + bytes <= config.dirtyBytes();
  }

  private void apply(Change change) {
    FileContent file = change.file;
    boolean through = !file.mayBuffer();
    Chunk.Origin origin = new Chunk.Origin(nowNanos, through);
    writes.write(file, change.range, change.bytes, origin);
    if (change.bytes != null) {
      file.growTo(change.range.end());
    }
    if (through) {
      await(file, Kind.WRITE, change.token, change.range);
    } else {
      calls.answer(change.token, null);
    }
  }

  // Answers

  private void onAnswered(long number, OpOutcome outcome) {
    if (DataCalls.isFenced(outcome)) {
      endSession();
      return;
    }
    OpenCall call = calls.close(number);
    switch (call) {
      case null -> {
        // Of a session that has ended.
      }
      case OpenCall.Fill fill -> {
        reads.onAnswered(fill, outcome);
        continueWriting(fill.file());
      }
      case OpenCall.Flight flight -> {
        writes.onAnswered(flight, outcome);
        continueWriting(flight.file());
      }
      case OpenCall.Look look -> seeks.onAnswered(look, outcome);
    }
  }

  private void onUnanswered(long number, FsError error) {
    switch (calls.close(number)) {
      case null -> {
        // Of a session that has ended.
      }
      case OpenCall.Fill fill -> {
        reads.onUnanswered(fill, error);
        continueWriting(fill.file());
      }
      case OpenCall.Flight flight -> {
        writes.onLost(flight, error);
        continueWriting(flight.file());
      }
      case OpenCall.Look look -> seeks.fail(look.search(), error);
    }
  }

  /** A call has ended: continues with what waited for it. */
  private void continueWriting(FileContent file) {
    List.copyOf(file.waiters).forEach(waiter -> flushFor(file, waiter));
    answerWaiters(file);
    admit();
  }

  private void answerWaiters(FileContent file) {
    for (Waiter waiter : List.copyOf(file.waiters)) {
      if (!isOpen(file, waiter) && file.waiters.remove(waiter)) {
        answer(file, waiter);
      }
    }
  }

  private static boolean isOpen(FileContent file, Waiter waiter) {
    boolean unwritten =
        waiter.kind != Kind.TRUNCATE && file.chunks.hasUnwritten(waiter.range, waiter.sequence);
    return unwritten
        || file.isUnderWay(waiter.range, waiter.sequence)
        || file.fills.stream().anyMatch(fill -> fill.call <= waiter.reads);
  }

  private void answer(FileContent file, Waiter waiter) {
    switch (waiter.kind) {
      case WRITE -> calls.answer(waiter.token, waiter.error);
      case READ ->
          reads.read(
              file,
              Invariant.present(behindWrites.remove(waiter.token), () -> "a read is not known"));
      case FLUSH, REVOKE, TRUNCATE -> calls.answer(waiter.token, null);
      case SYNC -> tellError(file, waiter.token);
      case CLOSE -> {
        tellError(file, waiter.token);
        forget(file);
      }
      case SEEK ->
          seeks.begin(
              file, Invariant.present(seeking.remove(waiter.token), () -> "a search is not known"));
    }
  }

  private void tellError(FileContent file, long token) {
    calls.answer(token, file.error);
    file.error = null;
  }

  private void forget(FileContent file) {
    failRequests(file);
    file.chunks.remove(Ranges.ALL, _ -> true);
    files.remove(file.ino);
  }

  // The end of a session

  private void endSession() {
    for (FileContent file : List.copyOf(files.values())) {
      file.ended = true;
      if (file.chunks.hasUnwritten()) {
        file.error = FsError.EIO;
      }
      file.chunks.remove(Ranges.ALL, _ -> true);
      failRequests(file);
      endWaiters(file);
    }
  }

  private void failRequests(FileContent file) {
    for (OpenCall call : calls.forget(file)) {
      switch (call) {
        case OpenCall.Fill fill -> reads.fail(fill, FsError.EIO);
        case OpenCall.Look look -> seeks.fail(look.search(), FsError.EIO);
        case OpenCall.Flight _ -> {
          // Requests that wait for it are answered by the caller.
        }
      }
    }
    file.fills.clear();
    file.flights.clear();
    file.refusedReads.forEach(read -> calls.answer(read.token(), FsError.EIO));
    file.refusedReads.clear();
    for (Change change : List.copyOf(waiting)) {
      if (change.file == file) {
        waiting.remove(change);
        calls.answer(change.token, FsError.EIO);
      }
    }
  }

  private void endWaiters(FileContent file) {
    for (Waiter waiter : List.copyOf(file.waiters)) {
      if (file.waiters.remove(waiter)) {
        switch (waiter.kind) {
          case SYNC, CLOSE, REVOKE -> answer(file, waiter);
          case WRITE, FLUSH, TRUNCATE -> calls.answer(waiter.token, FsError.EIO);
          case READ, SEEK -> {
            seeking.remove(waiter.token);
            behindWrites.remove(waiter.token);
            calls.answer(waiter.token, FsError.EIO);
          }
        }
      }
    }
  }

  // State for the caller

  /** Bytes of a file, with the writes that were taken. */
  public long sizeOf(Ino ino) {
    return file(ino).size();
  }

  /**
   * Whether a read or write of a range is one call of one object, and so atomic. Other clients
   * decide the same if they have the same limit of a call.
   */
  public boolean isOneCall(Ino ino, ByteRange range) {
    if (range.length() == 0) {
      return true;
    }
    FileLayout layout = file(ino).layout();
    long from = layout.offsetInObject(range.offset());
    long to = layout.offsetInObject(range.end() - 1);
    return layout.objectOf(range.offset()) == layout.objectOf(range.end() - 1)
        && to - from == range.length() - 1
        && from / config.mostCallBytes() == to / config.mostCallBytes();
  }

  /** Whether a file has bytes that are not durable. */
  public boolean isDirty(Ino ino) {
    return file(ino).chunks.hasUnwritten();
  }

  /** Whether a write of this length, to a file that may be written, is taken at once. */
  public boolean takesNow(long bytes) {
    return hasRoom(bytes) && waiting.stream().noneMatch(Change::isAllowed);
  }

  /** Bytes of all files in memory. */
  public long cachedBytes() {
    return budget.bytes();
  }

  /** When {@link DataInput.Ticked} is due; empty if no bytes wait to be sent. */
  public OptionalLong dueNanos() {
    return budget.dirty().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(budget.dirty().first().origin.sinceNanos() + config.dirtyAgeNanos());
  }

  private void checkInvariants() {
    long most = Math.max(config.cacheBytes(), budget.unwrittenBytes());
    Invariant.check(budget.bytes() <= most, "more bytes are cached than allowed");
    if (sampling.isDue()) {
      files.values().forEach(FileContent::checkThoroughly);
    }
  }
}
