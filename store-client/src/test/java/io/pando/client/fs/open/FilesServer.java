package io.pando.client.fs.open;

import static java.util.Objects.requireNonNull;

import io.pando.client.fs.ModelFiles;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.fs.session.InoRange;
import io.pando.mds.caps.Capabilities;
import io.pando.mds.caps.CapabilityEffect;
import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.caps.Footprint;
import io.pando.mds.caps.RecallLimits;
import io.pando.mds.locks.LockLimits;
import io.pando.mds.locks.LockService;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A metadata server with the capabilities of the real one, a model of names, and files that are
 * really cut. It does not fail; sessions are evicted. A client that breaks a rule fails the test.
 */
final class FilesServer {
  static final long LEASE_NANOS = 2_000 * FilesWorld.MILLI;
  private static final int NUMBERS = 1_000;
  private static final CapabilitySet SHOWN =
      CapabilitySet.of(
          Capability.ATTRIBUTES_SHARED, Capability.LINKS_SHARED, Capability.XATTRS_SHARED);

  private static final class Session {
    final long number;
    final NavigableMap<Long, FsAnswer> done = new TreeMap<>();

    final List<HeldCapability> claims = new ArrayList<>();

    /** Requests that came before all claims: their answers must not grant what is not claimed. */
    final Deque<FileMessage> early = new ArrayDeque<>();

    FilesWorld.@Nullable Link link;
    long leaseEnd;
    boolean resuming;

    Session(long number) {
      this.number = number;
    }
  }

  private record Ticket(long number, Session session, FileMessage.FileRequest message) {}

  final ModelFiles files = ModelFiles.fresh().withLayout(FilesWorld.LAYOUT);
  private final FilesWorld world;
  private final Deque<CapabilityEffect> effects = new ArrayDeque<>();
  private final Capabilities capabilities =
      new Capabilities(
          new CapabilityLimits(RecallLimits.usual(), 30 * FilesWorld.MILLI, 8_000, 64_000),
          0,
          false,
          effects::add);
  private final LockService locks =
      new LockService(
          LockLimits.usual(),
          new TreeSet<>(),
          this::tell,
          (session, what) -> {
            throw new AssertionError("session " + session + " " + what);
          });
  private final NavigableMap<Long, Session> sessions = new TreeMap<>();
  private final NavigableMap<Long, Ticket> open = new TreeMap<>();
  private final TreeMap<Ino, List<Runnable>> cutting = new TreeMap<>();
  private long lastTicket;
  private long nextNumber = Ino.FIRST_FREE.value();
  private long record;

  /** Files do not grow further. */
  long quota = Long.MAX_VALUE;

  /** How many times a mount said that a program waits for the journal. */
  int awaited;

  FilesServer(FilesWorld world) {
    this.world = world;
  }

  void onTime() {
    for (Session each : List.copyOf(sessions.values())) {
      if (each.leaseEnd <= world.now) {
        evict(each.number);
      } else if (each.link != null && world.random.oneIn(2)) {
        send(each, new FileMessage.Durable(record));
      }
    }
    capabilities.onTime(world.now);
    capabilities.invariants();
    pump();
  }

  /** The session is fenced, and what it wrote is looked for in the objects. */
  void evict(long number) {
    Session gone = sessions.remove(number);
    world.fence(number);
    open.values().removeIf(each -> each.session() == gone);
    for (Ino ino : capabilities.writing(number)) {
      long[] size = {0};
      world
          .objects
          .sizes(ino)
          .forEach((object, bytes) ->
              size[0] = Math.max(size[0], FilesWorld.LAYOUT.fileBytes(object, bytes)));
      files.inodes.computeIfPresent(ino, (_, inode) -> grown(inode, size[0]));
    }
    if (gone != null && gone.link != null && world.random.nextBoolean()) {
      send(gone, new FileMessage.SessionClosed("evicted"));
    }
    capabilities.sessionGone(world.now, number);
    locks.onSessionGone(number);
    pump();
  }

  boolean hasSession(long number) {
    return sessions.containsKey(number);
  }

  void onReset(FilesWorld.Link link) {
    Session session = sessions.get(link.session);
    if (session != null && session.link == link) {
      session.link = null;
    }
  }

