package io.pando.mds.serve;

import io.pando.check.Invariant;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.HeldCapability;
import io.pando.mds.caps.Capabilities;
import io.pando.mds.caps.CapabilityEffect;
import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.caps.Footprint;
import io.pando.mds.names.Execution;
import io.pando.mds.names.Names;
import io.pando.mds.session.PastAnswer;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import io.pando.message.FileMessage;
import io.pando.op.OpOutcome;
import io.pando.report.files.WaitingRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
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
  private static final CapabilitySet SHOWN =
      CapabilitySet.of(
          Capability.ATTRIBUTES_SHARED, Capability.LINKS_SHARED, Capability.XATTRS_SHARED);
  private static final CapabilitySet OF_DIRECTORY = CapabilitySet.of(Capability.NAMES_SHARED);

  private final MetadataStore store;
  private final Tree tree;
  private final Names names;
  private final Sessions sessions;
  private final Consumer<ServiceEffect> out;
  private final Capabilities capabilities;
  private final RowReads reads;
  private final ServerJobs jobs;
  private final WrittenFiles written;
  private final FileCuts cuts;
  private final CutFiles cutFiles;
  private final StartGate gate;
  private final UnstableChanges unstable = new UnstableChanges();
  private final SortedMap<Long, SessionOutbox> outboxes = new TreeMap<>();
  private final SortedMap<Long, Long> newestRecords = new TreeMap<>();
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
      Rows rows,
      Sessions sessions,
      CapabilityLimits limits,
      long start,
      Consumer<ServiceEffect> out) {
    this.store = rows.store();
    this.tree = rows.tree();
    this.names = rows.names();
    this.sessions = sessions;
    this.out = out;
    this.gate = new StartGate(sessions.awaited());
    this.capabilities = new Capabilities(limits, start, gate.isReconnecting(), effects::add);
    this.reads = new RowReads(store);
    this.jobs = new ServerJobs(reads);
    this.written = new WrittenFiles(names, capabilities, jobs, this::order);
    this.cuts =
        new FileCuts((token, pool, object, operations) ->
            out.accept(new ServiceEffect.Call(token, pool, object, operations)));
    this.cutFiles = new CutFiles(names, tree, cuts, jobs, plan -> order(plan, 0L));
  }

  /** The rows of a rank, and what reads and changes them. */
  public record Rows(MetadataStore store, Tree tree, Names names) {}

  // Sessions

  /** A session was opened, or continues with a new holder. */
  public void onSession(long session) {
    outboxes.computeIfAbsent(session, _ -> new SessionOutbox());
  }

  /** A session of a former holder tells something that it has. */
  public void onHeld(long session, HeldCapability held) {
    capabilities.onReconnect(session, held);
  }

  /** A session of a former holder has told everything that it has, and repeated its requests. */
  public void onReconnected(Moment now, long session) {
    boolean reconnecting = gate.isReconnecting();
    sessions.onReconnected(session);
    gate.onReconnected(session);
    start(now, reconnecting);
  }

  private void start(Moment now, boolean wasReconnecting) {
    if (wasReconnecting && !gate.isReconnecting()) {
      capabilities.onReconnected(now.nanos());
    }
    proceed(now);
  }

  /**
   * A session continues over a new connection, and has told everything that it has: what was on its
   * way to it over the old one is lost.
   */
  public void onResumed(Moment now, long session, List<HeldCapability> held) {
    capabilities.onResumed(now.nanos(), session, held);
    proceed(now);
  }

  /** Tells a session up to which record the journal is durable. */
  public void tellDurable(long session) {
    send(session, 0, new FileMessage.Durable(store.durable()));
  }

  /** A session has ended; if it was evicted, it is fenced. */
  public void onSessionGone(Moment now, long session) {
    outboxes.remove(session);
    newestRecords.remove(session);
    open.values().removeIf(it -> it.session() == session);
    waitForRoom.removeIf(it -> it.session() == session);
    boolean reconnecting = gate.isReconnecting();
    gate.onGone(session);
    capabilities.sessionGone(now.nanos(), session);
    start(now, reconnecting);
  }

  // Requests

  /** A request of a session that is open. */
  public void onRequest(Moment now, long session, FileMessage.FileRequest request) {
    boolean known =
        open.values().stream()
            .anyMatch(it -> it.session() == session && it.request().number() == request.number());
    forget(now, session, request.oldest());
    if (known || sessions.isForgotten(session, request.number())) {
      return;
    }
    lastTicket++;
    OpenRequest opened = new OpenRequest(lastTicket, session, request, now);
    open.put(opened.ticket(), opened);
    if (gate.admits(opened)) {
      run(now, opened);
    } else {
      opened.waitsFor("other sessions to reconnect");
    }
    proceed(now);
  }

  /** The session does not want to know of older requests any more. */
  private void forget(Moment now, long session, long oldest) {
    sessions.onOldest(session, oldest);
    List<OpenRequest> dropped =
        open.values().stream()
            .filter(it -> it.session() == session && it.request().number() < oldest)
            .toList();
    for (OpenRequest each : dropped) {
      open.remove(each.ticket());
      capabilities.release(now.nanos(), each.ticket());
      gate.onEnded(each);
    }
  }

  private void run(Moment now, OpenRequest it) {
    if (!open.containsKey(it.ticket())) {
      return;
    }
    FsRequest request = it.request().request();
    if (request instanceof FsRequest.Change change && !begin(now, it, change)) {
      return;
    }
    switch (names.execute(it.request().caller(), now.wall(), request)) {
      case Execution.Missing missing -> read(it, missing.rows());
      case Execution.Uncut uncut -> cut(it, uncut.file());
      case Execution.Plan plan -> reserve(now, it, plan);
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
      evict(session, "makes inode %s, a number that it does not have".formatted(make.ino()));
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
      finish(now, it, past.record(), new FsAnswer.Done(), List.of());
      return;
    }
    switch (names.execute(Caller.ROOT, now.wall(), new FsRequest.GetInode(ino))) {
      case Execution.Missing missing -> read(it, missing.rows());
      case Execution.Uncut _ -> throw Invariant.unreachable("a query needs no file to be cut");
      case Execution.Plan plan ->
          finish(now, it, past.record(), plan.answer(), List.of(), seenOf(it, plan));
    }
  }

  private long seenOf(OpenRequest it, Execution.Plan plan) {
    return unstable.neededBy(it.session(), plan.seen());
  }

  private void read(OpenRequest it, List<MissingRow> missing) {
    List<MissingRow.Stored> rows = new ArrayList<>();
    for (MissingRow row : missing) {
      if (row instanceof MissingRow.Stored stored) {
        rows.add(stored);
      }
    }
    if (rows.size() < missing.size()) {
      // No path leads to an inode that is not in memory: it was removed.
      jobs.add(
          new ServerJobs.Job.Step(
              now -> finish(now, it, 0, new FsAnswer.Failed(FsError.ESTALE), List.of())));
      return;
    }
    it.waitsFor("rows of directories");
    reads.read(
        rows,
        problem ->
            jobs.add(
                new ServerJobs.Job.Step(now -> {
                  if (problem == null) {
                    run(now, it);
                  } else {
                    finish(now, it, 0, new FsAnswer.Failed(FsError.EIO), List.of());
                  }
                })));
  }

  private void cut(OpenRequest it, Ino file) {
    it.waitsFor("the objects of a file to be cut");
    cutFiles.cut(
        file,
        store.ordered(),
        store.durable(),
        (now, problem) -> {
          if (problem == null) {
            run(now, it);
          } else {
            finish(now, it, 0, new FsAnswer.Failed(FsError.EIO), List.of());
          }
        });
  }

  private void reserve(Moment now, OpenRequest it, Execution.Plan plan) {
    Footprint needs =
        new Footprint(it.ticket(), it.session(), plan.footprint(), filesIn(plan.answer()));
    if (capabilities.reserve(now.nanos(), needs)) {
      carryOut(now, it, plan);
    } else {
      it.waitsFor("capabilities of other sessions");
    }
  }

  private static SortedSet<Ino> filesIn(FsAnswer answer) {
    SortedSet<Ino> files = new TreeSet<>();
    switch (answer) {
      case FsAnswer.Found it -> addFile(files, it.inode());
      case FsAnswer.Listing it -> it.entries().forEach(each -> addFile(files, each.inode()));
      case FsAnswer.Done _, FsAnswer.Failed _ -> {}
    }
    return files;
  }

  private static void addFile(SortedSet<Ino> files, Inode inode) {
    if (inode.content() instanceof InodeContent.File) {
      files.add(inode.ino());
    }
  }

  private void carryOut(Moment now, OpenRequest it, Execution.Plan plan) {
    long session = it.session();
    long needed = seenOf(it, plan);
    long record = 0;
    if (!plan.update().isEmpty()) {
      needed = Math.max(needed, unstable.neededBy(session, plan.update().changed()));
      UpdateDraft draft = tree.begin(store, plan.update());
      sessions.answered(session, it.request().number(), plan.answer(), made(it), draft);
      record = draft.order();
      sessions.ordered(record);
      unstable.add(plan.update().changed(), record, session);
      newestRecords.put(session, record);
    }
    if (it.request().request() instanceof FsRequest.SetAttributes set
        && cutFiles.isUncut(set.ino())) {
      finishOnceCut(it, set.ino(), record, plan.answer(), needed);
    } else {
      finish(now, it, record, plan.answer(), grants(now, it, plan.answer()), needed);
    }
  }

  /** No session gets at the data of a file that was truncated before its objects are cut. */
  private void finishOnceCut(OpenRequest it, Ino file, long record, FsAnswer answer, long needed) {
    it.waitsFor("the objects of a file to be cut");
    cutFiles.cut(
        file,
        store.ordered(),
        store.durable(),
        (now, problem) ->
            finish(
                now,
                it,
                record,
                problem == null ? answer : new FsAnswer.Failed(FsError.EIO),
                List.of(),
                needed));
  }

  private static @Nullable Ino made(OpenRequest it) {
    return it.request().request() instanceof FsRequest.Make make ? make.ino() : null;
  }

  private List<CapabilityGrant> grants(Moment now, OpenRequest it, FsAnswer answer) {
    List<CapabilityGrant> grants = new ArrayList<>();
    directoryOf(it.request().request())
        .ifPresent(ino -> offer(now, it.session(), ino, OF_DIRECTORY, grants));
    switch (answer) {
      case FsAnswer.Found found -> offer(now, it.session(), found.inode().ino(), SHOWN, grants);
      case FsAnswer.Listing listing ->
          listing
              .entries()
              .forEach(each -> offer(now, it.session(), each.inode().ino(), SHOWN, grants));
      case FsAnswer.Done _, FsAnswer.Failed _ -> {}
    }
    return grants;
  }

  private void offer(
      Moment now, long session, Ino ino, CapabilitySet some, List<CapabilityGrant> grants) {
    CapabilityGrant grant = capabilities.offer(now.nanos(), session, ino, some);
    if (grant != null) {
      grants.add(grant);
    }
  }

  /** The directory whose names the answer tells. */
  private static Optional<Ino> directoryOf(FsRequest request) {
    return switch (request) {
      case FsRequest.Lookup it -> Optional.of(it.directory());
      case FsRequest.ListDirectory it -> Optional.of(it.directory());
      case FsRequest.Make it -> Optional.of(it.directory());
      case FsRequest.Link it -> Optional.of(it.directory());
      default -> Optional.empty();
    };
  }

  private void finish(
      Moment now, OpenRequest it, long record, FsAnswer answer, List<CapabilityGrant> grants) {
    finish(now, it, record, answer, grants, 0);
  }

  private void finish(
      Moment now,
      OpenRequest it,
      long record,
      FsAnswer answer,
      List<CapabilityGrant> grants,
      long needed) {
    if (open.remove(it.ticket()) != null) {
      send(
          it.session(),
          needed,
          new FileMessage.FileAnswer(it.request().number(), record, answer, grants));
      capabilities.release(now.nanos(), it.ticket());
      gate.onEnded(it);
    }
  }

  private void send(long session, long needed, FileMessage message) {
    SessionOutbox outbox = outboxes.get(session);
    if (outbox != null) {
      outbox.add(needed, message, each -> out.accept(new ServiceEffect.Send(session, each)));
    }
  }

  private void evict(long session, String clause) {
    out.accept(new ServiceEffect.Evict(session, clause));
  }

  // Capabilities

  /** A session told what it keeps and wants of an inode. */
  public void onUpdate(Moment now, long session, FileMessage.UpdateCapabilities update) {
    if (cutFiles.isUncut(update.ino())) {
      cutFiles.cut(
          update.ino(),
          store.ordered(),
          store.durable(),
          (then, _) -> capabilities.onUpdate(then.nanos(), session, update));
    } else {
      capabilities.onUpdate(now.nanos(), session, update);
    }
    proceed(now);
  }

  private void on(CapabilityEffect effect) {
    switch (effect) {
      case CapabilityEffect.Ready it ->
          jobs.add(
              new ServerJobs.Job.Step(then -> {
                OpenRequest request = open.get(it.ticket());
                if (request != null) {
                  run(then, request);
                }
              }));
      case CapabilityEffect.Grant it -> {
        Ino ino = it.grant().ino();
        send(
            it.session(),
            unstable.neededBy(it.session(), List.of(ino)),
            new FileMessage.Grant(it.grant(), names.shown(ino)));
      }
      case CapabilityEffect.Revoke it ->
          send(it.session(), 0, new FileMessage.Revoke(it.ino(), it.keep(), it.sequence()));
      case CapabilityEffect.AskState it ->
          send(it.session(), 0, new FileMessage.AskState(it.ino(), it.sequence()));
      case CapabilityEffect.Recall it -> send(it.session(), 0, new FileMessage.Recall(it.inodes()));
      case CapabilityEffect.Violation it -> evict(it.session(), it.clause());
      case CapabilityEffect.State it -> written.onState(it);
      case CapabilityEffect.NeedsRange it -> written.onNeedsRange(it);
      case CapabilityEffect.WritersGone it -> written.onWritersGone(it);
      case CapabilityEffect.Closed _ -> {}
    }
  }

  /** Orders a change that the server makes for a session, or for itself (0). */
  private long order(Execution.Plan plan, long session) {
    UpdateDraft draft = tree.begin(store, plan.update());
    long record = draft.order();
    unstable.add(plan.update().changed(), record, session);
    if (session != 0) {
      newestRecords.put(session, record);
    }
    return record;
  }

  // The store and time

  /** The store has read rows, or records are durable. */
  public void onStore(Moment now, StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Durable it -> onDurable(now, it.number());
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
    outboxes.forEach((session, outbox) -> {
      outbox.onDurable(record, each -> out.accept(new ServiceEffect.Send(session, each)));
      Long newest = newestRecords.get(session);
      if (newest != null) {
        send(session, 0, new FileMessage.Durable(record));
        if (newest <= record) {
          newestRecords.remove(session);
        }
      }
    });
  }

  /** A call of an object of a file has ended. */
  public void onAnswer(Moment now, long token, OpOutcome outcome) {
    cuts.onAnswer(token, outcome);
    proceed(now);
  }

  /** Time has passed. */
  public void onTime(Moment now) {
    capabilities.onTime(now.nanos());
    proceed(now);
  }

  private void proceed(Moment now) {
    boolean more = true;
    while (more) {
      while (!effects.isEmpty()) {
        on(effects.removeFirst());
      }
      for (int i = waitForRoom.size(); i > 0 && store.admits(); i--) {
        run(now, waitForRoom.removeFirst());
      }
      jobs.run(now);
      OpenRequest repeated = gate.nextRepeated();
      if (repeated != null) {
        run(now, repeated);
      } else if (gate.isOpen()) {
        gate.takeOthers().forEach(it -> run(now, it));
      }
      more = repeated != null || !effects.isEmpty();
    }
  }

  // Questions

  /** Whether sessions are awaited, or repeat changes of theirs. */
  public boolean isStarting() {
    return !gate.isOpen();
  }

  /** What a session may have of an inode. */
  public CapabilitySet given(long session, Ino ino) {
    return capabilities.given(session, ino);
  }

  /** Number of inodes for which a session has capabilities. */
  public int held(long session) {
    return capabilities.held(session);
  }

  /** Requests that are not answered, the oldest first. */
  List<OpenRequest> open() {
    return List.copyOf(open.values());
  }

  /** Requests that are not answered, for operators, the oldest first. */
  public List<WaitingRequest> waiting(Moment now) {
    return open.values().stream().map(it -> it.report(now)).toList();
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
