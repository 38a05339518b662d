package io.pando.sim.files.run;

import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.Caller;
import io.pando.sim.files.check.FilesOp;
import io.pando.sim.files.check.PlayedCall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call after the other on a client, each a part of the history. */
final class FilesCaller {
  private final FilesSite site;
  private final FilesSite.Client client;
  private @Nullable PlayedCall current;

  FilesCaller(FilesSite site, FilesSite.Client client) {
    this.site = site;
    this.client = client;
  }

  void call(FilesOp op, FileCall call, Consumer<FileOutcome> then) {
    PlayedCall played = site.history().begin(client.number(), op, site.nowNanos());
    current = played;
    var _ =
        client
            .files()
            .call(Caller.ROOT, call)
            .thenAccept(outcome -> {
              site.history().end(played, outcome, site.nowNanos());
              site.cluster().world().note("call: " + played);
              current = null;
              then.accept(outcome);
            });
  }

  /** Whether the client has not ended. */
  boolean isAlive() {
    return client.files().process().isAlive();
  }

  /** The call that is under way; null if there is none. */
  @Nullable PlayedCall current() {
    return current;
  }

  /** Does something after a random time. */
  void later(long nanos, Runnable what) {
    site.cluster().world().at(site.nowNanos() + nanos, what);
  }
}