  /** Until the client has told what it has, what it is sent would be taken back. */
  private static void send(Session session, FileMessage message) {
    FilesWorld.Link link = session.link;
    if (link != null) {
      link.toClient(message);
    }
  }

  // Messages

  void onMessage(FilesWorld.Link link, FileMessage message) {
    if (message instanceof FileMessage.OpenSession opening) {
      onOpen(link, opening);
      return;
    }
    Session session = sessions.get(link.session);
    if (session != null && session.link == link) {
      onMessage(session, message);
      pump();
    }
  }

  private void onOpen(FilesWorld.Link link, FileMessage.OpenSession opening) {
    long number = opening.session();
    if (link.session != number) {
      // A client that was told late that its session is over.
      onReset(link);
    }
    link.session = number;
    if (world.isFenced(number)) {
      link.toClient(new FileMessage.SessionClosed("fenced"));
      return;
    }
    Session known = sessions.get(number);
    Session session = known == null ? new Session(number) : known;
    sessions.put(number, session);
    session.link = link;
    session.leaseEnd = world.now + LEASE_NANOS;
    session.claims.clear();
    session.early.clear();
    session.resuming = known != null;
    if (session.resuming) {
      capabilities.onResuming(number);
    }
    InoRange numbers = new InoRange(new Ino(nextNumber), NUMBERS);
    nextNumber += NUMBERS;
    send(
        session,
        new FileMessage.SessionOpened(LEASE_NANOS, known == null, known != null, List.of(numbers)));
    locks.onOpened(number);
  }

  private void onMessage(Session session, FileMessage message) {
    switch (message) {
      case FileMessage.RenewSession renew -> {
        session.leaseEnd = world.now + LEASE_NANOS;
        send(session, new FileMessage.SessionRenewed(renew.sequence(), LEASE_NANOS, 0));
      }
      case FileMessage.CloseSession _ -> {
        send(session, new FileMessage.SessionClosed(""));
        sessions.remove(session.number);
        capabilities.sessionGone(world.now, session.number);
        locks.onSessionGone(session.number);
      }
      case FileMessage.AskLock _, FileMessage.StopWaiting _, FileMessage.HoldLocks _ ->
          locks.onMessage(session.number, message);
      case FileMessage.Reconnect _ when !session.resuming -> {
        // The client asked twice, and was answered twice.
      }
      case FileMessage.Reconnect part -> {
        session.claims.addAll(part.held());
        if (!part.more()) {
          session.resuming = false;
          capabilities.onResumed(
              world.now, session.number, List.copyOf(session.claims), _ -> false);
          while (!session.early.isEmpty()) {
            onMessage(session, session.early.remove());
          }
        }
      }
      case FileMessage.FileRequest request when session.resuming -> session.early.add(request);
      case FileMessage.FileRequest request -> onRequest(session, request);
      case FileMessage.UpdateCapabilities update -> onUpdate(session, update);
      case FileMessage.AwaitJournal _ -> awaited++;
      case FileMessage.AskJournal ask ->
          send(session, new FileMessage.JournalWritten(ask.question()));
      default -> throw new AssertionError("a client sends " + message);
    }
  }

  private void onUpdate(Session session, FileMessage.UpdateCapabilities update) {
    List<Runnable> waiting = cutting.get(update.ino());
    if (waiting != null) {
      waiting.add(() -> capabilities.onUpdate(world.now, session.number, update));
    } else {
      capabilities.onUpdate(world.now, session.number, update);
    }
  }

  private void onRequest(Session session, FileMessage.FileRequest request) {
    FsAnswer done = session.done.get(request.number());
    boolean waits =
        open.values().stream()
            .anyMatch(it -> it.session() == session && it.message().number() == request.number());
    if (done != null) {
      send(session, new FileMessage.FileAnswer(request.number(), record, done, List.of(), null));
    } else if (!waits) {
      lastTicket++;
      Ticket ticket = new Ticket(lastTicket, session, request);
      open.put(ticket.number(), ticket);
      run(ticket);
    }
  }

  // Requests

