package io.pando.mds.serve;

import io.pando.check.Invariant;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.HeldCapability;
import io.pando.mds.caps.Capabilities;
import io.pando.mds.caps.CapabilityEffect;
import io.pando.mds.caps.Footprint;
import io.pando.mds.names.Execution;
import io.pando.mds.names.Names;
import io.pando.mds.outbox.Outboxes;
import io.pando.mds.outbox.UnstableChanges;
import io.pando.mds.purge.PurgeState;
import io.pando.mds.session.PastAnswer;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import io.pando.mds.work.RankFigures;
import io.pando.message.FileMessage;
import io.pando.op.OpOutcome;
import io.pando.report.files.WaitingRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Serves the requests of sessions.
 *
 * <pre>
 *  arrived ─▶ executed ─ rows are missing ─▶ reading ─▶ executed again
 *                 │ └─ others have capabilities ─▶ waiting for revocations ─▶ executed again
 *                 ▼
 *             ordered (changes) ─▶ answered, once what it shows of other sessions is durable
 * </pre>
 *
 * <p>An execution changes nothing, so it can be repeated at any time. Between an execution and the
 * order of its update nothing else happens.
 */
public final class RankService {
  private final MetadataStore store;
  private final Tree tree;
  private final Names names;
  private final Sessions sessions;
  private final Consumer<ServiceEffect> out;
  private final Capabilities capabilities;
  private final RowReads reads;
  private final ServerParts parts;
  private final ServerJobs jobs;
  private final WrittenFiles written;
  private final CutFiles cutFiles;
  private final FileSizes sizes;
  private final BackPointers pointers;
  private final StrayPurge purge;
  private final AnswerGrants answerGrants;
  private final Propagation propagation;
  private final RowMemory memory;
  private final StartGate gate;
  private final UnstableChanges unstable = new UnstableChanges();
  private final Outboxes outboxes;
  private final SortedMap<Long, OpenRequest> open = new TreeMap<>();
  private final Deque<OpenRequest> waitForRoom = new ArrayDeque<>();
  private final Deque<CapabilityEffect> effects = new ArrayDeque<>();
  private long lastTicket;

  /**
   * A service without sessions.
   *
   * @param rows the rows of the rank
   * @param sessions sessions of the rank; changes are remembered there
   * @param start where the numbers of grants begin; larger for each holder of the rank
   */
  public RankService(
      Rows rows, Sessions sessions, ServiceLimits limits, long start, Consumer<ServiceEffect> out) {
    this.store = rows.store();
    this.tree = rows.tree();
    this.names = rows.names();
    this.sessions = sessions;
    this.out = out;
    this.outboxes =
        new Outboxes((session, message) -> out.accept(new ServiceEffect.Send(session, message)));
    this.gate = new StartGate(sessions.awaited());
    this.capabilities =
        new Capabilities(limits.capabilities(), start, gate.isReconnecting(), effects::add);
    this.parts = new ServerParts(store, tree, names, capabilities, this::order, out);
    this.reads = parts.reads();
    this.jobs = parts.jobs();
    this.cutFiles = new CutFiles(parts);
    this.pointers = new BackPointers(parts);
    this.sizes = new FileSizes(parts);
    this.written = new WrittenFiles(parts, cutFiles, sizes, gate, outboxes);
    StrayPurge.Users users = new StrayPurge.Users(cutFiles, sizes, pointers);
    this.purge = new StrayPurge(parts, users, limits.purge(), this::nextTicket);
    this.answerGrants = new AnswerGrants(capabilities, names);
    this.propagation = new Propagation(parts);
    this.memory = new RowMemory(parts, limits.memory(), this::isPinned);
  }

  /** The rows of a rank, and what reads and changes them. */
  public record Rows(MetadataStore store, Tree tree, Names names) {}

  /** A session was opened, or continues with a new holder. */
  public void onSession(long session) {
    outboxes.open(session);
  }

  /** A session of a former holder tells something that it has. */
  public void onHeld(long session, HeldCapability held) {
    written.onHeld(session, held);
  }

