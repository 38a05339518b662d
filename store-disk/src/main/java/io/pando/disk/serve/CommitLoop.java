package io.pando.disk.serve;

import io.pando.check.Invariant;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests to a store, step by step; the driver decides when each step is taken.
 * Transactions gather in a batch. Then all of them become durable together, with one flush of the
 * data and one of the metadata. Queries are answered in between, from the applied state.
 *
 * <pre>
 *   SERVE ──batch ends──▶ WRITE_DATA ──▶ FLUSH_DATA ──▶ COMMIT_METADATA ──reported──▶ SERVE
 *     └─ nothing applied ─▶ SERVE                any of them ──failure──▶ SERVE
 * </pre>
 *
 * <p>A step that finds the medium full is repeated after a pause. A binding transaction without
 * space waits; no later request is served meanwhile.
 *
 * <p>The store is broken when it can no longer keep what it acknowledged: then transactions end as
 * broken, and queries see the last durable state. A program defect, which may have corrupted the
 * state in memory, is thrown on the owner's loop, and again for every later query.
 */
final class CommitLoop {
  private static final Logger LOG = LoggerFactory.getLogger(CommitLoop.class);

  private interface Step {
    void take() throws IOException, MetadataException, DamagedRecordException;
  }

  private final Volume volume;
  private final BatchLimits limits;
  private final String name;
  private final Consumer<Runnable> owner;
  private final List<Request.Submit> applied = new ArrayList<>();
  private final List<Runnable> answers = new ArrayList<>();
  private final SpaceWait spaceWait;
  private CommitPhase phase = CommitPhase.SERVE;
  private int served;
  private long batchBytes;
  private volatile Usage usage;

  /** A request that can be served only after the batch is durable. */
  private @Nullable Request deferred;

  /** Whether tidying up found no space the last time. */
  private boolean untidy;

  /** Whether a binding transaction was refused; then all later ones are refused too. */
  private boolean exhausted;

  /** Why no more transactions are taken; null if they are. */
  private @Nullable String broken;

  /** Why not even queries are answered: the state in memory cannot be trusted. Null if they are. */
  private @Nullable String defect;

  /**
   * Serves a volume.
   *
   * @param name name of the store, for people
   * @param owner runs answers on the loop of the store's owner
   */
  CommitLoop(Volume volume, BatchLimits limits, String name, Consumer<Runnable> owner) {
    this.volume = volume;
    this.limits = limits;
    this.name = name;
    this.owner = owner;
    this.spaceWait = new SpaceWait(name);
    this.usage = volume.contents().usage();
  }

  /** The phase of the next step. */
  CommitPhase phase() {
    return phase;
  }

  /** Whether the medium is full, and the next step is to be taken after a pause. */
  boolean isWaiting() {
    return spaceWait.isWaiting();
  }

  /** Length of that pause in nanoseconds; 0 if there is none. */
  long pauseNanos() {
    return spaceWait.nanos();
  }

  /** Space usage. From any thread. */
  Usage usage() {
    return usage;
  }

  /** Serves a request; returns whether the batch may take another. */
  boolean serve(Request request) {
    Invariant.check(phase == CommitPhase.SERVE && deferred == null, "a batch is being served");
    guarded(() -> serveNow(request));
    served++;
    return deferred == null && served < limits.ops() && batchBytes < limits.bytes();
  }

  /** Ends the batch: the next steps commit the applied transactions. */
  void endBatch() {
    served = 0;
    if (!applied.isEmpty()) {
      phase = CommitPhase.WRITE_DATA;
    } else {
      trim();
      serveDeferred();
    }
  }

  /** Takes the next step of a commit. */
  void step() {
    switch (phase) {
      case SERVE -> throw Invariant.unreachable("no batch to commit");
      case WRITE_DATA -> take(volume::writeData, CommitPhase.FLUSH_DATA);
      case FLUSH_DATA -> take(volume::flushData, CommitPhase.COMMIT_METADATA);
      case COMMIT_METADATA -> take(this::commitMetadata, CommitPhase.SERVE);
    }
    if (phase == CommitPhase.SERVE) {
      trim();
      serveDeferred();
    }
  }

  /** Takes a step. If it finds no space, nothing has changed, and it can be repeated. */
  private void take(Step step, CommitPhase next) {
    CommitPhase now = phase;
    phase = next;
    guarded(() -> {
      try {
        step.take();
        spaceWait.onSpace();
      } catch (IOException | MetadataException e) {
        if (!DeviceFullException.isCause(e)) {
          throw e;
        }
        phase = now;
        spaceWait.onLack(e);
      }
    });
  }

