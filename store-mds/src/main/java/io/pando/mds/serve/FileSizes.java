package io.pando.mds.serve;

import io.pando.fs.Capability;
import io.pando.fs.DataObjects;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sizes and times of files whose writers are gone, by asking their objects: up to the
 * offset to which the journal had allowed them to write. Few files, and few objects of each, are
 * asked at a time.
 *
 * <p>After a fail-over that concerns all files that were written, also those whose writers are
 * still there: another one may have told a size to the former holder of the rank, and given up its
 * capabilities, before the size was durable.
 */
final class FileSizes {
  private static final int FILES = 8;
  private static final int OBJECTS = 16;

  /** Waits for sizes. */
  interface Waiter {
    /**
     * The journal has the sizes.
     *
     * @param problem why it lacks one; null if it has all
     */
    void onSize(Moment now, @Nullable String problem);
  }

  /** A file whose objects are asked. */
  private static final class Survey {
    private final Ino file;
    private final InodeContent.File known;
    private final long end;
    private long next;
    private int underWay;
    private long size;
    private long modifiedMillis;
    private @Nullable String problem;

    Survey(Ino file, InodeContent.File known) {
      this.file = file;
      this.known = known;
      this.size = known.size();
      this.end = known.layout().objects(known.extent());
    }
  }

  private final ServerParts parts;
  private final SortedMap<Ino, List<Waiter>> waiters = new TreeMap<>();
  private final Deque<Ino> queue = new ArrayDeque<>();
  private final SortedSet<Ino> failed = new TreeSet<>();
  private final SortedSet<Ino> granted = new TreeSet<>();
  private int surveys;

  FileSizes(ServerParts parts) {
    this.parts = parts;
  }

  /** A session may write a file, or will as soon as the journal says so: it tells the size. */
  void onGranted(Ino file) {
    granted.add(file);
  }

  /**
   * No session may write a file any more.
   *
   * @return whether its size is known
   */
  boolean onWritersGone(Ino file) {
    return granted.remove(file) && !failed.contains(file);
  }

  /** Whether an inode in memory is a file whose size the server does not know. */
  boolean isUnknown(Ino file) {
    Inode inode = parts.tree().stored(file);
    return inode != null && isUnknown(inode);
  }

  /** Whether an inode as it is stored is a file whose size the server does not know. */
  boolean isUnknown(Inode inode) {
    return inode.content() instanceof InodeContent.File it
        && it.granted() != 0
        && !granted.contains(inode.ino());
  }

  /**
   * Whether a session may know a newer size than the server: it writes the file, or others did
   * before a fail-over.
   */
  boolean isUnknownTo(long session, Ino file) {
    return isUnknown(file) || parts.capabilities().given(session, file).contains(Capability.WRITE);
  }

  /** Files whose sizes a request needs, and the server does not know. */
  List<Ino> unknownIn(FsRequest request, FsAnswer answer) {
    List<Ino> unknown = new ArrayList<>();
    AnswerGrants.inodesIn(answer).stream()
        .filter(each -> isUnknown(each) && parts.tree().stored(each.ino()) != null)
        .forEach(each -> unknown.add(each.ino()));
    if (unknown.isEmpty() && request instanceof FsRequest.SetAttributes it && isUnknown(it.ino())) {
      unknown.add(it.ino());
    }
    return unknown;
  }

  /** Whether the size of a file is being found. */
  boolean isUnderWay(Ino file) {
    return waiters.containsKey(file);
  }

  /** Finds the sizes of files, whose writers do not write any more. */
  void recover(Collection<Ino> files, Waiter waiter) {
    int[] left = {files.size()};
    List<String> problems = new ArrayList<>();
    if (files.isEmpty()) {
      parts.jobs().add(new ServerJobs.Job.Step(now -> waiter.onSize(now, null)));
    }
    for (Ino each : files) {
      recover(
          each,
          (now, problem) -> {
            if (problem != null) {
              problems.add(problem);
            }
            left[0]--;
            if (left[0] == 0) {
              waiter.onSize(now, problems.isEmpty() ? null : problems.getFirst());
            }
          });
    }
  }