  private void run(Ticket ticket) {
    if (!open.containsKey(ticket.number())) {
      return;
    }
    FsRequest request = ticket.message().request();
    if (request instanceof FsRequest.SetAttributes set && cutting.containsKey(set.ino())) {
      requireNonNull(cutting.get(set.ino())).add(() -> run(ticket));
      return;
    }
    SortedMap<Ino, CapabilitySet> forbidden = new TreeMap<>(files.footprint(request));
    if (request instanceof FsRequest.SetAttributes set) {
      CapabilitySet more =
          set.change().size() != null
              ? OpenFile.UNCUT
              : CapabilitySet.of(Capability.WRITE, Capability.BUFFER);
      forbidden.merge(set.ino(), more, CapabilitySet::union);
    }
    TreeSet<Ino> exact = new TreeSet<>();
    if (request instanceof FsRequest.Query query
        && files.query(ticket.message().caller(), query) instanceof FsAnswer.Found(Inode inode)
        && inode.content() instanceof InodeContent.File) {
      exact.add(inode.ino());
    }
    Footprint footprint = new Footprint(ticket.number(), ticket.session().number, forbidden, exact);
    if (capabilities.reserve(world.now, footprint)) {
      execute(ticket, request);
    }
  }

  private void execute(Ticket ticket, FsRequest request) {
    Session session = ticket.session();
    Caller caller = ticket.message().caller();
    if (request instanceof FsRequest.SetAttributes set && !mayWrite(caller, set.ino())) {
      finish(ticket, new FsAnswer.Failed(FsError.EACCES));
      return;
    }
    FsAnswer answer =
        switch (request) {
          case FsRequest.Query query -> files.query(caller, query);
          case FsRequest.Change change ->
              files.change(
                  new ModelFiles.Done(session.number, ticket.message().number()),
                  caller,
                  change,
                  ticket.message().time());
        };
    if (request instanceof FsRequest.Change) {
      record++;
    }
    boolean uncut =
        request instanceof FsRequest.SetAttributes
            && answer instanceof FsAnswer.Found(Inode inode)
            && inode.content() instanceof InodeContent.File file
            && file.uncut() != 0;
    if (uncut && answer instanceof FsAnswer.Found(Inode inode)) {
      cutting.put(inode.ino(), new ArrayList<>());
      world.at(
          world.now + world.random.nextInt((int) (5 * FilesWorld.MILLI)),
          () -> cut(inode.ino(), () -> finish(ticket, shown(inode.ino()))));
    } else {
      finish(ticket, answer);
    }
  }

  private boolean mayWrite(Caller caller, Ino ino) {
    Inode inode = files.inodes.get(ino);
    return inode == null || AccessCheck.allows(caller, inode, AccessCheck.WRITE);
  }

  private FsAnswer shown(Ino ino) {
    return new FsAnswer.Found(requireNonNull(files.inodes.get(ino)));
  }

  private void cut(Ino ino, Runnable then) {
    Inode inode = requireNonNull(files.inodes.get(ino));
    if (inode.content() instanceof InodeContent.File file) {
      world.objects.cutOff(ino, file.layout(), file.size());
      files.inodes.put(
          ino,
          inode.withContent(new InodeContent.File(file.layout(), file.size(), file.granted(), 0)));
    }
    then.run();
    requireNonNull(cutting.remove(ino)).forEach(Runnable::run);
    pump();
  }

  private void finish(Ticket ticket, FsAnswer answer) {
    if (open.remove(ticket.number()) == null) {
      return;
    }
    Session session = ticket.session();
    tellBefore();
    List<CapabilityGrant> grants = new ArrayList<>();
    if (answer instanceof FsAnswer.Found(Inode inode) && !cutting.containsKey(inode.ino())) {
      CapabilityGrant grant = capabilities.offer(world.now, session.number, inode.ino(), SHOWN);
      if (grant != null) {
        grants.add(grant);
      }
    }
    if (ticket.message().request() instanceof FsRequest.Change) {
      session.done.put(ticket.message().number(), answer);
    }
    send(
        session,
        new FileMessage.FileAnswer(ticket.message().number(), record, answer, grants, null));
    capabilities.release(world.now, ticket.number());
  }

  // Capabilities

  private void pump() {
    while (!effects.isEmpty()) {
      on(effects.remove());
    }
  }

