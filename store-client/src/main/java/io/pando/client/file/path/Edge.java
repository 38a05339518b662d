package io.pando.client.file.path;

import io.pando.bytes.ByteRange;
import io.pando.client.engine.Completion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Hands results to programs: to a thread that waits, or to a future that completes on the client's
 * executor. Failures become exceptions of the API here.
 *
 * @param fileSystem its name, for messages
 */
record Edge(Completion completion, String fileSystem) {
  /** The end of a call: a result, or a failure. */
  private record Ended<T extends @Nullable Object>(T result, @Nullable Throwable failure) {}

  /** Waits for the result. */
  <T extends @Nullable Object> T await(PendingCall<T> call) {
    return completion.await(ended(call), ended -> read(call, ended), name(call));
  }

  /** Waits for the result even if the thread is interrupted: for the release of things. */
  <T extends @Nullable Object> T awaitInAnyCase(PendingCall<T> call) {
    return completion.awaitInAnyCase(ended(call), ended -> read(call, ended), name(call));
  }

  /** A range of a file; refuses one that is none. */
  ByteRange range(long offset, long length) {
    if (offset < 0 || length < 0) {
      throw completion
          .exceptions()
          .invalidArgument("offset " + offset + " and length " + length + " are not a range");
    }
    return new ByteRange(offset, Math.min(length, Long.MAX_VALUE - offset));
  }

  /** A future for the program. */
  <T extends @Nullable Object> CompletableFuture<T> hand(PendingCall<T> call) {
    return completion.hand(ended(call), ended -> read(call, ended));
  }

  private static <T extends @Nullable Object> CompletableFuture<Ended<T>> ended(
      PendingCall<T> call) {
    CompletableFuture<Ended<T>> ended = call.result().handle(Ended::new);
    var _ =
        ended.whenComplete((_, _) -> {
          if (ended.isCancelled()) {
            call.abandon().run();
          }
        });
    return ended;
  }

  private <T extends @Nullable Object> T read(PendingCall<T> call, Ended<T> ended) {
    Throwable failure = ended.failure();
    while (failure instanceof CompletionException wrapper && wrapper.getCause() != null) {
      failure = wrapper.getCause();
    }
    return switch (failure) {
      case null -> ended.result();
      case CallFailure refused ->
          throw completion.exceptions().of(refused.error(), call.path(), name(call));
      default -> throw new IllegalStateException(name(call), failure);
    };
  }

  private String name(PendingCall<?> call) {
    return call.what() + " of '" + call.path() + "' in file system '" + fileSystem + "'";
  }
}
