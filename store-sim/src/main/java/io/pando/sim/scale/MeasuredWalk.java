package io.pando.sim.scale;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clients that look at the files of a file system. */
public final class MeasuredWalk {
  private static final int AT_A_TIME = 64;
  private static final int PAGE = 1_000;

  private final MeasuredRank rank;
  private int underWay;

  /** A walk that did not begin yet. */
  public MeasuredWalk(MeasuredRank rank) {
    this.rank = rank;
  }

  /**
   * A client lists a directory, which shows it the inodes of all entries, and waits for the end.
   *
   * @return number of entries
   */
  public int list(MeasuredClient client, Ino directory) {
    Listed listed = new Listed(client, directory);
    listed.ask(-1, null);
    rank.run(() -> listed.over);
    return listed.entries;
  }

  /** A listing, page by page. */
  private static final class Listed {
    private final MeasuredClient client;
    private final Ino directory;
    private int entries;
    private boolean over;

    Listed(MeasuredClient client, Ino directory) {
      this.client = client;
      this.directory = directory;
    }

    private void ask(long hash, @Nullable EntryName after) {
      FsRequest request = new FsRequest.ListDirectory(directory, hash, after, PAGE);
      client.ask(
          request,
          answer -> {
            if (!(answer instanceof FsAnswer.Listing page)) {
              throw new IllegalStateException(request + ": " + answer);
            }
            entries += page.entries().size();
            if (page.more()) {
              EntryName last = page.entries().getLast().name();
              ask(last.hash(MeasuredRank.HASH), last);
            } else {
              over = true;
            }
          });
    }
  }

  /** Looks up a name, once few others are under way. */
  public void lookUp(MeasuredClient client, Ino directory, EntryName name) {
    rank.run(() -> underWay < AT_A_TIME);
    underWay++;
    ask(client, new FsRequest.Lookup(directory, name), _ -> underWay--);
  }

  /** Waits until all names are looked up. */
  public void finish() {
    rank.run(() -> underWay == 0);
  }

  private static void ask(MeasuredClient client, FsRequest request, Consumer<FsAnswer> then) {
    client.ask(
        request,
        answer -> {
          if (answer instanceof FsAnswer.Failed) {
            throw new IllegalStateException(request + ": " + answer);
          }
          then.accept(answer);
        });
  }
}
