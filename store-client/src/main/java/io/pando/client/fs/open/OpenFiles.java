package io.pando.client.fs.open;

import io.pando.client.fs.FileEffect;
import io.pando.client.fs.data.DataEffect;
import io.pando.client.fs.data.DataInput;
import io.pando.cluster.ClusterMap;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.session.FileState;
import io.pando.message.FileMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client of a file system: executes calls on names, inodes and the bytes of files. Pure: time
 * is an argument, and effects go to a consumer, which must not call the client; it carries them out
 * later, in their order.
 *
 * <p>Names, sessions and capabilities are the matter of {@code client.fs}, bytes that of {@code
 * client.fs.data}; this joins both:
 *
 * <pre>
 *  calls ─▶ names, inodes ──────────────────────────────────────▶ client of names
 *    ├────▶ {@link FileOpening}, {@link FileClosing}: handles ──────▶   │ capabilities
 *    ├────▶ {@link FileResizing}: sizes that programs set ─────────▶   ▼
 *    ├────▶ {@link FileRanges}: reads, writes ─▶ bytes ◀──────── {@link FileGrants}
 *    └────▶ {@link FileSyncs}: durable bytes and changes
 * </pre>
 *
 * <p>Times: a write sets the time of modification, a read that of access by the rules of {@code
 * relatime}, if the client may write the file; a client that only reads has no way to tell, so that
 * reading needs no update of the file.
 *
 * <p>Invariants: a call ends once; the machine for bytes uses no capability that the client does
 * not have; no capability is confirmed as given up before the machine for bytes has given it up; a
 * size is told only of a file that the client may change.
 */
public final class OpenFiles {
  /** Where the client is. */
  private enum Phase {
    SERVING,
    CLOSING,
    CLOSED
  }

  private static final long LATE_NANOS = 10_000_000;

  private final Consumer<OpenFilesEffect> out;
  private final OpenTable table;
  private final FileParts parts;
  private final FileGrants grants;
  private final FileRanges ranges;
  private final FileResizing resizing;
  private final FileOpening opening;
  private final FileClosing closing;
  private final FileSyncs syncs;
  private final FileLocking locking;
  private Phase phase = Phase.SERVING;
  private boolean served;
  private long clientWakeNanos = Long.MAX_VALUE;
  private long armedNanos = Long.MAX_VALUE;

  /**
   * A client without a session; it opens one when a map has a holder of the rank.
   *
   * @param session number of the session, the same as of the client's operations on objects
   * @param hash of the names of the file system
   * @param out takes effects; must not call the client
   */
  public OpenFiles(
      OpenFilesConfig config,
      long session,
      NameHash hash,
      Random64 random,
      Consumer<OpenFilesEffect> out) {
    this.out = out;
    this.table = new OpenTable(config.mostResting());
    this.parts = new FileParts(config, session, hash, random, this::stateOf, out);
    this.grants = new FileGrants(parts, table);
    this.locking = new FileLocking(parts);
    this.ranges = new FileRanges(parts, table, grants, locking);
    this.resizing = new FileResizing(parts, table);
    this.opening = new FileOpening(parts, table, grants, this::resize);
    this.closing = new FileClosing(parts, table);
    this.syncs = new FileSyncs(parts, table);
  }

  private @Nullable FileState stateOf(Ino ino) {
    OpenFile file = table.find(ino);
    WriterRecord record = file == null ? null : file.record;
    if (file == null || record == null || !file.ready || parts.isSessionOver()) {
      return null;
    }
    long size = file.sizeForOthers(parts.data().sizeOf(ino));
    return new FileState(size, file.truncations, record.modified(), record.accessed(), file.asked);
  }

  // Calls

  /**
   * Executes a call other than {@link FileCall.GetSpace}.
   *
   * @param call number of the call, unique among those that have not ended: {@link
   *     OpenFilesEffect.Complete}
   */
  public void submit(At now, long call, Caller caller, FileCall what) {
    step(
        now,
        () -> {
          parts.begin(call);
          if (phase == Phase.SERVING) {
            execute(call, caller, what);
          } else {
            fail(call, FsError.EIO);
          }
        });
  }

  private void execute(long call, Caller caller, FileCall what) {
    switch (what) {
      case FileCall.Request(FsRequest request) -> request(call, caller, request);
      case FileCall.StatLite(FsRequest.Query query) -> {
        FsAnswer known = parts.answerLite(caller, query);
        if (known == null) {
          request(call, caller, query);
        } else {
          answer(call, known);
        }
      }
      case FileCall.Make make -> parts.make(caller, make.file(), answer -> answer(call, answer));
      case FileCall.Access access ->
          parts.access(caller, access.ino(), access.things(), answer -> answer(call, answer));
      case FileCall.SyncAll _ ->
          syncs.syncAll(error ->
              parts.complete(call, error == null ? FileOutcome.DONE : FileOutcome.failed(error)));
      case FileCall.Open open -> opening.open(call, caller, open);
      case FileCall.Create create -> opening.create(call, caller, create);
      case FileCall.OnHandle onHandle -> onHandle(call, onHandle);
      case FileCall.GetSpace _ -> fail(call, FsError.EOPNOTSUPP);
    }
  }

