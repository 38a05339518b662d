package io.pando.mds.serve;

import io.pando.mds.names.Execution;
import io.pando.mds.tree.MissingRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the server does by itself, one thing after the other: changes that follow from what sessions
 * told, and requests that continue after that. A job whose rows have to be read holds up the others
 * meanwhile, since they may depend on it.
 */
final class ServerJobs {
  /** A job. */
  sealed interface Job {
    /**
     * A change of rows.
     *
     * @param execution executes it over the rows in memory
     * @param plan takes its plan
     * @param gone the inode does not exist any more
     * @param canWait whether it waits, if the inode does not exist, until sessions have repeated
     *     the changes that a former holder of the rank answered: one of them may make the inode
     */
    record Change(
        Function<Moment, Execution> execution,
        BiConsumer<Moment, Execution.Plan> plan,
        Consumer<Moment> gone,
        boolean canWait)
        implements Job {
      /** A change that is dropped if the inode does not exist any more. */
      Change(Function<Moment, Execution> execution, BiConsumer<Moment, Execution.Plan> plan) {
        this(execution, plan, _ -> {});
      }

      /** A change that can wait. */
      Change(
          Function<Moment, Execution> execution,
          BiConsumer<Moment, Execution.Plan> plan,
          Consumer<Moment> gone) {
        this(execution, plan, gone, true);
      }
    }

    /**
     * Anything that needs no rows, or reads them by itself.
     *
     * @param waits whether it waits for changes that wait
     */
    record Step(Consumer<Moment> step, boolean waits) implements Job {
      Step(Consumer<Moment> step) {
        this(step, false);
      }
    }
  }

  private final RowReads reads;
  private final Deque<Job> jobs = new ArrayDeque<>();
  private final Deque<Job> postponed = new ArrayDeque<>();
  private final PlaceFinder finder;
  private boolean reading;

  /** Whether a row could not be read: it is tried again after a while. */
  private boolean paused;

  /** Whether the inode of the first job does not exist any more. */
  private boolean gone;

  private @Nullable String problem;

  ServerJobs(RowReads reads, PlaceFinder finder) {
    this.finder = finder;
    this.reads = reads;
  }

  void add(Job job) {
    jobs.add(job);
  }

  /** Whether a job waits for rows. */
  boolean isReading() {
    return reading;
  }

  /** What prevents a job for good, so that the rank cannot be served; null if nothing does. */
  @Nullable String problem() {
    return problem;
  }

  /** Time has passed: rows are read again that could not be. */
  void onTime() {
    paused = false;
  }

  /**
   * Does the next job, or lets its rows be read. Needs {@link #isReady}.
   *
   * @param repeated whether sessions have repeated what a former holder of the rank answered
   */
  void run(Moment now, boolean repeated) {
    if (repeated) {
      jobs.addAll(postponed);
      postponed.clear();
    }
    switch (jobs.getFirst()) {
      case Job.Step it -> {
        jobs.removeFirst();
        if (repeated || !it.waits()) {
          it.step().accept(now);
        } else {
          postponed.add(it);
        }
      }
      case Job.Change it when gone -> {
        gone = false;
        jobs.removeFirst();
        if (repeated || !it.canWait()) {
          it.gone().accept(now);
        } else {
          postponed.add(it);
        }
      }
      case Job.Change it -> {
        switch (it.execution().apply(now)) {
          case Execution.Plan plan -> {
            jobs.removeFirst();
            it.plan().accept(now, plan);
          }
          case Execution.Missing missing -> read(missing);
          case Execution.Uncut uncut ->
              problem = "file %s is changed before it is cut".formatted(uncut.file());
        }
      }
    }
  }

  /** Whether {@link #run} would do something. */
  boolean isReady(boolean repeated) {
    boolean any = !jobs.isEmpty() || (repeated && !postponed.isEmpty());
    return !reading && !paused && problem == null && any;
  }

  private void read(Execution.Missing missing) {
    reading = true;
    List<MissingRow.Stored> rows = new ArrayList<>();
    for (MissingRow row : missing.rows()) {
      switch (row) {
        case MissingRow.Stored it -> rows.add(it);
        case MissingRow.PlaceOf it -> {
          finder.find(it.ino(), this::onFound);
          return;
        }
      }
    }
    reads.read(
        rows,
        why -> {
          reading = false;
          paused = why != null;
        });
  }

  private void onFound(PlaceFinder.Found found) {
    reading = false;
    switch (found) {
      case PlaceFinder.Found.Here _ -> {}
      case PlaceFinder.Found.Gone _ -> gone = true;
      case PlaceFinder.Found.Failed _ -> paused = true;
    }
  }
}
