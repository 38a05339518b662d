package io.pando.client.file.path;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call of a program that has begun.
 *
 * @param what what it does, for messages, such as "mkdir"
 * @param path the file, as the program named it
 * @param result completes on the client's thread
 * @param abandon to be run if the program does not wait for the result any more
 */
record PendingCall<T extends @Nullable Object>(
    String what, String path, CompletableFuture<T> result, Runnable abandon) {
  /** A call that ends by itself. */
  static <T extends @Nullable Object> PendingCall<T> of(
      String what, String path, CompletableFuture<T> result) {
    return new PendingCall<>(what, path, result, () -> {});
  }
}