  private void answer(long call, FsAnswer answer) {
    parts.complete(call, new FileOutcome.Answered(answer));
  }

  private void fail(long call, FsError error) {
    parts.complete(call, FileOutcome.failed(error));
  }

  private void request(long call, Caller caller, FsRequest request) {
    switch (request) {
      case FsRequest.Make _ -> fail(call, FsError.EINVAL);
      case FsRequest.SetAttributes set -> {
        setsTimes(set);
        if (set.change().size() == null) {
          parts.execute(caller, set, answer -> answer(call, answer));
        } else {
          resize(caller, set, answer -> answer(call, answer));
        }
      }
      case FsRequest.GetInode(Ino ino) -> {
        OpenFile file = table.find(ino);
        long cuts = file == null ? 0 : file.cuts;
        parts.execute(
            caller,
            request,
            answer -> {
              InodeContent.File content = FileParts.fileOf(answer);
              if (file != null && content != null) {
                grants.learn(file, cuts, content.size());
              }
              answer(call, answer);
            });
      }
      default -> parts.execute(caller, request, answer -> answer(call, answer));
    }
  }

  /** Times that a program sets replace those of what it did before. */
  private void setsTimes(FsRequest.SetAttributes set) {
    InodeChange change = set.change();
    OpenFile file = table.find(set.ino());
    WriterRecord record = file == null ? null : file.record;
    if (record != null && (change.accessed() != null || change.modified() != null)) {
      parts.tell(set.ino());
      record.forgetTimes();
    }
  }

  private void resize(Caller caller, FsRequest.SetAttributes set, Consumer<FsAnswer> then) {
    OpenFile file = table.find(set.ino());
    if (file == null) {
      parts.execute(caller, set, then);
    } else {
      file.changes.afterAll(
          () -> resizing.resize(file, new FileResizing.Resize(caller, set, then)));
    }
  }

  private void onHandle(long call, FileCall.OnHandle what) {
    FileHandle handle = table.handle(what.handle());
    FsError refused = HandleRules.refusal(handle, what);
    if (handle == null || refused != null) {
      fail(call, refused == null ? FsError.EINVAL : refused);
      return;
    }
    switch (what) {
      case FileCall.Sync _ -> syncs.sync(call, handle);
      case FileCall.Propagate it -> syncs.propagate(call, handle, it.range());
      case FileCall.Synchronize it -> syncs.synchronize(call, handle, it.range());
      case FileCall.Close _ -> {
        closing.close(handle);
        parts.complete(call, FileOutcome.DONE);
      }
      case FileCall.TestLock it -> locking.test(call, handle, it);
      case FileCall.SetLock it -> locking.set(call, handle, it);
      case FileCall.CancelLock it -> locking.cancel(call, handle, it);
      case FileCall.Read _, FileCall.Write _, FileCall.Zero _, FileCall.Extend _, FileCall.Seek _ ->
          ranges.submit(call, handle, what);
    }
  }

  // Inputs

  /** There is a newer map. */
  public void onMap(At now, ClusterMap map) {
    step(now, () -> parts.client().onMap(now.nanos(), map));
  }

  /** A peer has sent a message. */
  public void onMessage(At now, Peer from, FileMessage message) {
    step(now, () -> parts.client().onMessage(now.nanos(), from, message));
  }

  /** The stream to a peer ended. */
  public void onReset(At now, Peer peer) {
    step(now, () -> parts.client().onReset(now.nanos(), peer));
  }

  /** An {@link OpenFilesEffect.Call} was answered. */
  public void onCallAnswered(At now, long number, OpOutcome outcome) {
    step(
        now,
        () -> {
          if (!parts.onRemoved(number, outcome) && !parts.isFormer(number)) {
            if (outcome instanceof OpOutcome.Failed failed && failed.error() == OpError.FENCED) {
              grants.onFenced();
            } else {
              parts.step(new DataInput.Answered(number, outcome));
            }
          }
        });
  }

  /** An {@link OpenFilesEffect.Call} got no answer: its outcome is unknown. */
  public void onCallUnanswered(At now, long number, FsError error) {
    step(
        now,
        () -> {
          if (!parts.onRemoved(number, null) && !parts.isFormer(number)) {
            parts.step(new DataInput.Unanswered(number, error));
          }
        });
  }

  /** {@link OpenFilesEffect.Drop} is done. */
  public void onDropped(At now, long token) {
    step(now, () -> grants.onDropped(token));
  }

  /** The time of {@link OpenFilesEffect.WakeAt} has come. */
  public void onWoken(At now) {
    armedNanos = Long.MAX_VALUE;
    step(now, () -> {});
  }

  /** Continues after {@link OpenFilesEffect.SessionLost} that needs a number. */
  public void begin(At now, long session) {
    step(now, () -> parts.client().begin(now.nanos(), session));
  }

