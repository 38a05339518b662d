package io.pando.client.fs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.files.MdsIncarnation;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A metadata server reduced to what clients see of it: it executes one request after the other,
 * revokes what conflicts, answers at once or when the changes of others are durable, and loses what
 * is not durable when it fails. It checks that its clients are honest.
 */
final class ModelServer {
  static final long LEASE_NANOS = 2_000_000_000L;
  private static final int NUMBERS = 40;

  /** Most records of one server. */
  private static final long GAP = 1_000_000;

  private static final CapabilitySet WRITING =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER);
  private static final CapabilitySet DATA =
      WRITING.union(CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.LAZY));
  private static final CapabilitySet EXCLUSIVE =
      CapabilitySet.of(Capability.LINKS_EXCLUSIVE, Capability.NAMES_EXCLUSIVE);
  private static final CapabilitySet SHARED =
      CapabilitySet.of(
          Capability.ATTRIBUTES_SHARED, Capability.LINKS_SHARED, Capability.XATTRS_SHARED);

  /** Capabilities of a session for an inode. */
  static final class Held {
    CapabilitySet has = CapabilitySet.NONE;
    CapabilitySet wanted = CapabilitySet.NONE;

    /** Grants by sequence number, as far as the client has not confirmed them. */
    final NavigableMap<Long, CapabilitySet> grants = new TreeMap<>();

    /** Sequence number of a revocation under way; 0 for none. */
    long revoking;

    CapabilitySet keep = CapabilitySet.ALL;
    long asking;
  }

  /** A session. */
  static final class Session {
    final long number;
    final NavigableMap<Ino, Held> held = new TreeMap<>();
    ModelWorld.@Nullable Link link;
    long sequence;
    long leaseEnd;
    boolean reconnected;
    int given;

    Session(long number) {
      this.number = number;
    }
  }

  private record Queued(long session, FileMessage.FileRequest request) {}

  private record HeldBack(long session, FileMessage.FileAnswer answer, long until) {}

  /** What survives a failure: names and inodes after each record, and who has a session. */
  static final class Durables {
    final NavigableMap<Long, ModelFiles> history = new TreeMap<>();
    final List<Long> sessions = new ArrayList<>();
    long durable;
    long nextNumber = Ino.FIRST_FREE.value();

    Durables() {
      history.put(0L, ModelFiles.fresh());
    }
  }

  final MdsIncarnation incarnation;
  final ModelFiles files;
  private final ModelWorld world;
  private final Random64 random;
  private final Durables store;
  private final NavigableMap<Long, Session> sessions = new TreeMap<>();
  private final ArrayDeque<Queued> queue = new ArrayDeque<>();
  private final List<HeldBack> heldBack = new ArrayList<>();

  /** Changes that failed: a repeat that was on its way fails, too. */
  private final NavigableMap<ModelFiles.Done, FsAnswer> failed = new TreeMap<>();

  private final long base;
  private long record;

  /** Who made each record. */
  private final NavigableMap<Long, Long> owners = new TreeMap<>();

  private boolean active;

  ModelServer(ModelWorld world, MdsIncarnation incarnation, Durables store, boolean first) {
    this.world = world;
    this.random = world.random;
    this.incarnation = incarnation;
    this.store = store;
    // Beyond all numbers of the server before, so that the numbers give the order.
    this.base = first ? 0 : incarnation.number() * GAP;
    this.record = store.durable;
    this.files = requireNonNull(store.history.get(store.durable)).copy();
    store.history.tailMap(store.durable, false).clear();
    this.active = first;
    for (long each : store.sessions) {
      sessions.put(each, new Session(each));
    }
  }

  boolean isActive() {
    return active;
  }

  boolean hasSession(long number) {
    return sessions.containsKey(number);
  }

  /** The rest of the sessions is evicted, and requests are executed. */
  void activate() {
    for (Session each : List.copyOf(sessions.values())) {
      if (!each.reconnected) {
        world.evicted(each.number);
        evict(each.number);
      }
    }
    // What clients know to be done comes first, in the order in which it was done.
    List<Queued> repeats = new ArrayList<>(queue);
    repeats.sort(Comparator.comparingLong(ModelServer::placeOf));
    queue.clear();
    queue.addAll(repeats);
    active = true;
    pump();
  }

  private static long placeOf(Queued repeated) {
    long answered = repeated.request().answered();
    return answered == 0 ? Long.MAX_VALUE : answered;
  }

  boolean allReconnected() {
    return sessions.values().stream().allMatch(each -> each.reconnected);
  }

  void evict(long number) {
    Session gone = sessions.remove(number);
    store.sessions.remove(number);
    queue.removeIf(each -> each.session() == number);
    heldBack.removeIf(each -> each.session() == number);
    if (gone != null && gone.link != null && random.nextBoolean()) {
      send(gone, new FileMessage.SessionClosed("the lease is over"));
    }
    pump();
  }

  /** Time passes. */
  void onTime() {
    for (Session each : List.copyOf(sessions.values())) {
      if (active && each.leaseEnd <= world.now) {
        world.evicted(each.number);
        evict(each.number);
      }
    }
    List<Long> records = List.copyOf(store.history.tailMap(store.durable, false).keySet());
    if (random.nextInt(3) > 0 && !records.isEmpty()) {
      store.durable = records.get(random.nextInt(records.size()));
      store.history.headMap(store.durable, false).clear();
      sessions.values().forEach(each -> send(each, new FileMessage.Durable(store.durable)));
      Iterator<HeldBack> waiting = heldBack.iterator();
      while (waiting.hasNext()) {
        HeldBack next = waiting.next();
        Session session = sessions.get(next.session());
        if (next.until() <= store.durable) {
          waiting.remove();
          if (session != null) {
            send(session, next.answer());
          }
        }
      }
    }
    if (queue.isEmpty() && active) {
      for (Session each : sessions.values()) {
        each.held.forEach((ino, held) -> grantWanted(each, ino, held));
      }
    }
    if (random.oneIn(20) && active) {
      for (Session each : sessions.values()) {
        send(each, new FileMessage.Recall(random.nextInt(8)));
      }
    }
    pump();
  }

  private void send(Session session, FileMessage message) {
    ModelWorld.Link link = session.link;
    if (link != null) {
      link.toClient(message);
    }
  }

  void onMessage(ModelWorld.Link link, FileMessage message) {
    if (message instanceof FileMessage.OpenSession open) {
      onOpen(link, open);
      return;
    }
    Session session = sessions.get(link.session);
    if (session == null || session.link != link || message instanceof FileMessage.AwaitJournal) {
      return;
    }
    switch (message) {
      case FileMessage.RenewSession renew -> {
        session.leaseEnd = world.now + LEASE_NANOS;
        send(session, new FileMessage.SessionRenewed(renew.sequence(), LEASE_NANOS, 0));
      }
      case FileMessage.CloseSession _ -> {
        send(session, new FileMessage.SessionClosed(""));
        session.link = null;
        evict(session.number);
      }
      case FileMessage.FileRequest request -> onRequest(session, request);
      case FileMessage.UpdateCapabilities update -> onUpdate(session, update);
      case FileMessage.Reconnect part -> onReconnect(session, part);
      default -> throw new AssertionError("a client sends " + message);
    }
    pump();
  }

  private void onOpen(ModelWorld.Link link, FileMessage.OpenSession open) {
    if (world.isFenced(open.session())) {
      link.toClient(new FileMessage.SessionClosed("fenced"));
      return;
    }
    link.session = open.session();
    Session known = sessions.get(open.session());
    boolean fresh = known == null;
    if (fresh && !active) {
      return;
    }
    Session session = known == null ? new Session(open.session()) : known;
    sessions.put(open.session(), session);
    if (fresh) {
      store.sessions.add(open.session());
    }
    session.link = link;
    session.leaseEnd = world.now + LEASE_NANOS;
    boolean reconnecting = !active || (!fresh && random.nextBoolean());
    if (reconnecting && active) {
      session.reconnected = false;
    }
    session.reconnected |= active && !reconnecting;
    send(
        session,
        new FileMessage.SessionOpened(
            LEASE_NANOS, fresh, reconnecting, List.of(world.numbers(store, NUMBERS))));
    session.given = NUMBERS;
    if (!fresh && active) {
      send(session, new FileMessage.Durable(store.durable));
      session.held.forEach((ino, held) -> {
        if (held.revoking > 0) {
          send(session, new FileMessage.Revoke(ino, held.keep, held.revoking));
        }
        if (held.asking > 0) {
          send(session, new FileMessage.AskState(ino, held.asking));
        }
      });
    }
  }

  private void onReconnect(Session session, FileMessage.Reconnect part) {
    for (HeldCapability each : part.held()) {
      Held held = session.held.computeIfAbsent(each.ino(), _ -> new Held());
      if (active) {
        assertThat(held.has.containsAll(each.held())).as("claims more than it has").isTrue();
        continue;
      }
      for (Session other : sessions.values()) {
        Held others = other.held.get(each.ino());
        if (other != session && others != null) {
          assertThat(each.held().conflictsWith(others.has))
              .as("%s and %s of inode %s", each.held(), others.has, each.ino())
              .isFalse();
        }
      }
      held.has = each.held();
      held.wanted = each.wanted();
      grow(each.ino(), each.state());
    }
    session.reconnected |= !part.more();
  }

  private void grow(Ino ino, @Nullable FileState state) {
    if (state != null) {
      files.grow(ino, state.size());
    }
  }

  private void onRequest(Session session, FileMessage.FileRequest request) {
    boolean waits =
        queue.stream()
                .anyMatch(it ->
                    it.session() == session.number && it.request().number() == request.number())
            || heldBack.stream()
                .anyMatch(it ->
                    it.session() == session.number && it.answer().number() == request.number());
    if (!waits) {
      queue.add(new Queued(session.number, request));
    }
  }

  private void onUpdate(Session session, FileMessage.UpdateCapabilities update) {
    Held held = session.held.computeIfAbsent(update.ino(), _ -> new Held());
    assertThat(update.sequence()).as("sequence").isLessThanOrEqualTo(session.sequence);
    assertThat(held.has.containsAll(update.has()))
        .as("%s of %s with %s", update, session.number, held.has)
        .isTrue();
    held.grants.headMap(update.sequence(), true).clear();
    CapabilitySet has = update.has();
    for (CapabilitySet unknown : held.grants.values()) {
      has = has.union(unknown.intersection(held.has));
    }
    held.has = has;
    held.wanted = update.wanted();
    if (held.revoking > 0 && held.revoking <= update.sequence()) {
      assertThat(held.keep.containsAll(update.has())).as("a revocation is answered").isTrue();
      held.revoking = 0;
      held.keep = CapabilitySet.ALL;
    }
    if (held.asking > 0 && held.asking <= update.sequence()) {
      held.asking = 0;
    }
    grow(update.ino(), update.state());
    if (queue.isEmpty() && active) {
      grantWanted(session, update.ino(), held);
    }
  }

  private void grantWanted(Session session, Ino ino, Held held) {
    if (held.wanted.isEmpty()) {
      return;
    }
    CapabilitySet some = allowed(session, ino, held.wanted.union(SHARED));
    CapabilitySet more = some.minus(held.has);
    Inode inode = files.inodes.get(ino);
    if (!more.isEmpty() && !othersChanged(session) && inode != null) {
      send(session, new FileMessage.Grant(grant(session, ino, held, more), inode));
    }
  }

  /** Those of some capabilities that do not conflict with what other sessions have. */
  private CapabilitySet allowed(Session session, Ino ino, CapabilitySet some) {
    Held own = session.held.get(ino);
    CapabilitySet allowed = own == null ? some : some.intersection(own.keep);
    for (Session other : sessions.values()) {
      Held held = other.held.get(ino);
      if (other != session && held != null) {
        allowed = allowed.minus(held.has.excluded());
        for (Capability each : Capability.values()) {
          CapabilitySet one = CapabilitySet.of(each);
          allowed = one.conflictsWith(held.has) ? allowed.minus(one) : allowed;
        }
      }
    }
    return allowed;
  }

  private CapabilityGrant grant(Session session, Ino ino, Held held, CapabilitySet more) {
    session.sequence++;
    held.has = held.has.union(more);
    held.grants.put(session.sequence, more);
    boolean writes = held.has.contains(Capability.WRITE);
    return new CapabilityGrant(ino, more, session.sequence, writes ? Long.MAX_VALUE : 0);
  }

  /** Executes what can be executed, in order. */
  private void pump() {
    while (active && executeNext()) {
      // The next one may have waited for this.
    }
  }

  /** Executes the first request that need not wait; false if there is none. */
  private boolean executeNext() {
    for (Queued next : List.copyOf(queue)) {
      Session session = sessions.get(next.session());
      boolean waits =
          session != null && (!session.reconnected || !reserve(session, next.request()));
      if (!waits) {
        queue.remove(next);
        if (session != null) {
          execute(session, next.request());
        }
        return true;
      }
    }
    return false;
  }

  /** Whether others have nothing that conflicts; otherwise it is revoked. */
  private boolean reserve(Session session, FileMessage.FileRequest message) {
    NavigableMap<Ino, CapabilitySet> footprint = new TreeMap<>(files.footprint(message.request()));
    if (message.request() instanceof FsRequest.Query query) {
      ask(message, query, footprint);
    }
    boolean free = true;
    for (Session other : sessions.values()) {
      for (Map.Entry<Ino, CapabilitySet> each : footprint.entrySet()) {
        Held held = other.held.get(each.getKey());
        if (other == session || held == null) {
          continue;
        }
        free &= held.asking == 0;
        if (!held.has.intersection(each.getValue()).isEmpty()) {
          free = false;
          revoke(other, each.getKey(), held, CapabilitySet.ALL.minus(each.getValue()));
        }
      }
    }
    return free;
  }

  /**
   * A query sees size and times of files from their writers: by a question, or a revocation. No
   * other session may change ahead what it sees.
   */
  private void ask(
      FileMessage.FileRequest message,
      FsRequest.Query query,
      NavigableMap<Ino, CapabilitySet> footprint) {
    for (Ino ino : ModelFiles.inodesIn(files.query(message.caller(), query))) {
      footprint.merge(ino, WRITING.union(EXCLUSIVE), CapabilitySet::union);
    }
    switch (query) {
      case FsRequest.Lookup it -> footprint.merge(it.directory(), EXCLUSIVE, CapabilitySet::union);
      case FsRequest.ListDirectory it ->
          footprint.merge(it.directory(), EXCLUSIVE, CapabilitySet::union);
      default -> {}
    }
  }

  private void revoke(Session session, Ino ino, Held held, CapabilitySet keep) {
    if (held.revoking > 0 && keep.containsAll(held.keep)) {
      return;
    }
    session.sequence++;
    held.revoking = session.sequence;
    held.keep = held.keep.intersection(keep);
    send(session, new FileMessage.Revoke(ino, held.keep, held.revoking));
    if (random.oneIn(4)) {
      session.sequence++;
      held.asking = session.sequence;
      send(session, new FileMessage.AskState(ino, held.asking));
    }
  }

  private void execute(Session session, FileMessage.FileRequest message) {
    ModelFiles.Done id = new ModelFiles.Done(session.number, message.number());
    FsAnswer answer = files.done.getOrDefault(id, failed.get(id));
    Ino changed = null;
    if (answer instanceof FsAnswer.Found(Inode inode)) {
      answer = new FsAnswer.Found(requireNonNull(files.inodes.get(inode.ino())));
    } else if (answer == null) {
      answer =
          switch (message.request()) {
            case FsRequest.Query query -> files.query(message.caller(), query);
            case FsRequest.Change change -> {
              changed = ModelFiles.directoryOf(change);
              yield files.change(id, message.caller(), change, message.time());
            }
          };
      if (message.request() instanceof FsRequest.Change && answer instanceof FsAnswer.Failed) {
        failed.put(id, answer);
      }
      if (message.request() instanceof FsRequest.Change && !(answer instanceof FsAnswer.Failed)) {
        record = Math.max(base, record) + 1;
        owners.put(record, session.number);
        store.history.put(record, files.copy());
      }
    }
    world.checkSizes(answer, session.number);
    FileMessage.FileAnswer reply =
        new FileMessage.FileAnswer(
            message.number(),
            record,
            answer,
            grants(session, message, answer),
            files.shown(changed, answer));
    replenish(session);
    // Changes of others that are not durable are not shown. Answers to changes of one session go
    // out in the order of the records: a later one may depend on an earlier one.
    boolean query = message.request() instanceof FsRequest.Query;
    if (othersChanged(session)) {
      heldBack.add(new HeldBack(session.number, reply, newestOfOthers(session)));
    } else if (query && record > store.durable && random.oneIn(4)) {
      heldBack.add(new HeldBack(session.number, reply, record));
    } else {
      send(session, reply);
    }
  }

  private boolean othersChanged(Session session) {
    return newestOfOthers(session) > store.durable;
  }

  /** The newest record of another session that is not durable; 0 if there is none. */
  private long newestOfOthers(Session session) {
    long newest = 0;
    for (Map.Entry<Long, Long> each : owners.tailMap(store.durable, false).entrySet()) {
      newest = each.getValue() == session.number ? newest : each.getKey();
    }
    return newest;
  }

  private void replenish(Session session) {
    session.given--;
    if (session.given < NUMBERS / 2) {
      session.given = NUMBERS;
      send(session, new FileMessage.MoreNumbers(List.of(world.numbers(store, NUMBERS))));
    }
  }

  private List<CapabilityGrant> grants(
      Session session, FileMessage.FileRequest message, FsAnswer answer) {
    List<CapabilityGrant> grants = new ArrayList<>();
    switch (message.request()) {
      case FsRequest.Lookup it -> offer(session, it.directory(), grants);
      case FsRequest.ListDirectory it -> offer(session, it.directory(), grants);
      case FsRequest.Make it -> offer(session, it.directory(), grants);
      case FsRequest.Remove it -> offer(session, it.directory(), grants);
      default -> {}
    }
    switch (answer) {
      case FsAnswer.Found(Inode inode) -> offer(session, inode.ino(), grants);
      case FsAnswer.Listing listing ->
          listing.entries().forEach(each -> offer(session, each.inode().ino(), grants));
      case FsAnswer.Done _, FsAnswer.Failed _ -> {}
    }
    return grants;
  }

  private void offer(Session session, Ino ino, List<CapabilityGrant> grants) {
    Inode inode = files.inodes.get(ino);
    if (inode == null || random.oneIn(8)) {
      return;
    }
    Held held = session.held.computeIfAbsent(ino, _ -> new Held());
    CapabilitySet good = SHARED.union(held.wanted);
    if (inode.type() == FileType.DIRECTORY) {
      good = good.union(CapabilitySet.of(Capability.NAMES_SHARED)).minus(DATA);
      good = random.nextBoolean() ? good.union(EXCLUSIVE) : good;
    } else {
      good = random.nextBoolean() ? good.union(EXCLUSIVE) : good;
      good = good.union(CapabilitySet.of(Capability.CACHE, Capability.READ));
    }
    CapabilitySet more = allowed(session, ino, good).minus(held.has);
    if (!more.isEmpty()) {
      grants.add(grant(session, ino, held, more));
    }
  }

  void onReset(ModelWorld.Link link) {
    Session session = sessions.get(link.session);
    if (session != null && session.link == link) {
      session.link = null;
    }
  }

  /** No two sessions have capabilities of which one excludes the other. */
  void checkConflicts() {
    for (Session one : sessions.values()) {
      one.held.forEach((ino, held) -> {
        for (Session other : sessions.tailMap(one.number, false).values()) {
          Held others = other.held.get(ino);
          assertThat(others != null && held.has.conflictsWith(others.has)).isFalse();
        }
      });
    }
  }
}
