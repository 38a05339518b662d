package io.pando.mds.names;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.id.PoolId;
import io.pando.mds.tree.Tree;
import io.pando.mds.tree.TreeView;
import io.pando.mds.tree.UnreadException;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Executes requests for names and inodes over the rows of a rank that are in memory. An execution
 * changes nothing: it has a plan, whose update is ordered later ({@link Tree#begin}), or says which
 * rows have to be read before it is repeated. A plan is valid until another update is ordered.
 *
 * <p>The file system follows Linux, where POSIX leaves a choice. A directory has two links and one
 * for each directory in it. The bytes of a file with several names count in no directory's totals.
 *
 * <p>Not safe for use by several threads.
 */
public final class Names {
  private static final Permissions OF_STRAYS = new Permissions(0700, 0, 0);

  private final NamesConfig config;
  private final Tree tree;

  /**
   * The names of a rank.
   *
   * @param tree its rows; {@link Tree#recover} has to end before the first execution
   */
  public Names(NamesConfig config, Tree tree) {
    this.config = config;
    this.tree = tree;
  }

  /** A step of an execution. */
  private interface Step {
    FsAnswer execute(Work work) throws UnreadException, FsException, UncutException;
  }

  private Execution run(Caller caller, Timestamp now, Step step) {
    Work work = new Work(config, new TreeView(tree), caller, now);
    try {
      return work.plan(step.execute(work));
    } catch (FsException failed) {
      return work.plan(new FsAnswer.Failed(failed.error()));
    } catch (UnreadException unread) {
      return new Execution.Missing(unread.rows());
    } catch (UncutException uncut) {
      return new Execution.Uncut(uncut.file());
    }
  }

  /**
   * Executes a request of a client.
   *
   * @param now becomes the time of changes
   */
  public Execution execute(Caller caller, Timestamp now, FsRequest request) {
    return run(
        caller,
        now,
        work ->
            switch (request) {
              case FsRequest.Query it -> new Queries(work).execute(it);
              case FsRequest.Make it -> new Creation(work).make(it);
              case FsRequest.Link it -> new Creation(work).link(it);
              case FsRequest.Remove it -> new Unlinking(work).remove(it);
              case FsRequest.Rename it -> new Renaming(work).rename(it);
              case FsRequest.SetAttributes it -> new Attributes(work).set(it);
              case FsRequest.SetXattr it -> new Xattrs(work).set(it);
              case FsRequest.RemoveXattr it -> new Xattrs(work).remove(it);
            });
  }

  // For the server itself

  /**
   * Makes the root directory and the stray directory of the rank, as far as they do not exist. The
   * root belongs to rank 0.
   */
  public Execution format(Timestamp now) {
    return run(
        Caller.ROOT,
        now,
        work -> {
          if (config.rank() == 0) {
            makeDirectory(work, Ino.ROOT, config.root());
          }
          makeDirectory(work, config.strays(), OF_STRAYS);
          return new FsAnswer.Done();
        });
  }

  private static void makeDirectory(Work work, Ino ino, Permissions permissions)
      throws UnreadException {
    if (work.view().link(ino) != null) {
      return;
    }
    work.view().create(ino);
    work.view()
        .putLink(
            new Inode(
                ino,
                permissions,
                FileTimes.bornAt(work.now()),
                1,
                InodeContent.Directory.empty(),
                new TreeMap<>()));
  }

  /**
   * Changes an inode where it is: what clients wrote, sizes that they are granted, files that were
   * cut. Nothing is checked, and {@link FsAnswer.Found} has the inode as it is stored.
   *
   * @param change gives an inode of the same number and type
   */
  public Execution change(Ino ino, UnaryOperator<Inode> change) {
    return run(
        Caller.ROOT,
        Timestamp.EPOCH,
        work -> {
          Inode changed = change.apply(work.view().inode(ino));
          work.view().putInode(changed);
          return new FsAnswer.Found(changed);
        });
  }

  /**
   * Up to where quotas allow a file to grow: {@link FsAnswer.Found} with the inode as it is stored,
   * or {@link FsError#EDQUOT} if it may not grow at all. Nothing is changed.
   *
   * @param size bytes that the file would have, more than it has
   * @param allowed takes the size up to which it may grow, at most {@code size}
   */
  public Execution mayGrow(Ino file, long size, LongConsumer allowed) {
    return run(
        Caller.ROOT,
        Timestamp.EPOCH,
        work -> {
          Inode inode = work.view().inode(file);
          Inode parent = work.view().parent(file);
          long more = size - inode.size();
          if (parent != null) {
            more = Math.min(more, Quotas.bytesLeft(work.view(), work.view().path(parent)));
            FsException.when(more <= 0 && size > inode.size(), FsError.EDQUOT);
          }
          allowed.accept(inode.size() + more);
          return new FsAnswer.Found(inode);
        });
  }

  /** An inode: {@link FsAnswer.Found} with the inode as it is stored. */
  public Execution inode(Ino ino) {
    return run(Caller.ROOT, Timestamp.EPOCH, work -> new FsAnswer.Found(work.view().inode(ino)));
  }

  /**
   * An inode without a name: {@link FsAnswer.Found} with the inode as it is stored, or {@link
   * FsError#ENOENT}.
   */
  public Execution stray(Ino ino) {
    return run(
        Caller.ROOT, Timestamp.EPOCH, work -> new FsAnswer.Found(Unlinking.stray(work, ino)));
  }

  /** The name that an inode has in the directory of inodes without a name. */
  public static EntryName strayName(Ino ino) {
    return Unlinking.strayName(ino);
  }

  /** Pools in which files are. */
  public List<PoolId> pools() {
    return config.pools();
  }

  /** Number of inodes without a name. */
  public long strayCount() {
    return new TreeView(tree).current(config.strays()).entries();
  }

  /** The directory of inodes without a name. */
  public Ino strayDirectory() {
    return config.strays();
  }

  /**
   * Removes an inode from the stray directory, after its objects were removed, and the rows of a
   * directory; {@link FsError#ENOENT} if it is not there.
   */
  public Execution purge(Ino ino) {
    return run(Caller.ROOT, Timestamp.EPOCH, work -> Unlinking.purge(work, ino));
  }

  /**
   * Inodes without a name, for a server that starts: those that no client uses can be purged. The
   * arguments and the answer are those of {@link FsRequest.ListDirectory}.
   */
  public Execution strays(long afterHash, @Nullable EntryName afterName, int most) {
    Ino strays = config.strays();
    return run(
        Caller.ROOT,
        Timestamp.EPOCH,
        work ->
            new Queries(work)
                .list(
                    work.view().inode(strays),
                    new FsRequest.ListDirectory(strays, afterHash, afterName, most)));
  }

  /** An inode in memory as clients see it; null for others. */
  public @Nullable Inode shown(Ino ino) {
    Inode stored = tree.stored(ino);
    return stored == null ? null : new TreeView(tree).shown(stored);
  }
}