  /** A session of a former holder has told everything that it has, and repeated its requests. */
  public void onReconnected(Moment now, long session) {
    // What it has is known once the rows of the files that it writes are read.
    jobs.add(
        new ServerJobs.Job.Step(then -> {
          boolean reconnecting = gate.isReconnecting();
          sessions.onReconnected(session);
          gate.onReconnected(session);
          start(then, reconnecting);
        }));
    proceed(now);
  }

  private void start(Moment now, boolean wasReconnecting) {
    if (wasReconnecting && !gate.isReconnecting()) {
      capabilities.onReconnected(now.nanos());
    }
  }

  /** A session continues over a new connection; messages before are lost. */
  public void onResuming(long session) {
    outboxes.drop(session);
    capabilities.onResuming(session);
  }

  /** A session that continues over a new connection has told everything that it has. */
  public void onResumed(Moment now, long session, List<HeldCapability> held) {
    written.onResumed(now, session, held, ino -> sessions.mayUse(session, ino));
    proceed(now);
  }

  /** A session renews its lease: it learns once what it told before is in the journal. */
  public void onRenewal(Moment now, long session, long sequence) {
    written.onRenewal(session, sequence);
    proceed(now);
  }

  /** Messages to the sessions. */
  public Outboxes outboxes() {
    return outboxes;
  }

  /** A session is fenced: what it has asked for is not done any more. It keeps what it has. */
  public void onFenced(Moment now, long session) {
    outboxes.close(session);
    List<OpenRequest> _ = drop(now, it -> it.session() == session);
    waitForRoom.removeIf(it -> it.session() == session);
    proceed(now);
  }

  /** A session is over. Others get what it had once the sizes of files are known that it wrote. */
  public void onSessionGone(Moment now, long session) {
    onFenced(now, session);
    boolean reconnecting = gate.isReconnecting();
    gate.onGone(session);
    start(now, reconnecting);
    written.onSessionGone(session);
    proceed(now);
  }

  /** Removes the first objects of files that do not exist; told once of a failure, or null. */
  public void removeFirstObjects(List<Ino> files, Consumer<@Nullable String> then) {
    parts.cuts().removeFirst(names.pools(), files, then);
  }

  // Requests

  /** A request of a session that is open. */
  public void onRequest(Moment now, long session, FileMessage.FileRequest request) {
    boolean known = open.values().stream().anyMatch(it -> it.is(session, request.number()));
    forget(now, session, request.oldest());
    if (known || sessions.isForgotten(session, request.number())) {
      return;
    }
    OpenRequest opened = new OpenRequest(nextTicket(), session, request, now);
    open.put(opened.ticket(), opened);
    if (gate.admits(opened)) {
      run(now, opened);
    } else {
      opened.waitsFor("other sessions to reconnect");
    }
    proceed(now);
  }

  private long nextTicket() {
    lastTicket++;
    return lastTicket;
  }

  /** The session does not want to know of older requests any more. */
  private void forget(Moment now, long session, long oldest) {
    sessions.onOldest(session, oldest);
    drop(now, it -> it.session() == session && it.request().number() < oldest)
        .forEach(gate::onEnded);
  }

  private List<OpenRequest> drop(Moment now, Predicate<OpenRequest> which) {
    List<OpenRequest> dropped = open.values().stream().filter(which).toList();
    for (OpenRequest each : dropped) {
      open.remove(each.ticket());
      capabilities.release(now.nanos(), each.ticket());
    }
    return dropped;
  }

  private void run(Moment now, OpenRequest it) {
    if (!open.containsKey(it.ticket())) {
      return;
    }
    FsRequest request = it.request().request();
    if (request instanceof FsRequest.Change change && !begin(now, it, change)) {
      return;
    }
    switch (names.execute(it.request().caller(), it.time(), request)) {
      case Execution.Missing missing -> read(it, missing.rows());
      case Execution.Uncut uncut -> {
        if (purge.refuses(it, List.of(uncut.file()))) {
          refuse(now, it, FsError.ESTALE);
        } else {
          cut(it, uncut.file());
        }
      }
      case Execution.Plan plan -> {
        List<Ino> unknown = sizes.unknownIn(request, plan.answer());
        if (purge.refuses(it, plan.footprint().keySet())) {
          refuse(now, it, FsError.ESTALE);
        } else if (!unknown.isEmpty()) {
          it.waitsFor("the size of a file whose writer is gone");
          sizes.recover(unknown, (then, problem) -> continued(then, it, problem));
        } else {
          reserve(now, it, plan);
        }
      }
    }
  }

