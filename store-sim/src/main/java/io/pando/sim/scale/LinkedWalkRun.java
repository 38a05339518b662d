package io.pando.sim.scale;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * What names beside the first one of each file cost: a walk of a tree whose files all have two
 * names, as {@code cp -lr} leaves them, and making such names.
 *
 * @param directories number of directories
 * @param files number of files in each
 */
public record LinkedWalkRun(int directories, int files) {
  /**
   * Simulated time, where a call of an object takes 2 ms.
   *
   * @param plainNanos a cold walk of a tree of files with one name
   * @param linkedNanos a cold walk of the same with two names
   * @param createNanos making a file, one after the other, on average
   * @param linkNanos giving a file a second name, one after the other, on average
   */
  public record Result(long plainNanos, long linkedNanos, long createNanos, long linkNanos) {
    /** Walk with links to walk without. */
    public double walkRatio() {
      return (double) linkedNanos / plainNanos;
    }

    /** Second name to first name. */
    public double linkRatio() {
      return (double) linkNanos / createNanos;
    }
  }

  /** Runs it. */
  public Result run() {
    long[] changes = changes();
    return new Result(walk(false), walk(true), changes[0], changes[1]);
  }

  private static MeasuredRank rank(MeasuredObjects objects) {
    return new MeasuredRank(objects, RankConfig.Limits.usual(), JournalLayout.USUAL_OBJECT_BYTES);
  }

  private long walk(boolean linked) {
    GeneratedFiles tree = new GeneratedFiles(directories, files, linked);
    MeasuredRank rank = rank(tree.objects());
    MeasuredClient client = rank.client();
    MeasuredWalk walk = new MeasuredWalk(rank);
    walk.list(client, Ino.ROOT);
    long begin = rank.now();
    for (int i = 0; i < directories; i++) {
      walk.list(client, tree.directory(i));
    }
    return rank.now() - begin;
  }

  /** A program makes files and then names; each call waits until it is durable. */
  private long[] changes() {
    MeasuredRank rank = rank(new MeasuredObjects());
    MeasuredClient client = rank.client();
    List<Ino> made = new ArrayList<>();
    long begin = rank.now();
    for (int i = 0; i < files; i++) {
      Ino ino = client.number();
      made.add(ino);
      FsRequest.NewContent content = new FsRequest.NewContent.NewFile();
      change(
          rank, client, new FsRequest.Make(Ino.ROOT, EntryName.of("f" + i), ino, 0644, 0, content));
    }
    long middle = rank.now();
    for (int i = 0; i < files; i++) {
      change(rank, client, new FsRequest.Link(made.get(i), Ino.ROOT, EntryName.of("g" + i)));
    }
    return new long[] {(middle - begin) / files, (rank.now() - middle) / files};
  }

  private static void change(MeasuredRank rank, MeasuredClient client, FsRequest request) {
    client.ask(
        request,
        answer -> {
          if (answer instanceof FsAnswer.Failed) {
            throw new IllegalStateException(request + ": " + answer);
          }
        });
    rank.run(client::isDurable);
  }
}