  private void recover(Ino file, Waiter waiter) {
    List<Waiter> known = waiters.get(file);
    if (known != null) {
      known.add(waiter);
      return;
    }
    waiters.put(file, new ArrayList<>(List.of(waiter)));
    queue.add(file);
    begin();
  }

  private void begin() {
    while (surveys < FILES && !queue.isEmpty()) {
      surveys++;
      Ino file = queue.removeFirst();
      parts
          .jobs()
          .add(
              new ServerJobs.Job.Change(
                  _ -> parts.names().inode(file),
                  (now, plan) -> {
                    if (plan.answer() instanceof FsAnswer.Found it
                        && it.inode().content() instanceof InodeContent.File content) {
                      advance(new Survey(file, content));
                    } else {
                      end(now, file, null);
                    }
                  },
                  now -> end(now, file, null)));
    }
  }

  private void advance(Survey survey) {
    while (survey.problem == null && survey.next < survey.end && survey.underWay < OBJECTS) {
      long number = survey.next;
      survey.next++;
      survey.underWay++;
      parts
          .calls()
          .call(
              survey.known.layout().pool(),
              DataObjects.name(survey.file, number),
              List.of(new ObjectOp.Stat()),
              outcome -> onAnswer(survey, number, outcome));
    }
    if (survey.underWay == 0 && (survey.problem != null || survey.next == survey.end)) {
      onSurveyed(survey);
    }
  }

  private void onAnswer(Survey survey, long number, OpOutcome outcome) {
    survey.underWay--;
    switch (outcome) {
      case OpOutcome.Succeeded it -> {
        for (OpResult result : it.results()) {
          if (result instanceof OpResult.Stat stat) {
            long end = survey.known.layout().fileBytes(number, stat.sizeBytes());
            survey.size = Math.max(survey.size, Math.min(end, survey.known.extent()));
            survey.modifiedMillis = Math.max(survey.modifiedMillis, stat.modifiedMillis());
          }
        }
      }
      case OpOutcome.Failed it -> {
        if (!FileCuts.isGone(it.error())) {
          survey.problem = DataObjects.name(survey.file, number) + ": " + it.detail();
        }
      }
    }
    advance(survey);
  }

  private void onSurveyed(Survey survey) {
    Ino file = survey.file;
    if (survey.problem != null) {
      failed.add(file);
      parts.jobs().add(new ServerJobs.Job.Step(now -> end(now, file, survey.problem)));
      return;
    }
    failed.remove(file);
    parts
        .jobs()
        .add(
            new ServerJobs.Job.Change(
                _ -> parts.names().change(file, inode -> with(inode, survey)),
                (now, plan) -> {
                  long _ = parts.order().applyAsLong(plan, 0L);
                  if (parts.capabilities().isWritten(file)) {
                    granted.add(file);
                  } else {
                    parts.capabilities().forgetRange(file);
                  }
                  end(now, file, null);
                },
                now -> end(now, file, null)));
  }

  /** The range stays while a session may write the file: it is settled when that is over. */
  private Inode with(Inode inode, Survey survey) {
    if (!(inode.content() instanceof InodeContent.File file) || file.granted() == 0) {
      return inode;
    }
    long size = Math.max(file.size(), Math.min(survey.size, file.granted()));
    boolean written = parts.capabilities().isWritten(inode.ino());
    long range = isUnknown(inode) && !written ? 0 : file.granted();
    Timestamp modified = Timestamp.ofMillis(survey.modifiedMillis);
    FileTimes old = inode.times();
    FileTimes times =
        new FileTimes(
            old.accessed(), old.modified().max(modified), old.changed().max(modified), old.born());
    return inode.withContent(file.withSize(size, range)).withTimes(times);
  }

  private void end(Moment now, Ino file, @Nullable String problem) {
    surveys--;
    List<Waiter> all = waiters.remove(file);
    if (all != null) {
      all.forEach(each -> each.onSize(now, problem));
    }
    begin();
  }
}
