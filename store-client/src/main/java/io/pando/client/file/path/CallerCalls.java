package io.pando.client.file.path;

import io.pando.check.Invariant;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.port.FileCalls;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one caller, as futures. They complete on the client's thread, and fail with {@link
 * CallFailure}; what depends on them must not block.
 *
 * @param lite whether queries for inodes are {@link FileCall.StatLite}
 */
record CallerCalls(FileCalls calls, Caller caller, boolean lite) {
  /** Calls that want what is true now. */
  CallerCalls(FileCalls calls, Caller caller) {
    this(calls, caller, false);
  }

  /** Calls for inodes whose sizes and times may be older. */
  CallerCalls asLite() {
    return new CallerCalls(calls, caller, true);
  }

  /** Begins a call. */
  <T extends @Nullable Object> CompletableFuture<T> start(
      FileCall call, Function<FileOutcome, T> reading) {
    CompletableFuture<T> future = new CompletableFuture<>();
    calls.submit(caller, call, outcome -> settle(future, outcome, reading));
    return future;
  }

  private static <T extends @Nullable Object> void settle(
      CompletableFuture<T> future, FileOutcome outcome, Function<FileOutcome, T> reading) {
    if (outcome instanceof FileOutcome.Answered(FsAnswer.Failed(FsError error))) {
      future.completeExceptionally(new CallFailure(error));
      return;
    }
    try {
      future.complete(reading.apply(outcome));
    } catch (AssertionError | IllegalStateException unexpected) {
      future.completeExceptionally(unexpected);
    }
  }

  /** A call that has nothing to say. */
  CompletableFuture<@Nullable Void> run(FileCall call) {
    return start(call, _ -> null);
  }

  /** A request that has nothing to say. */
  CompletableFuture<@Nullable Void> run(FsRequest request) {
    return run(new FileCall.Request(request));
  }

  /** A call that is answered by an inode, unless that is gone since a change was done. */
  CompletableFuture<Inode> find(FileCall call) {
    CompletableFuture<Inode> future = new CompletableFuture<>();
    FileOutcome gone = FileOutcome.failed(FsError.ESTALE);
    calls.submit(
        caller,
        call,
        outcome ->
            settle(
                future,
                outcome.equals(FileOutcome.DONE) ? gone : outcome,
                found -> answer(FsAnswer.Found.class, found).inode()));
    return future;
  }

  /** A request that is answered by an inode. */
  CompletableFuture<Inode> find(FsRequest request) {
    return find(
        lite && request instanceof FsRequest.Query query
            ? new FileCall.StatLite(query)
            : new FileCall.Request(request));
  }

  CompletableFuture<Inode> lookup(Ino directory, EntryName name) {
    return find(new FsRequest.Lookup(directory, name));
  }

  CompletableFuture<FsAnswer.Listing> list(FsRequest.ListDirectory request) {
    return start(new FileCall.Request(request), outcome -> answer(FsAnswer.Listing.class, outcome));
  }

  private static <T extends FsAnswer> T answer(Class<T> type, FileOutcome outcome) {
    return expect(type, expect(FileOutcome.Answered.class, outcome).answer());
  }

  /** The outcome as the type that the call has. */
  static <T> T expect(Class<T> type, Object outcome) {
    Invariant.check(
        type.isInstance(outcome),
        () -> "expected an outcome of " + type.getSimpleName() + ": " + outcome);
    return type.cast(outcome);
  }
}
