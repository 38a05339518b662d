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

    /** Anything that needs no rows, or reads them by itself. */
    record Step(Consumer<Moment> step) implements Job {}
  }

  private final RowReads reads;
  private final Deque<Job> jobs = new ArrayDeque<>();
  private final Deque<Job> postponed = new ArrayDeque<>();
  private boolean reading;
  private @Nullable String problem;

  ServerJobs(RowReads reads) {
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

  /**
   * Does the jobs, up to one whose rows have to be read.
   *
   * @param repeated whether sessions have repeated what a former holder of the rank answered
   */
  void run(Moment now, boolean repeated) {
    if (repeated) {
      jobs.addAll(postponed);
      postponed.clear();
    }
    while (!reading && problem == null && !jobs.isEmpty()) {
      Job next = jobs.getFirst();
      switch (next) {
        case Job.Step it -> {
          jobs.removeFirst();
          it.step().accept(now);
        }
        case Job.Change it -> {
          switch (it.execution().apply(now)) {
            case Execution.Plan plan -> {
              jobs.removeFirst();
              it.plan().accept(now, plan);
            }
            case Execution.Missing missing -> {
              if (!read(missing)) {
                jobs.removeFirst();
                if (repeated || !it.canWait()) {
                  it.gone().accept(now);
                } else {
                  postponed.add(it);
                }
              }
            }
            case Execution.Uncut uncut ->
                problem = "file %s is changed before it is cut".formatted(uncut.file());
          }
        }
      }
    }
  }

  /** Whether {@link #run} would do something. */
  boolean isReady(boolean repeated) {
    boolean any = !jobs.isEmpty() || (repeated && !postponed.isEmpty());
    return !reading && problem == null && any;
  }

  /** Reads rows; false if no path leads to an inode, so that it was removed. */
  private boolean read(Execution.Missing missing) {
    List<MissingRow.Stored> rows = new ArrayList<>();
    for (MissingRow row : missing.rows()) {
      if (row instanceof MissingRow.Stored stored) {
        rows.add(stored);
      }
    }
    if (rows.size() < missing.rows().size()) {
      return false;
    }
    reading = true;
    reads.read(
        rows,
        why -> {
          reading = false;
          problem = why;
        });
    return true;
  }
}