  /** Tidies up; if there is no space for it, tries again after the next batch. */
  private void trim() {
    guarded(() -> {
      try {
        volume.trim();
        untidy = false;
      } catch (IOException | MetadataException e) {
        if (!DeviceFullException.isCause(e)) {
          throw e;
        }
        if (!untidy) {
          untidy = true;
          LOG.warn("{}: {}", name, e.getMessage());
        }
      }
    });
  }

  /** Gives up when the store is closed without space: what is not durable is lost, unanswered. */
  void giveUp() {
    LOG.warn("{}: closed while out of space; waiting transactions are dropped", name);
    deferred = null;
    forgetBatch();
    abandon();
  }

  /** Whether a batch has begun and was not ended. */
  boolean hasApplied() {
    return !applied.isEmpty();
  }

  private void serveDeferred() {
    Request request = deferred;
    deferred = null;
    if (request != null) {
      serve(request);
    }
  }

  private void guarded(Step step) {
    try {
      step.take();
    } catch (IOException | MetadataException | DamagedRecordException e) {
      breakDown(String.valueOf(e.getMessage()), e);
      abandon();
    } catch (RuntimeException | Error e) {
      breakDown("a defect: " + e.getMessage(), e);
      defect = "a defect in " + name + " came earlier: " + e.getMessage();
      owner.accept(() -> {
        throw e;
      });
    }
  }

  private void serveNow(Request request)
      throws IOException, MetadataException, DamagedRecordException {
    switch (request) {
      case Request.Ask<?> ask -> {
        if (defect != null) {
          throw Invariant.unreachable(defect);
        }
        if (ask.settled() && hasApplied()) {
          deferred = ask;
        } else {
          owner.accept(ask.ask(volume.contents()));
        }
      }
      case Request.Submit submit -> apply(submit);
      case Request.Look _ -> usage = volume.contents().usage();
    }
  }

  private void apply(Request.Submit submit)
      throws IOException, MetadataException, DamagedRecordException {
    if (broken != null) {
      CommitOutcome outcome = new CommitOutcome.Broken(broken);
      owner.accept(() -> submit.done().accept(outcome));
      return;
    }
    Transaction transaction = submit.transaction();
    Fit fit = exhausted ? Fit.NEVER : fit(submit);
    if (fit != Fit.NOW && !exhausted && hasApplied() && volume.hasReleased()) {
      // Space that this batch released can be used only after it is durable.
      deferred = submit;
      return;
    }
    if (fit == Fit.LATER && transaction.binding()) {
      deferred = submit;
      spaceWait.onLack(new DeviceFullException(submit.bytes() + " bytes are promised"));
      return;
    }
    applied.add(submit);
    if (fit == Fit.NOW) {
      spaceWait.onSpace();
      batchBytes += submit.bytes();
      volume.apply(transaction);
      answers.add(() -> submit.done().accept(new CommitOutcome.Committed()));
    } else {
      exhausted |= transaction.binding();
      CommitOutcome outcome = volume.noSpaceFor(transaction);
      answers.add(() -> submit.done().accept(outcome));
    }
  }

  /** Checks the space for a transaction; a failure is answered with the others of its batch. */
  private Fit fit(Request.Submit submit) throws IOException, MetadataException {
    boolean told = false;
    try {
      Fit fit = volume.fit(submit.transaction());
      told = true;
      return fit;
    } catch (IOException | MetadataException e) {
      if (!DeviceFullException.isCause(e)) {
        throw e;
      }
      told = true;
      return Fit.LATER;
    } finally {
      if (!told) {
        applied.add(submit);
      }
    }
  }

  private void commitMetadata() throws IOException, MetadataException {
    volume.commitMetadata();
    usage = volume.contents().usage();
    List<Runnable> due = List.copyOf(answers);
    forgetBatch();
    owner.accept(() -> due.forEach(Runnable::run));
  }

  private void breakDown(String what, Throwable cause) {
    if (broken == null) {
      broken = name + ": " + what;
      LOG.error("{}; the store takes no more transactions", broken, cause);
    }
    List<Request.Submit> lost = List.copyOf(applied);
    CommitOutcome outcome = new CommitOutcome.Broken(broken);
    forgetBatch();
    for (Request.Submit submit : lost) {
      owner.accept(() -> submit.done().accept(outcome));
    }
  }

  private void abandon() {
    try {
      volume.abandon();
    } catch (IOException | MetadataException | DamagedRecordException e) {
      breakDown(String.valueOf(e.getMessage()), e);
      defect = name + " cannot go back to what is durable: " + e.getMessage();
    }
  }

  /** Forgets the transactions of the ended batch. */
  private void forgetBatch() {
    applied.clear();
    answers.clear();
    batchBytes = 0;
    phase = CommitPhase.SERVE;
  }
}