  /**
   * Writes what is dirty, and closes the session: {@link OpenFilesEffect.Closed}. Calls after it,
   * and those that have not ended then, fail.
   */
  public void shutDown(At now) {
    step(
        now,
        () -> {
          if (phase == Phase.SERVING) {
            phase = Phase.CLOSING;
            syncs.syncAll(
                _ -> parts.afterRemovals(() -> parts.client().shutDown(parts.now().nanos())));
          }
        });
  }

  // One step

  private void step(At now, Runnable input) {
    parts.now(now);
    input.run();
    if (clientWakeNanos <= now.nanos()) {
      clientWakeNanos = Long.MAX_VALUE;
      parts.client().onWoken(now.nanos());
    }
    parts.runTimers();
    if (dataWakeNanos() <= now.nanos()) {
      parts.step(new DataInput.Ticked());
    }
    settle();
    arm();
  }

  private void settle() {
    while (true) {
      FileEffect ofClient = parts.nextOfClient();
      DataEffect ofData = ofClient == null ? parts.nextOfData() : null;
      if (ofClient != null) {
        on(ofClient);
      } else if (ofData != null) {
        on(ofData);
      } else if (!proceed()) {
        return;
      }
    }
  }

  /** Does what is left to do for one file; false if there is none. */
  private boolean proceed() {
    boolean serving = parts.isServing();
    if (serving && !served) {
      table.stirAll();
    }
    served = serving;
    OpenFile file = table.nextStirred();
    if (file == null) {
      return false;
    }
    grants.reconcile(file);
    resizing.advance(file);
    ranges.pump(file);
    closing.tidy(file);
    return true;
  }

  private void on(FileEffect effect) {
    switch (effect) {
      case FileEffect.Send(Peer.Dialed to, FileMessage message) ->
          out.accept(new OpenFilesEffect.Send(to, message));
      case FileEffect.Complete complete -> parts.onAnswer(complete);
      case FileEffect.OfLocks ofLocks -> locking.on(ofLocks);
      case FileEffect.Use use -> {
        grants.onUse(use);
        OpenFile file = table.find(use.ino());
        if (file != null) {
          table.stir(file);
        }
      }
      case FileEffect.Flush flush -> grants.onFlush(flush);
      case FileEffect.Invalidate drop -> grants.onInvalidate(drop);
      case FileEffect.Stable(Ino ino) -> parts.onStable(ino);
      case FileEffect.Unmade(Ino ino) -> parts.onUnmade(ino);
      case FileEffect.DropCaches _ -> {
        grants.dropClean();
        out.accept(new OpenFilesEffect.DropAll());
      }
      case FileEffect.SessionLost(boolean needsNumber, String reason) -> {
        grants.onSessionLost();
        out.accept(new OpenFilesEffect.SessionLost(needsNumber, reason));
      }
      case FileEffect.Closed _ -> {
        phase = Phase.CLOSED;
        parts.failAll();
        out.accept(new OpenFilesEffect.Closed());
      }
      case FileEffect.WakeAt(long nanos) -> clientWakeNanos = nanos;
    }
  }

  private void on(DataEffect effect) {
    switch (effect) {
      case DataEffect.Call call -> parts.call(call);
      case DataEffect.AskWritable ask -> ranges.onAskWritable(ask);
      case DataEffect.Bytes bytes -> parts.onAnswer(bytes.token(), bytes);
      case DataEffect.Done done -> parts.onAnswer(done.token(), done);
      case DataEffect.Failed failed -> parts.onAnswer(failed.token(), failed);
      case DataEffect.Returned returned -> parts.onAnswer(returned.token(), returned);
      case DataEffect.Found found -> parts.onAnswer(found.token(), found);
    }
  }

  private long dataWakeNanos() {
    OptionalLong due = parts.data().dueNanos();
    return due.orElse(Long.MAX_VALUE);
  }

  private void arm() {
    long now = parts.now().nanos();
    // Bytes that wait for a write of the same place are due and cannot be sent.
    long data = dataWakeNanos() <= now ? now + LATE_NANOS : dataWakeNanos();
    long next = Math.min(Math.min(clientWakeNanos, data), parts.timerNanos());
    if (phase != Phase.CLOSED && next < armedNanos) {
      armedNanos = next;
      out.accept(new OpenFilesEffect.WakeAt(next));
    }
  }

  // What is known

  /** What may be cached of an inode outside of the client. */
  public CachePermit permit(At now, Ino ino) {
    long nanos = parts.client().servingNanos(now.nanos());
    return new CachePermit(nanos > 0 ? parts.client().usable(ino) : CapabilitySet.NONE, nanos);
  }

  /** Whether no call is open, nothing is dirty, and all changes are durable. */
  public boolean isIdle() {
    return parts.isIdle()
        && table.files().stream().noneMatch(it -> it.ready && parts.data().isDirty(it.ino));
  }

  /** For people who look for a fault. */
  @Override
  public String toString() {
    return parts.toString();
  }
}
