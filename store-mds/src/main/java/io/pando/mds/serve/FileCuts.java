package io.pando.mds.serve;

import io.pando.check.Invariant;
import io.pando.fs.DataObjects;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the objects of files off behind an offset, and removes them. Few objects of a file are under
 * way at a time, whatever its size.
 */
final class FileCuts {
  private static final int WINDOW = 8;

  /** A file that is being cut. */
  private static final class Cut {
    private final Ino file;
    private final FileLayout layout;
    private final long to;
    private final boolean removed;
    private final Consumer<@Nullable String> done;
    private final long end;
    private long next;
    private int underWay;
    private @Nullable String problem;

    Cut(Ino file, FileLayout layout, long to, long extent, Consumer<@Nullable String> done) {
      this.file = file;
      this.layout = layout;
      this.removed = to < 0;
      this.to = Math.max(0, to);
      this.done = done;
      // The first object may exist without data: it says where the file is.
      this.end = Math.max(removed ? 1 : 0, layout.objects(extent));
      this.next = removed ? 0 : Math.max(0, layout.objects(to) - layout.stripeCount());
    }
  }

  private final ObjectCalls calls;
  private final SortedMap<Ino, Cut> byFile = new TreeMap<>();

  FileCuts(ObjectCalls calls) {
    this.calls = calls;
  }

  /** Whether a file is being cut or removed. */
  boolean isCut(Ino file) {
    return byFile.containsKey(file);
  }

  /**
   * Begins to cut a file that is not being cut.
   *
   * @param to bytes that stay; -1 to remove all objects
   * @param extent no object has data behind this offset of the file
   * @param done told once of a failure, or null; during this call if no object has to be cut
   */
  void cut(Ino file, FileLayout layout, long to, long extent, Consumer<@Nullable String> done) {
    Cut cut = new Cut(file, layout, to, extent, done);
    Invariant.check(byFile.put(file, cut) == null, () -> "file " + file + " is being cut already");
    advance(cut);
  }

  private void advance(Cut cut) {
    while (cut.problem == null && cut.next < cut.end && cut.underWay < WINDOW) {
      long number = cut.next;
      cut.next++;
      cut.underWay++;
      long bytes = cut.layout.bytesOfObject(number, cut.to);
      boolean remove = cut.removed || (bytes == 0 && number > 0);
      calls.call(
          cut.layout.pool(),
          DataObjects.name(cut.file, number),
          remove
              ? List.of(new ObjectOp.Remove())
              : List.of(new ObjectOp.AssertExists(), new ObjectOp.Truncate(bytes)),
          outcome -> onAnswer(cut, outcome));
    }
    if (cut.underWay == 0 && (cut.problem != null || cut.next == cut.end)) {
      byFile.remove(cut.file);
      cut.done.accept(cut.problem);
    }
  }

  private void onAnswer(Cut cut, OpOutcome outcome) {
    cut.underWay--;
    if (outcome instanceof OpOutcome.Failed failed && !isGone(failed.error())) {
      cut.problem = DataObjects.name(cut.file, 0) + " and others: " + failed.detail();
    }
    advance(cut);
  }

  /**
   * Removes the first objects of files that do not exist.
   *
   * @param pools where they may be
   * @param done told once of a failure, or null; during this call if there are no files
   */
  void removeFirst(List<PoolId> pools, List<Ino> files, Consumer<@Nullable String> done) {
    FirstObjects removal = new FirstObjects(done);
    for (PoolId pool : pools) {
      for (Ino file : files) {
        removal.begin();
        String name = DataObjects.name(file, 0);
        calls.call(
            pool, name, List.of(new ObjectOp.Remove()), outcome -> removal.end(name, outcome));
      }
    }
    removal.end(null);
  }

  /** Counts the calls of one removal down. */
  private static final class FirstObjects {
    private final Consumer<@Nullable String> done;
    private int left = 1;
    private @Nullable String problem;

    FirstObjects(Consumer<@Nullable String> done) {
      this.done = done;
    }

    void begin() {
      left++;
    }

    void end(String object, OpOutcome outcome) {
      boolean lost = outcome instanceof OpOutcome.Failed it && !isGone(it.error());
      end(lost ? object + ": " + ((OpOutcome.Failed) outcome).detail() : null);
    }

    void end(@Nullable String why) {
      problem = why == null ? problem : why;
      left--;
      if (left == 0) {
        done.accept(problem);
      }
    }
  }

  /** Whether there is nothing to cut: the objects went with their pool. */
  static boolean isGone(OpError error) {
    return error == OpError.NOT_FOUND || error == OpError.NO_POOL;
  }
}
