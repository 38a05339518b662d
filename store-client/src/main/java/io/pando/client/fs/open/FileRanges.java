package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.fs.data.DataEffect;
import io.pando.client.fs.data.DataInput;
import io.pando.fs.Capability;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Calls on the bytes of files. A call waits at its file until the client has a lease and the
 * capabilities for it, no change of the size is under way, and the file may be written that far.
 *
 * <p>While other clients may write, the size that is known may be too small, never too large: a
 * call that reaches behind it asks for the size first.
 *
 * <p>An append that others may overtake asks for the size, and writes in the step in which the
 * answer arrives, if it could write all the time since the question. The server answers when no
 * other client may write, and no other client gets an answer before this client has written, since
 * it would have to give up writing first. One append of a file is under way at a time, of all
 * clients: it has locked the file, so that appends do not overtake each other again and again.
 *
 * <p>Without a cache, a read or write that takes several calls of objects locks its range until it
 * has ended: a read sees all of a write or nothing of it. One call is atomic by itself. A call that
 * has a lock waits only for what no lock holds up: for capabilities, since these are given back
 * when the calls of objects that have begun are answered, and for the server.
 */
final class FileRanges {
  private static final long CROWDED_NANOS = 1_000_000;
  private static final long OVERTAKEN_NANOS = 1_000_000;
  private static final int MOST_DOUBLINGS = 8;

  private final FileParts parts;
  private final OpenTable table;
  private final FileGrants grants;
  private final FileLocking locking;
  private final FileGrowth growth;

  FileRanges(FileParts parts, OpenTable table, FileGrants grants, FileLocking locking) {
    this.parts = parts;
    this.table = table;
    this.grants = grants;
    this.locking = locking;
    this.growth = new FileGrowth(parts, this::refuse);
  }

  /** A program calls. */
  void submit(long call, FileHandle handle, FileCall.OnHandle what) {
    FileOp op = new FileOp(call, handle, what);
    handle.calls++;
    handle.file.changes.add(op);
    begin(op);
  }

  private void begin(FileOp op) {
    if (!start(op)) {
      op.file().waiting.add(op);
    }
  }

  /** Starts what can be started by now. */
  void pump(OpenFile file) {
    for (FileOp op : List.copyOf(file.waiting)) {
      if (file.waiting.remove(op) && !start(op)) {
        file.waiting.addLast(op);
      }
    }
  }

  /** A write waits in the machine for bytes, since the range that may be written became smaller. */
  void onAskWritable(DataEffect.AskWritable ask) {
    OpenFile file = table.find(ask.ino());
    if (file != null && file.mayWrite()) {
      growth.ask(file, ask.to());
    }
  }

  /** Whether the call has begun, or ended; otherwise it waits. */
  private boolean start(FileOp op) {
    OpenFile file = op.file();
    if (file.dead || file.failure != null) {
      FsError error = file.failure;
      fail(op, error == null || file.dead ? FsError.EIO : error);
      return true;
    }
    if (!parts.isServing() || !file.ready || file.changes.holdUp(op)) {
      return false;
    }
    return switch (op.what) {
      case FileCall.Read read -> read(op, read);
      case FileCall.Write write -> write(op, write);
      case FileCall.Zero zero -> zero(op, zero);
      case FileCall.Extend extend -> extend(op, extend.size());
      case FileCall.Seek seek -> seek(op, seek);
      default -> throw new IllegalArgumentException("no call on bytes: " + op.what);
    };
  }

  // Calls that change nothing

  private boolean read(FileOp op, FileCall.Read read) {
    OpenFile file = op.file();
    if (!file.mayRead() || file.isGrowingBelow(read.range().end())) {
      return false;
    }
    if (isShort(op, read.range().end())) {
      askSize(op);
      return true;
    }
    ByteRange range = before(read.range(), sizeOf(op));
    if (file.isReadShared() && isUnlocked(op, range)) {
      lock(op, LockMode.SHARED, range);
      return true;
    }
    if (OpenFile.meet(file.usable, OpenFile.CHANGES)
        && file.ages.isReadNews(file.obtainRecord(), parts.now().time())) {
      file.obtainRecord().read(parts.now().time());
    }
    // The file may be longer by now than the range that is locked.
    ByteRange safe = op.hasLock() ? before(range, op.locked().end()) : read.range();
    request(op, token -> new DataInput.Read(token, file.ino, safe), FileOutcome.DONE);
    return true;
  }

  private static ByteRange before(ByteRange range, long end) {
    long from = Math.min(range.offset(), end);
    return new ByteRange(from, Math.min(range.end(), end) - from);
  }

  // Locks

