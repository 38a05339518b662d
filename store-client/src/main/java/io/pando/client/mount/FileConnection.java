package io.pando.client.mount;

import io.pando.client.engine.Completion;
import io.pando.fs.NameHash;
import io.pando.port.FileCalls;
import java.util.concurrent.CompletableFuture;

/**
 * A client of a file system, by inode: for mounts, which have no paths. Programs use {@code
 * Cluster.fileSystem}.
 */
public final class FileConnection implements AutoCloseable {
  private final FileEngine engine;
  private final Completion completion;

  FileConnection(FileEngine engine, Completion completion) {
    this.engine = engine;
    this.completion = completion;
  }

  /** The calls that the client executes. */
  public FileCalls calls() {
    return engine;
  }

  /** Of the names of the file system: the order of listings. */
  public NameHash hash() {
    return engine.hash();
  }

  /** Writes what is dirty and ends the session; waits for it, at most some seconds. */
  @Override
  public void close() {
    boolean _ = completion.awaitInAnyCase(engine.close(), clean -> clean, "closing files");
  }

  /** See {@link #close}; completes with whether all that was written is durable. */
  public CompletableFuture<Boolean> closeAsync() {
    return completion.hand(engine.close(), clean -> clean);
  }
}