  private void continued(Moment now, OpenRequest it, @Nullable String problem) {
    if (problem == null) {
      run(now, it);
    } else {
      refuse(now, it, FsError.EIO);
    }
  }

  /** Whether a change is to be executed: it was not done, is allowed, and there is room for it. */
  private boolean begin(Moment now, OpenRequest it, FsRequest.Change change) {
    long session = it.session();
    PastAnswer past = sessions.past(session, it.request().number());
    if (past != null) {
      repeat(now, it, past);
      return false;
    }
    if (change instanceof FsRequest.Make make && !sessions.mayUse(session, make.ino())) {
      String clause = "makes inode %s, a number that it does not have".formatted(make.ino());
      out.accept(new ServiceEffect.Evict(session, clause));
      return false;
    }
    if (!store.admits() || !sessions.admits(session)) {
      it.waitsFor(store.admits() ? "older changes of its session" : "room in the journal");
      waitForRoom.add(it);
      return false;
    }
    return true;
  }

  /** The answer to a change that was done before. */
  private void repeat(Moment now, OpenRequest it, PastAnswer past) {
    Ino ino = past.ino();
    if (ino == null) {
      finish(now, it, 0, it.answer(past.record(), new FsAnswer.Done()));
      return;
    }
    switch (names.execute(Caller.ROOT, now.wall(), new FsRequest.GetInode(ino))) {
      case Execution.Missing missing -> read(it, missing.rows());
      case Execution.Uncut _ -> throw Invariant.unreachable("a query needs no file to be cut");
      case Execution.Plan plan -> {
        long seen = unstable.neededBy(it.session(), plan.seen());
        FsAnswer answer = past.again(plan.answer(), it.request().answered());
        if (!finishesOnceCut(it, past.record(), answer, seen)) {
          finish(now, it, seen, it.answer(past.record(), answer));
        }
      }
    }
  }

  private void read(OpenRequest it, List<MissingRow> missing) {
    it.waitsFor("rows of directories");
    List<MissingRow.Stored> rows = new ArrayList<>();
    for (MissingRow row : missing) {
      switch (row) {
        case MissingRow.Stored stored -> rows.add(stored);
        case MissingRow.PlaceOf place -> {
          parts.finder().find(place.ino(), found -> onFound(it, found));
          return;
        }
      }
    }
    reads.read(
        rows, problem -> jobs.add(new ServerJobs.Job.Step(now -> continued(now, it, problem))));
  }

  private void onFound(OpenRequest it, PlaceFinder.Found found) {
    jobs.add(
        new ServerJobs.Job.Step(now -> {
          switch (found) {
            case PlaceFinder.Found.Here _ -> run(now, it);
            case PlaceFinder.Found.Gone _ -> refuse(now, it, FsError.ESTALE);
            case PlaceFinder.Found.Failed _ -> refuse(now, it, FsError.EIO);
          }
        }));
  }

  private void cut(OpenRequest it, Ino file) {
    it.waitsFor("the objects of a file to be cut");
    cutFiles.cut(file, (now, problem) -> continued(now, it, problem));
  }

  private void reserve(Moment now, OpenRequest it, Execution.Plan plan) {
    Footprint needs =
        new Footprint(
            it.ticket(), it.session(), plan.footprint(), AnswerGrants.filesIn(plan.answer()));
    if (capabilities.reserve(now.nanos(), needs)) {
      carryOut(now, it, plan);
    } else {
      it.waitsFor("capabilities of other sessions");
    }
  }