  /** Whether a call needs the lock of a range and has none. One of a former session is released. */
  private boolean isUnlocked(FileOp op, ByteRange range) {
    if (op.hasLockOf(parts.session())) {
      return false;
    }
    locking.release(op);
    return !parts.data().isOneCall(op.file().ino, range);
  }

  private void lock(FileOp op, LockMode mode, ByteRange range) {
    locking.obtain(op, mode, range, () -> begin(op));
  }

  private boolean seek(FileOp op, FileCall.Seek seek) {
    OpenFile file = op.file();
    if (file.given.isEmpty()) {
      return false;
    }
    if (!op.isSized()) {
      askSize(op);
      return true;
    }
    request(
        op,
        token -> new DataInput.Seek(token, file.ino, seek.offset(), seek.data()),
        FileOutcome.DONE);
    return true;
  }

  /** Whether the file may be longer than is known, and that matters. */
  private boolean isShort(FileOp op, long end) {
    return !op.isSized() && end > sizeOf(op);
  }

  private long sizeOf(FileOp op) {
    return parts.data().sizeOf(op.file().ino);
  }

  private void askSize(FileOp op) {
    OpenFile file = op.file();
    long cuts = file.cuts;
    parts.inodeAtServer(
        file.ino,
        answer -> {
          InodeContent.File content = FileParts.fileOf(answer);
          if (answer instanceof FsAnswer.Failed(FsError error)) {
            fail(op, error);
            return;
          }
          if (content != null && grants.learn(file, cuts, content.size())) {
            op.sized();
          }
          begin(op);
        });
  }

  // Writes

  private boolean write(FileOp op, FileCall.Write write) {
    if (write.bytes().isEmpty()) {
      end(op, new FileOutcome.At(op.handle.mode.appends() ? sizeOf(op) : write.offset()));
      return true;
    }
    if (!mayChange(op)) {
      return false;
    }
    return op.handle.mode.appends()
        ? append(op, write.bytes())
        : put(op, write.offset(), write.bytes());
  }

  private static boolean mayChange(FileOp op) {
    return op.file().mayWrite() && !op.file().isBlocked();
  }

  /** Whether the file may be written up to an offset; otherwise the server is asked. */
  private boolean reaches(FileOp op, long end) {
    if (end <= op.file().givenTo) {
      return true;
    }
    growth.ask(op.file(), end);
    return false;
  }

  private boolean put(FileOp op, long offset, Payload bytes) {
    OpenFile file = op.file();
    ByteRange range = new ByteRange(offset, bytes.size());
    if (file.isWriteShared() && isUnlocked(op, range)) {
      lock(op, LockMode.EXCLUSIVE, range);
      return true;
    }
    if (!reaches(op, range.end())) {
      return false;
    }
    op.writesTo = range.end();
    op.grows = file.isWriteShared() && range.end() > sizeOf(op);
    if (op.grows) {
      file.growsFrom(sizeOf(op));
    }
    change(
        op,
        token -> new DataInput.Write(token, file.ino, offset, bytes),
        new FileOutcome.At(offset));
    growth.onGrown(file);
    return true;
  }

  private boolean append(FileOp op, Payload bytes) {
    OpenFile file = op.file();
    FileOp turn = file.appending;
    if (turn != null && turn != op) {
      return false;
    }
    file.appending = op;
    if (sizeOf(op) + bytes.size() > OpenFile.MOST_BYTES) {
      fail(op, FsError.EFBIG);
      return true;
    }
    if (file.given.contains(Capability.BUFFER)) {
      return put(op, sizeOf(op), bytes);
    }
    if (file.isWriteShared() && isUnlocked(op, LockClaim.WHOLE_FILE)) {
      lock(op, LockMode.EXCLUSIVE, LockClaim.WHOLE_FILE);
      return true;
    }
    if (!reaches(op, sizeOf(op) + bytes.size())) {
      return false;
    }
    appendAtServersSize(op, bytes);
    return true;
  }

  private void appendAtServersSize(FileOp op, Payload bytes) {
    OpenFile file = op.file();
    long epoch = file.epoch;
    long cuts = file.cuts;
    parts.inodeAtServer(
        file.ino,
        answer -> {
          InodeContent.File content = FileParts.fileOf(answer);
          if (answer instanceof FsAnswer.Failed(FsError error)) {
            fail(op, error);
          } else if (content == null
              || !grants.learn(file, cuts, content.size())
              || file.epoch != epoch
              || !parts.isServing()
              || !mayChange(op)) {
            onOvertaken(op);
          } else if (sizeOf(op) + bytes.size() <= file.givenTo) {
            appendNow(op, bytes);
          } else {
            begin(op);
          }
        });
  }

