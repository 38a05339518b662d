package io.pando.mds.serve;

import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Files that were truncated, and whose objects have to be cut. The truncation has to be durable
 * first: otherwise a failure of the server would leave a file of the old size without its data.
 */
final class CutFiles {
  /** Who waits for a file to be cut. */
  interface Waiter {
    /**
     * The file is cut.
     *
     * @param problem why it is not; null if it is
     */
    void onCut(Moment now, @Nullable String problem);
  }

  private record Begin(Ino file, long record) {}

  private final ServerParts parts;
  private final SortedMap<Ino, List<Waiter>> waiters = new TreeMap<>();
  private final Deque<Begin> begins = new ArrayDeque<>();

  /** No files. */
  CutFiles(ServerParts parts) {
    this.parts = parts;
  }

  /** Whether a file is being cut. */
  boolean isUnderWay(Ino file) {
    return waiters.containsKey(file);
  }

  /** Whether a file in memory has objects that have to be cut. */
  boolean isUncut(Ino file) {
    return content(file) instanceof InodeContent.File it && it.uncut() != 0;
  }

  private @Nullable InodeContent content(Ino file) {
    Inode inode = parts.tree().stored(file);
    return inode == null ? null : inode.content();
  }

  /**
   * The answer to a truncation whose file is cut: the inode as it is now. That of the plan still
   * has data to be cut, and a client that keeps it disregards the size of what it writes from then
   * on.
   *
   * @param planned the answer of the plan
   * @param problem why the file is not cut; null if it is
   */
  FsAnswer answer(Ino file, FsAnswer planned, @Nullable String problem) {
    if (problem != null) {
      return new FsAnswer.Failed(FsError.EIO);
    }
    Inode now = parts.names().shown(file);
    return now == null ? planned : new FsAnswer.Found(now);
  }

  /**
   * Cuts a file, unless that is under way.
   *
   * @param waiter told of the end
   */
  void cut(Ino file, Waiter waiter) {
    List<Waiter> known = waiters.get(file);
    if (known != null) {
      known.add(waiter);
      return;
    }
    waiters.put(file, new ArrayList<>(List.of(waiter)));
    if (parts.store().durable() >= parts.store().ordered()) {
      begin(file);
    } else {
      begins.add(new Begin(file, parts.store().ordered()));
    }
  }

  private void begin(Ino file) {
    if (content(file) instanceof InodeContent.File it && it.uncut() != 0) {
      parts.cuts().cut(file, it.layout(), it.size(), it.uncut(), problem -> onCut(file, problem));
    } else {
      onCut(file, null);
    }
  }

  private void onCut(Ino file, @Nullable String problem) {
    if (problem != null) {
      parts.jobs().add(new ServerJobs.Job.Step(now -> end(now, file, problem)));
      return;
    }
    parts
        .jobs()
        .add(
            new ServerJobs.Job.Change(
                _ -> parts.names().change(file, CutFiles::withoutUncut),
                (now, plan) -> {
                  if (!plan.update().isEmpty()) {
                    long _ = parts.order().applyAsLong(plan, 0L);
                  }
                  end(now, file, null);
                },
                now -> end(now, file, null)));
  }

  private static Inode withoutUncut(Inode inode) {
    return inode.content() instanceof InodeContent.File file
        ? inode.withContent(file.withoutUncut())
        : inode;
  }

  private void end(Moment now, Ino file, @Nullable String problem) {
    List<Waiter> all = waiters.remove(file);
    if (all != null) {
      all.forEach(each -> each.onCut(now, problem));
    }
  }

  /** Records up to this one are durable. */
  void onDurable(long record) {
    while (!begins.isEmpty() && begins.getFirst().record() <= record) {
      begin(begins.removeFirst().file());
    }
  }
}