  private void carryOut(Moment now, OpenRequest it, Execution.Plan plan) {
    long session = it.session();
    long needed = unstable.neededBy(it.session(), plan.seen());
    long record = 0;
    if (!plan.update().isEmpty()) {
      needed = Math.max(needed, unstable.neededBy(session, plan.update().changed()));
      UpdateDraft draft = tree.begin(store, plan.update());
      sessions.answered(session, it.request().number(), plan.answer(), it.made(), draft);
      record = draft.order();
      sessions.ordered(record);
      unstable.add(plan.update().changed(), record, session);
      outboxes.onChange(session, record);
      plan.update().strays().forEach(purge::onCandidate);
      written.onMade(it.made(), plan.answer());
    }
    if (!finishesOnceCut(it, record, plan.answer(), needed)) {
      sendEffects();
      finish(now, it, needed, answerGrants.complete(now, it, it.answer(record, plan.answer())));
    }
  }

  /** No session gets at the data of a file that was truncated before its objects are cut. */
  private boolean finishesOnceCut(OpenRequest it, long record, FsAnswer answer, long needed) {
    if (!(it.request().request() instanceof FsRequest.SetAttributes(Ino file, _))
        || !cutFiles.isUncut(file)
        || purge.isBegun(file)) {
      return false;
    }
    it.waitsFor("the objects of a file to be cut");
    written.cut(
        file,
        it.session(),
        answer,
        (now, granted, ended) -> {
          // Others may have changed the file meanwhile.
          long seen = Math.max(needed, unstable.neededBy(it.session(), List.of(file)));
          finish(now, it, seen, it.answer(Math.max(record, granted), ended));
        });
    return true;
  }

  private void refuse(Moment now, OpenRequest it, FsError error) {
    FsAnswer failed = new FsAnswer.Failed(error);
    PastAnswer past = sessions.past(it.session(), it.request().number());
    FsAnswer answer = past == null ? failed : past.again(failed, it.request().answered());
    finish(now, it, 0, it.answer(0, answer));
  }

  private void finish(Moment now, OpenRequest it, long needed, FileMessage.FileAnswer answer) {
    if (open.remove(it.ticket()) != null) {
      long shown = unstable.neededToShow(it.session(), answer.directory());
      outboxes.send(it.session(), Math.max(needed, shown), answer);
      out.accept(it.answered(now, answer.answer()));
      capabilities.release(now.nanos(), it.ticket());
      gate.onEnded(it);
    }
  }

  // Capabilities

  /** A session told what it keeps and wants of an inode, or asks whether that is durable. */
  public void onTold(Moment now, long session, FileMessage message) {
    written.onMessage(now, session, message, purge::isBegun);
    proceed(now);
  }

  /** Carries out what the capabilities did: messages are sent in the order of their numbers. */
  private void sendEffects() {
    while (!effects.isEmpty()) {
      on(effects.removeFirst());
    }
  }

  private void on(CapabilityEffect effect) {
    switch (effect) {
      case CapabilityEffect.Ready it ->
          jobs.add(
              new ServerJobs.Job.Step(then -> {
                OpenRequest request = open.get(it.ticket());
                if (request != null) {
                  run(then, request);
                } else {
                  boolean _ = purge.onReady(then, it.ticket());
                }
              }));
      case CapabilityEffect.Grant it -> {
        Ino ino = it.grant().ino();
        outboxes.send(
            it.session(),
            unstable.neededBy(it.session(), List.of(ino)),
            new FileMessage.Grant(
                it.grant(), sizes.isUnknownTo(it.session(), ino) ? null : names.shown(ino)));
      }
      case CapabilityEffect.Revoke it ->
          outboxes.send(
              it.session(), 0, new FileMessage.Revoke(it.ino(), it.keep(), it.sequence()));
      case CapabilityEffect.AskState it ->
          outboxes.send(it.session(), 0, new FileMessage.AskState(it.ino(), it.sequence()));
      case CapabilityEffect.Recall it ->
          outboxes.send(it.session(), 0, new FileMessage.Recall(it.inodes()));
      case CapabilityEffect.Violation it ->
          out.accept(new ServiceEffect.Evict(it.session(), it.clause()));
      case CapabilityEffect.State it -> written.onState(it);
      case CapabilityEffect.NeedsRange it -> written.onNeedsRange(it);
      case CapabilityEffect.WritersGone it -> written.onWritersGone(it);
      case CapabilityEffect.Closed it -> purge.onClosed(it.ino());
    }
  }

