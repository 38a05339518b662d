package io.pando.mds.serve;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.mds.caps.Capabilities;
import io.pando.mds.caps.CapabilityEffect;
import io.pando.mds.names.Execution;
import io.pando.mds.names.Names;
import io.pando.mds.outbox.OpenTasks;
import io.pando.mds.outbox.Outboxes;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Files that sessions write: what they tell about size and times, and up to where they may write
 * without telling. That is journaled first, so that a successor knows which objects to ask for the
 * size if a session is gone.
 */
final class WrittenFiles {
  private static final CapabilitySet CHANGES =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER, Capability.LAZY);

  private record Range(Ino ino, long to, long record) {}

  private final ServerParts parts;
  private final Names names;
  private final Capabilities capabilities;
  private final ServerJobs jobs;
  private final CutFiles cutFiles;
  private final FileSizes sizes;
  private final StartGate gate;
  private final Outboxes outboxes;
  private final List<CapabilityEffect.NeedsRange> failed = new ArrayList<>();
  private final Deque<Range> ranges = new ArrayDeque<>();

  /** Messages that wait until what sessions told before is known. */
  private int delayed;

  private final OpenTasks cutFirst = new OpenTasks();

  /** No files. */
  WrittenFiles(
      ServerParts parts, CutFiles cutFiles, FileSizes sizes, StartGate gate, Outboxes outboxes) {
    this.gate = gate;
    this.outboxes = outboxes;
    this.cutFiles = cutFiles;
    this.sizes = sizes;
    this.parts = parts;
    this.names = parts.names();
    this.capabilities = parts.capabilities();
    this.jobs = parts.jobs();
  }

  /**
   * A session of a former holder tells something that it has. If it may write a file, the journal
   * says up to where.
   */
  void onHeld(long session, HeldCapability held) {
    boolean writes =
        held.held().contains(Capability.WRITE) || held.held().contains(Capability.BUFFER);
    Ino ino = held.ino();
    if (!writes) {
      jobs.add(new ServerJobs.Job.Step(_ -> capabilities.onReconnect(session, held)));
      takeAgain(session, held);
      return;
    }
    jobs.add(
        new ServerJobs.Job.Change(
            _ -> names.inode(ino),
            (now, plan) -> {
              Inode inode = plan.answer() instanceof FsAnswer.Found it ? it.inode() : null;
              if (inode != null) {
                capabilities.rangeJournaled(now.nanos(), ino, end(inode));
              }
              capabilities.onReconnect(
                  session, inode == null || counts(held, inode) ? held : held.withoutState());
            },
            _ -> capabilities.onReconnect(session, held),
            false));
  }

  /**
   * A session tells a state again that it had told this server, or a former holder, before it gave
   * up writing the file. What it writes is not touched.
   */
  private void onToldAgain(long session, HeldCapability held) {
    if (held.held().intersection(CHANGES).isEmpty()) {
      takeAgain(session, held);
    }
  }

  private void takeAgain(long session, HeldCapability held) {
    FileState state = held.state();
    if (state != null) {
      jobs.add(
          new ServerJobs.Job.Change(
              _ -> names.change(held.ino(), state::appliedAgainTo),
              (_, plan) -> take(session, plan)));
    }
  }

  /**
   * A session that continues over a new connection has told everything that it has.
   *
   * @param mayMake whether the session may make an inode
   */
  void onResumed(Moment now, long session, List<HeldCapability> held, Predicate<Ino> mayMake) {
    inOrder(
        now,
        then -> {
          capabilities.onResumed(then.nanos(), session, held, mayMake);
          held.forEach(each -> onToldAgain(session, each));
        });
  }

  /** Whether a size that a session told is not from before a truncation. */
  private static boolean counts(HeldCapability held, Inode inode) {
    FileState state = held.state();
    return state == null || state.countsFor(inode);
  }

  /**
   * Handles a message of a session about its capabilities. What it told after a fail-over is known
   * only once rows were read, and comes first.
   */
  private void inOrder(Moment now, Consumer<Moment> told) {
    if (!gate.isReconnecting() && delayed == 0) {
      told.accept(now);
      return;
    }
    delayed++;
    jobs.add(
        new ServerJobs.Job.Step(then -> {
          delayed--;
          told.accept(then);
        }));
  }

  /**
   * A session told what it keeps and wants of an inode, or asks whether that is durable. A file
   * that was truncated is cut first.
   *
   * @param purged whether a file is being removed
   */
  void onMessage(Moment now, long session, FileMessage message, Predicate<Ino> purged) {
    switch (message) {
      case FileMessage.UpdateCapabilities update ->
          onceCut(now, update.ino(), purged, then -> onUpdate(then, session, update));
      case FileMessage.AskJournal ask ->
          onceCut(now, ask.ino(), purged, _ -> onAsked(session, ask));
      default -> throw new IllegalArgumentException("not about capabilities: " + message);
    }
  }

  private void onceCut(Moment now, Ino ino, Predicate<Ino> purged, Consumer<Moment> told) {
    inOrder(
        now,
        then -> {
          if (cutFiles.isUncut(ino) && !purged.test(ino)) {
            long task = cutFirst.begin();
            cutFiles.cut(
                ino,
                (later, _) -> {
                  told.accept(later);
                  cutFirst.end(task);
                });
          } else {
            told.accept(then);
          }
        });
  }

  /** A session told what it keeps and wants of an inode; it may have ended since. */
  private void onUpdate(Moment now, long session, FileMessage.UpdateCapabilities update) {
    if (outboxes.isOpen(session)) {
      capabilities.onUpdate(now.nanos(), session, update);
    }
  }

  /**
   * A session told the size and the times of a file. They are taken at once if its rows are in
   * memory: a grant that follows shows them.
   */
  void onState(CapabilityEffect.State told) {
    if (change(told) instanceof Execution.Plan plan) {
      take(told.session(), plan);
    } else {
      jobs.add(
          new ServerJobs.Job.Change(_ -> change(told), (_, plan) -> take(told.session(), plan)));
    }
  }

  /** A session asks when the journal has what it told of a file before. */
  private void onAsked(long session, FileMessage.AskJournal ask) {
    onceTaken(() ->
        outboxes.ask(session, ask.question(), parts.store().ordered(), parts.store().durable()));
  }

  /** A session renews its lease: it learns once all that it told before is in the journal. */
  void onRenewal(long session, long sequence) {
    cutFirst.whenEnded(() ->
        onceTaken(() ->
            outboxes.mark(session, sequence, parts.store().ordered(), parts.store().durable())));
  }

  /** Runs something once states that were told are taken, also if their rows have to be read. */
  private void onceTaken(Runnable then) {
    // The first step lets go before it what the message before this one began.
    jobs.add(
        new ServerJobs.Job.Step(_ -> jobs.add(new ServerJobs.Job.Step(_ -> then.run(), true))));
  }

  private Execution change(CapabilityEffect.State told) {
    return names.change(told.ino(), told.state()::appliedTo);
  }

  private void take(long session, Execution.Plan plan) {
    if (!plan.update().isEmpty()) {
      long _ = parts.order().applyAsLong(plan, session);
    }
  }

  /** A session wants to write: the journal has to say so first. */
  void onNeedsRange(CapabilityEffect.NeedsRange wanted) {
    Ino ino = wanted.ino();
    long[] allowed = new long[1];
    jobs.add(
        new ServerJobs.Job.Change(
            _ -> names.mayGrow(ino, wanted.beyond() + wanted.step(), to -> allowed[0] = to),
            (now, plan) -> {
              long to = plan.answer() instanceof FsAnswer.Found ? allowed[0] : 0;
              if (cutFiles.isUncut(ino)) {
                cutFiles.cut(ino, (_, problem) -> again(wanted, problem));
              } else if (sizes.isUnknown(ino)) {
                sizes.recover(List.of(ino), (_, problem) -> again(wanted, problem));
              } else {
                grow(ino, to);
              }
            },
            now -> capabilities.rangeJournaled(now.nanos(), ino, 0)));
  }

  private void again(CapabilityEffect.NeedsRange wanted, @Nullable String problem) {
    if (problem == null) {
      onNeedsRange(wanted);
    } else {
      failed.add(wanted);
    }
  }

  /** Time has passed: files are tried again whose objects could not be asked or cut. */
  void onTime() {
    List<CapabilityEffect.NeedsRange> again = List.copyOf(failed);
    failed.clear();
    again.forEach(this::onNeedsRange);
  }

  /** Takes the end of a truncation. */
  interface Truncated {
    /**
     * The file is cut, or cannot be cut.
     *
     * @param record number of the record that lets the session write on; 0 if none does
     * @param answer to the session
     */
    void onTruncated(Moment now, long record, FsAnswer answer);
  }

  /**
   * Cuts a file that was truncated. If a session may still write it, the journal has to say once
   * more up to where; if none may, the next one needs another range.
   *
   * @param session whose truncation it was: it is told when the record is durable
   * @param planned the answer to the session, before the file is cut
   */
  void cut(Ino ino, long session, FsAnswer planned, Truncated then) {
    cutFiles.cut(
        ino,
        (_, problem) ->
            onCut(
                ino,
                session,
                (now, record) ->
                    then.onTruncated(now, record, cutFiles.answer(ino, planned, problem))));
  }

  private void onCut(Ino ino, long session, ObjLongConsumer<Moment> then) {
    if (capabilities.isWritten(ino)) {
      long to = capabilities.range(ino);
      jobs.add(
          new ServerJobs.Job.Change(
              _ -> names.change(ino, inode -> grantedTo(inode, to)),
              (now, plan) ->
                  then.accept(
                      now, plan.update().isEmpty() ? 0 : parts.order().applyAsLong(plan, session)),
              now -> then.accept(now, 0)));
    } else {
      capabilities.forgetRange(ino);
      jobs.add(new ServerJobs.Job.Step(now -> then.accept(now, 0)));
    }
  }

  private void grow(Ino ino, long to) {
    jobs.add(
        new ServerJobs.Job.Change(
            _ -> names.change(ino, inode -> grantedTo(inode, to)),
            (now, plan) -> {
              if (!capabilities.needsRange(ino)) {
                return;
              }
              sizes.onGranted(ino);
              long end = plan.answer() instanceof FsAnswer.Found it ? end(it.inode()) : 0;
              if (plan.update().isEmpty()) {
                capabilities.rangeJournaled(now.nanos(), ino, end);
              } else {
                ranges.add(new Range(ino, end, parts.order().applyAsLong(plan, 0L)));
              }
            },
            now -> capabilities.rangeJournaled(now.nanos(), ino, 0)));
  }

  private static long end(Inode inode) {
    return inode.content() instanceof InodeContent.File file
        ? Math.max(file.size(), file.granted())
        : 0;
  }

  private static Inode grantedTo(Inode inode, long to) {
    if (!(inode.content() instanceof InodeContent.File file) || file.uncut() != 0) {
      return inode;
    }
    long granted = Math.max(to, Math.max(file.size(), file.granted()));
    return inode.withContent(file.withGranted(granted));
  }

  /**
   * A session makes an inode.
   *
   * @param made null if it makes none
   */
  void onMade(@Nullable Ino made, FsAnswer answer) {
    if (made != null
        && answer instanceof FsAnswer.Found(Inode inode)
        && inode.content() instanceof InodeContent.File file
        && file.granted() > 0) {
      sizes.onGranted(made);
      capabilities.onMade(made, file.granted());
    }
  }

  /**
   * A session is over: others get what it had once the sizes are known that it may have changed.
   */
  void onSessionGone(long session) {
    jobs.add(
        new ServerJobs.Job.Step(_ ->
            sizes.recover(
                capabilities.writing(session),
                (then, _) -> capabilities.sessionGone(then.nanos(), session))));
  }

  /** No session may write the file any more: no successor has to ask its objects. */
  void onWritersGone(CapabilityEffect.WritersGone gone) {
    jobs.add(
        new ServerJobs.Job.Change(
            _ -> names.change(gone.ino(), WrittenFiles::settled),
            (now, plan) -> {
              if (!capabilities.isWritten(gone.ino())) {
                ranges.removeIf(it -> it.ino().equals(gone.ino()));
                if (sizes.onWritersGone(gone.ino())) {
                  long _ = parts.order().applyAsLong(plan, 0L);
                }
              }
            },
            _ -> {
              boolean _ = sizes.onWritersGone(gone.ino());
            }));
  }

  private static Inode settled(Inode inode) {
    return inode.content() instanceof InodeContent.File file
        ? inode.withContent(file.withGranted(0))
        : inode;
  }

  /** Ranges are valid once the journal has them for good. */
  void onDurable(Moment now, long record) {
    while (!ranges.isEmpty() && ranges.getFirst().record() <= record) {
      Range durable = ranges.removeFirst();
      if (capabilities.needsRange(durable.ino())) {
        capabilities.rangeJournaled(now.nanos(), durable.ino(), durable.to());
      }
    }
  }
}