  /**
   * Another client asked for the size before the server had answered, and so took the capability to
   * write. If both appended and asked again at once, that could be repeated without end.
   */
  private void onOvertaken(FileOp op) {
    if (op.hasLock()) {
      begin(op);
      return;
    }
    op.overtaken++;
    long most = OVERTAKEN_NANOS << Math.min(op.overtaken, MOST_DOUBLINGS);
    parts.later(parts.random().between(1, most), () -> begin(op));
  }

  /** Later, the size would have to be asked for once more. */
  private void appendNow(FileOp op, Payload bytes) {
    if (parts.data().takesNow(bytes.size())) {
      put(op, sizeOf(op), bytes);
    } else {
      parts.later(CROWDED_NANOS, () -> begin(op));
    }
  }

  private boolean zero(FileOp op, FileCall.Zero zero) {
    OpenFile file = op.file();
    ByteRange range = zero.range();
    if (!mayChange(op)) {
      return false;
    }
    if (isShort(op, range.end())) {
      askSize(op);
      return true;
    }
    if (file.isWriteShared() && isUnlocked(op, range)) {
      lock(op, LockMode.EXCLUSIVE, range);
      return true;
    }
    if (zero.grows() && !grow(op, range.end())) {
      return false;
    }
    file.hidden++;
    change(op, token -> new DataInput.Zero(token, file.ino, range), FileOutcome.DONE);
    return true;
  }

  private boolean extend(FileOp op, long size) {
    if (!mayChange(op) || !grow(op, size)) {
      return false;
    }
    end(op, FileOutcome.DONE);
    return true;
  }

  /** Makes the file at least this long, if it may be. */
  private boolean grow(FileOp op, long size) {
    OpenFile file = op.file();
    if (size <= sizeOf(op)) {
      return true;
    }
    if (!reaches(op, size)) {
      return false;
    }
    file.lengthen(parts, size);
    return true;
  }

  /** The server does not allow what was asked for: a quota does not, or the file is gone. */
  private void refuse(OpenFile file, FsError why) {
    for (FileOp op : List.copyOf(file.waiting)) {
      if (endOf(op) > file.givenTo && file.waiting.remove(op)) {
        fail(op, why);
      }
    }
  }

  /** Up to where a call needs to write; 0 for one that does not. */
  private long endOf(FileOp op) {
    return switch (op.what) {
      case FileCall.Write write ->
          (op.handle.mode.appends() ? sizeOf(op) : write.offset()) + write.bytes().size();
      case FileCall.Zero zero -> zero.grows() ? zero.range().end() : 0;
      case FileCall.Extend extend -> extend.size();
      default -> 0;
    };
  }

  // Answers

  private void change(FileOp op, LongFunction<DataInput.Request> of, FileOutcome whenDone) {
    op.file().changing++;
    op.file().obtainRecord().wrote(parts.now().time());
    request(op, of, whenDone);
  }

  private void request(FileOp op, LongFunction<DataInput.Request> of, FileOutcome whenDone) {
    op.session = parts.session();
    parts.request(of, effect -> onAnswer(op, effect, whenDone));
  }

  private void onAnswer(FileOp op, DataEffect effect, FileOutcome whenDone) {
    if (op.what instanceof FileCall.Write || op.what instanceof FileCall.Zero) {
      op.file().changing--;
    }
    long reached = effect instanceof DataEffect.Done ? op.writesTo : 0;
    if (op.grows) {
      op.grows = false;
      op.file().grown(reached);
    } else {
      op.file().reaches(reached);
    }
    switch (effect) {
      case DataEffect.Bytes bytes -> end(op, new FileOutcome.Bytes(bytes.bytes()));
      case DataEffect.Found found when found.offset() < 0 -> fail(op, FsError.ENODATA);
      case DataEffect.Found found -> end(op, new FileOutcome.At(found.offset()));
      case DataEffect.Done _ -> end(op, whenDone);
      case DataEffect.Failed _ when op.session != parts.session() && !op.file().dead -> {
        // Nothing of it was carried out: otherwise the file would have lost bytes.
        begin(op);
        table.stir(op.file());
      }
      case DataEffect.Failed failed -> fail(op, failed.error());
      case DataEffect.Returned _ -> begin(op);
      case DataEffect.Call _, DataEffect.AskWritable _ ->
          throw new IllegalArgumentException("no answer: " + effect);
    }
  }

  private void fail(FileOp op, FsError error) {
    end(op, FileOutcome.failed(error));
  }

  private void end(FileOp op, FileOutcome outcome) {
    OpenFile file = op.file();
    if (file.appending == op) {
      file.appending = null;
    }
    locking.release(op);
    op.handle.calls--;
    parts.complete(op.call, outcome);
    file.changes.ended(op);
    table.stir(file);
  }
}