  /** Orders a change that the server makes for a session, or for itself (0). */
  private long order(Execution.Plan plan, long session) {
    UpdateDraft draft = tree.begin(store, plan.update());
    long record = draft.order();
    unstable.add(plan.update().changed(), record, session);
    if (session != 0) {
      outboxes.onChange(session, record);
    }
    return record;
  }

  // The store and time

  /** The store has read rows, or records are durable. */
  public void onStore(Moment now, StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Durable it -> {
        onDurable(now, it.number());
        if (!store.admits()) {
          propagation.advance();
        }
      }
      case StoreEffect.Loaded it -> reads.onEnd(it.read(), null);
      case StoreEffect.LoadFailed it -> reads.onEnd(it.read(), it.why());
      case StoreEffect.Call _, StoreEffect.Damaged _, StoreEffect.Failed _ ->
          throw Invariant.unreachable("not for the service: " + effect);
    }
    proceed(now);
  }

  private void onDurable(Moment now, long record) {
    unstable.onDurable(record);
    written.onDurable(now, record);
    cutFiles.onDurable(record);
    purge.onDurable(record);
    pointers.advance();
    outboxes.onDurable(record);
  }

  /** A call of an object of a file has ended. */
  public void onAnswer(Moment now, long token, OpOutcome outcome) {
    parts.calls().onAnswer(token, outcome);
    proceed(now);
  }

  /** Time has passed. */
  public void onTime(Moment now) {
    jobs.onTime();
    capabilities.onTime(now.nanos());
    propagation.advance();
    pointers.onTime();
    memory.onTime(now);
    written.onTime();
    purge.onTime(now);
    proceed(now);
  }

  private boolean isPinned(Ino ino) {
    return capabilities.isUsed(ino)
        || cutFiles.isUnderWay(ino)
        || sizes.isUnderWay(ino)
        || purge.isUnderWay(ino)
        || tree.newPlaces().isPending(ino);
  }

  private void proceed(Moment now) {
    boolean more = true;
    while (more) {
      sendEffects();
      for (int i = waitForRoom.size(); i > 0 && store.admits(); i--) {
        run(now, waitForRoom.removeFirst());
      }
      while (jobs.isReady(gate.isOpen())) {
        jobs.run(now, gate.isOpen());
        // What a job tells comes before the next job.
        sendEffects();
      }
      OpenRequest repeated = gate.nextRepeated();
      if (repeated != null) {
        run(now, repeated);
      } else if (gate.isOpen()) {
        gate.takeOthers().forEach(it -> run(now, it));
        purge.advance(now);
      }
      more = repeated != null || !effects.isEmpty() || jobs.isReady(gate.isOpen());
    }
  }

  /** Whether sessions are awaited, or repeat changes of theirs. */
  public boolean isStarting() {
    return !gate.isOpen();
  }

  /** What a session may have of an inode. */
  public CapabilitySet given(long session, Ino ino) {
    return capabilities.given(session, ino);
  }

  List<OpenRequest> open() {
    return List.copyOf(open.values());
  }

  /** Number of inodes for which a session has capabilities. */
  public int held(long session) {
    return capabilities.held(session);
  }

  /** Whether {@link #onTime} should be called again soon, to drop rows from memory. */
  public boolean isShortOfMemory() {
    return memory.isShort();
  }

  /** Requests that are not answered, for operators, the oldest first. */
  public List<WaitingRequest> waiting(Moment now) {
    return open.values().stream().map(it -> it.report(now)).toList();
  }

  /** How many inodes wait for their removal. */
  public PurgeState purge() {
    return purge.state();
  }

  /** Sets the figures of what is in memory, and returns all. */
  public RankFigures report(Moment now, RankFigures into) {
    return memory.report(now, into);
  }

  /** What prevents the service for good; null if nothing does. */
  public @Nullable String problem() {
    return jobs.problem();
  }

  /** Checks the invariants; costs time in proportion to the inodes. */
  public void invariants() {
    capabilities.invariants();
  }
}