  /** Grants are sent in the order of their numbers, thus before the one in an answer. */
  private void tellBefore() {
    List<CapabilityEffect> before = List.copyOf(effects);
    effects.clear();
    for (CapabilityEffect each : before) {
      if (each instanceof CapabilityEffect.Ready) {
        effects.add(each);
      } else {
        on(each);
      }
    }
  }

  private void on(CapabilityEffect effect) {
    switch (effect) {
      case CapabilityEffect.Ready it -> {
        Ticket ticket = open.get(it.ticket());
        if (ticket != null) {
          run(ticket);
        }
      }
      case CapabilityEffect.Grant it ->
          tell(it.session(), new FileMessage.Grant(it.grant(), files.inodes.get(it.grant().ino())));
      case CapabilityEffect.Revoke it ->
          tell(it.session(), new FileMessage.Revoke(it.ino(), it.keep(), it.sequence()));
      case CapabilityEffect.AskState it ->
          tell(it.session(), new FileMessage.AskState(it.ino(), it.sequence()));
      case CapabilityEffect.Recall it -> tell(it.session(), new FileMessage.Recall(it.inodes()));
      case CapabilityEffect.State it ->
          files.inodes.computeIfPresent(it.ino(), (_, inode) -> told(inode, it.state()));
      case CapabilityEffect.NeedsRange it ->
          world.at(world.now + world.random.nextInt((int) (4 * FilesWorld.MILLI)), () -> allow(it));
      case CapabilityEffect.WritersGone it ->
          files.inodes.computeIfPresent(it.ino(), (_, inode) -> granted(inode, 0));
      case CapabilityEffect.Violation it -> throw new AssertionError(it.toString());
      case CapabilityEffect.Closed _ -> {}
    }
  }

  private void tell(long number, FileMessage message) {
    Session session = sessions.get(number);
    if (session != null) {
      send(session, message);
    }
  }

  private void allow(CapabilityEffect.NeedsRange wanted) {
    long to = wanted.beyond() + wanted.step();
    files.inodes.computeIfPresent(wanted.ino(), (_, inode) -> granted(inode, to <= quota ? to : 1));
    Inode inode = files.inodes.get(wanted.ino());
    long end =
        inode != null && inode.content() instanceof InodeContent.File file
            ? Math.max(file.size(), file.granted())
            : 0;
    world.at(
        world.now + world.random.nextInt((int) (4 * FilesWorld.MILLI)),
        () -> {
          capabilities.rangeJournaled(world.now, wanted.ino(), end);
          pump();
        });
  }

  private static Inode granted(Inode inode, long to) {
    return inode.content() instanceof InodeContent.File file
        ? inode.withContent(
            new InodeContent.File(
                file.layout(),
                file.size(),
                to == 0 || file.uncut() != 0
                    ? 0
                    : Math.max(to, Math.max(file.size(), file.granted())),
                file.uncut()))
        : inode;
  }

  private static Inode grown(Inode inode, long size) {
    return inode.content() instanceof InodeContent.File file
        ? inode.withContent(
            new InodeContent.File(
                file.layout(),
                Math.max(file.size(), size),
                file.granted() == 0 ? 0 : Math.max(file.granted(), size),
                file.uncut() == 0 ? 0 : Math.max(file.uncut(), size)))
        : inode;
  }

  private static Inode told(Inode inode, FileState state) {
    FileTimes times = inode.times();
    return grown(inode, state.size())
        .withTimes(
            new FileTimes(
                times.accessed().max(state.accessed()),
                times.modified().max(state.modified()),
                times.changed().max(state.modified()),
                times.born()));
  }

  /** The inode as it is at the server. */
  Inode inode(Ino ino) {
    return requireNonNull(files.inodes.get(ino));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("cut now: " + cutting.keySet() + ", locks " + locks);
    for (Ticket each : open.values()) {
      text.append("\n  open: ").append(each.session().number).append(' ').append(each.message());
    }
    for (Ino ino : files.inodes.keySet()) {
      text.append("\n  ").append(ino);
      sessions
          .keySet()
          .forEach(it -> text.append(' ').append(it).append(':').append(given(it, ino)));
    }
    return text.toString();
  }

  /** What a session may have. */
  CapabilitySet given(long session, Ino ino) {
    return capabilities.given(session, ino);
  }
}
