package io.pando.client;

import io.pando.client.engine.Completion;
import java.util.concurrent.Executor;

/** Hands results of file systems in tests to programs, with the exceptions of the API. */
public final class FileCompletions {
  private FileCompletions() {}

  /** Over an executor on which futures complete. */
  public static Completion on(Executor executor) {
    return new Completion(executor, new PandoExceptions());
  }
}
