package io.pando.mds.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.HeldCapability;
import io.pando.fs.session.InoRange;
import io.pando.id.PoolId;
import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.caps.RecallLimits;
import io.pando.mds.check.PlayedCheck;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.names.Execution;
import io.pando.mds.names.Names;
import io.pando.mds.names.NamesConfig;
import io.pando.mds.purge.PurgeLimits;
import io.pando.mds.session.SessionEffect;
import io.pando.mds.session.SessionLimits;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.StoreLimits;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import io.pando.mds.work.RankFigures;
import io.pando.message.FileMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A rank whose server crashes, and clients that work on a few names at the same time. Each change
 * of attributes sets a time that no other one sets, and each file has a number that no other one
 * has, so it is known whose change an answer shows.
 */
final class ServiceWorld {
  private static final NameHash HASH = new NameHash(9);
  private static final SessionLimits SESSIONS = new SessionLimits(1L << 50, 0, 40, 30, 4, 10);
  private static final StoreLimits STORE = new StoreLimits(6_000, 60_000, 8, 4_000, 3, 4);
  private static final FileLayout LAYOUT = new FileLayout(4_096, 2, 8_192, new PoolId(2));
  private static final NamesConfig NAMES =
      new NamesConfig(LAYOUT, List.of(new PoolId(2)), new Permissions(0777, 0, 0), 0);
  private static final ServiceLimits LIMITS =
      new ServiceLimits(
          new CapabilityLimits(RecallLimits.usual(), 50, 5_000, 15_000),
          new PurgeLimits(2, 3, 30),
          new ServiceLimits.Memory(3, 6, 5, 3));
  private static final long FIRST_STAMP = 1_000_000;

  /** A call of an object that is not executed. */
  private record Asked(String object, List<ObjectOp> operations, Consumer<OpOutcome> answer) {}

  private final Random64 random;
  private final PlayedObjects objects = new PlayedObjects();
  private final PlayedData data;
  private final List<Asked> asked = new ArrayList<>();
  private final List<Runnable> answers = new ArrayList<>();
  private final List<StoreEffect> stored = new ArrayList<>();
  private final List<SessionEffect> opened = new ArrayList<>();
  private final List<PlayedMount> mounts = new ArrayList<>();
  private final ShownCheck shown = new ShownCheck();
  private JournalReplay replay;
  private Tree tree;
  private Names names;
  private @Nullable Sessions sessions;
  private @Nullable RankService service;
  private boolean reading;
  private boolean begun;
  private boolean formatted;
  private long now;
  private long lastStamp = FIRST_STAMP;
  private int lives;
  private int deaths;
  private long lastSession;

  ServiceWorld(long seed, int clients) {
    random = new Random64(seed);
    data = new PlayedData(random, objects, LAYOUT);
    for (int i = 1; i <= clients; i++) {
      mounts.add(new PlayedMount(i));
    }
    lastSession = clients;
    RankMetadata metadata = new RankMetadata(HASH);
    tree = new Tree(metadata, HASH);
    names = new Names(NAMES, tree);
    replay = replay(metadata);
  }

  private void start() {
    RankMetadata metadata = new RankMetadata(HASH);
    tree = new Tree(metadata, HASH);
    names = new Names(NAMES, tree);
    sessions = null;
    service = null;
    reading = false;
    formatted = false;
    replay = replay(metadata);
  }

  private JournalReplay replay(RankMetadata metadata) {
    lives++;
    return new JournalReplay(
        STORE, new JournalLayout(0, 4_096), metadata, begun, null, this::onStore);
  }

  int lives() {
    return lives;
  }

  private Moment moment() {
    return new Moment(now, new Timestamp(now, 0));
  }

  private void onStore(StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Call it ->
          asked.add(
              new Asked(
                  it.object(), it.operations(), outcome -> replay.onAnswer(it.token(), outcome)));
      case StoreEffect.Durable _, StoreEffect.Loaded _ -> stored.add(effect);
      default -> throw new AssertionError(effect.toString());
    }
  }

  // The server

  private MetadataStore store() {
    return Objects.requireNonNull(replay.store());
  }

  /** Gives what the store did to the service, and begins to serve once that is possible. */
  private void pump() {
    List<StoreEffect> effects = List.copyOf(stored);
    stored.clear();
    for (StoreEffect effect : effects) {
      RankService serving = service;
      if (effect instanceof StoreEffect.Durable it && sessions != null) {
        sessions.onDurable(it.number());
      }
      if (serving != null) {
        serving.onStore(moment(), effect);
      }
    }
    if (service == null && replay.store() != null && store().isReady()) {
      begin();
    }
    onSessions();
  }

  private void begin() {
    RankMetadata metadata = store().metadata();
    if (!reading) {
      reading = true;
      store().readAll(metadata.sessions());
    }
    List<MissingRow> missing = tree.recover();
    if (!missing.isEmpty()) {
      read(missing);
      return;
    }
    if (!metadata.sessions().isComplete() || !format()) {
      return;
    }
    begun = true;
    sessions = new Sessions(now, SESSIONS, metadata.sessions(), opened::add);
    RankService serving =
        new RankService(
            new RankService.Rows(store(), tree, names),
            sessions,
            LIMITS,
            (long) lives << 32,
            this::onService);
    service = serving;
    for (PlayedMount each : mounts) {
      open(each);
    }
    // Clients that died, where their end was not durable.
    for (long session : List.copyOf(sessions.awaited())) {
      if (mounts.stream().noneMatch(it -> it.session() == session)) {
        end(serving, session);
      }
    }
  }

  private void end(RankService serving, long session) {
    Sessions of = Objects.requireNonNull(sessions);
    serving.onSessionGone(moment(), session);
    UpdateDraft draft = store().begin();
    of.close(session, draft);
    of.ordered(draft.order());
  }

  /** A client dies with what it has not told, and is fenced; another one begins. */
  private void replace(PlayedMount dies) {
    RankService serving = service;
    if (serving == null || sessions == null || !sessions.isLive(dies.session())) {
      return;
    }
    mounts.remove(dies);
    end(serving, dies.session());
    lastSession++;
    deaths++;
    PlayedMount next = new PlayedMount(lastSession);
    mounts.add(next);
    open(next);
  }

  /** Number of clients that died. */
  int deaths() {
    return deaths;
  }

  /** Figures of the last server. */
  RankFigures figures() {
    return Objects.requireNonNull(service).report(moment(), new RankFigures());
  }

  /** Number of inodes that the last server purged. */
  long purged() {
    return Objects.requireNonNull(service).purge().removed();
  }

  private void read(List<MissingRow> missing) {
    if (asked.isEmpty() && answers.isEmpty()) {
      for (MissingRow row : missing) {
        long _ = Tree.read(store(), (MissingRow.Stored) row);
      }
    }
  }

  private boolean format() {
    if (formatted) {
      return true;
    }
    switch (names.format(moment().wall())) {
      case Execution.Missing it -> read(it.rows());
      case Execution.Plan it -> {
        formatted = true;
        if (!it.update().isEmpty()) {
          long _ = tree.begin(store(), it.update()).order();
        }
      }
      case Execution.Uncut it -> throw new AssertionError(it.toString());
    }
    return formatted;
  }

  private void open(PlayedMount mount) {
    Sessions of = Objects.requireNonNull(sessions);
    boolean known = of.contains(mount.session());
    UpdateDraft draft = store().begin();
    assertThat(of.open(now, mount.session(), new ClientIdentity("h", "p", "r"), draft)).isNull();
    if (!known) {
      // Its changes cannot have been durable before it was.
      assertThat(mount.kept().values()).allMatch(it -> it.answer == null);
      of.ordered(draft.order());
    }
  }

  private void onSessions() {
    List<SessionEffect> effects = List.copyOf(opened);
    opened.clear();
    for (SessionEffect effect : effects) {
      switch (effect) {
        case SessionEffect.Opened it -> {
          if (isAlive(it.session())) {
            onOpened(mount(it.session()), it);
          }
        }
        case SessionEffect.MoreNumbers it -> {
          if (isAlive(it.session())) {
            give(mount(it.session()), it.numbers());
          }
        }
        case SessionEffect.Closed _ -> {}
        default -> throw new AssertionError(effect.toString());
      }
    }
  }

  private PlayedMount mount(long session) {
    return mounts.stream().filter(it -> it.session() == session).findFirst().orElseThrow();
  }

  private boolean isAlive(long session) {
    return mounts.stream().anyMatch(it -> it.session() == session);
  }

  private void onOpened(PlayedMount mount, SessionEffect.Opened it) {
    RankService serving = Objects.requireNonNull(service);
    serving.onSession(mount.session());
    give(mount, it.numbers());
    if (!it.fresh()) {
      for (HeldCapability each : mount.claims()) {
        serving.onHeld(mount.session(), each);
      }
    }
    mount.repeat(!it.fresh());
  }

  private void give(PlayedMount mount, List<InoRange> ranges) {
    for (InoRange range : ranges) {
      for (long number = range.first().value(); number < range.end(); number++) {
        Ino ino = new Ino(number);
        boolean kept =
            mount.kept().values().stream()
                .anyMatch(it ->
                    it.request.request() instanceof FsRequest.Make make && make.ino().equals(ino));
        if (!shown.isMade(ino) && !kept) {
          mount.numbers().add(ino);
        }
      }
    }
  }

  private void onService(ServiceEffect effect) {
    switch (effect) {
      case ServiceEffect.Send it -> {
        shown.trace(mounts, Objects.requireNonNull(sessions));
        shown.check(it.session(), it.message(), store().durable());
        mount(it.session()).arrives(it.message(), objects);
      }
      case ServiceEffect.Evict it -> throw new AssertionError(it.toString());
      case ServiceEffect.Answered _ -> {}
      case ServiceEffect.Call it -> {
        RankService serving = service;
        asked.add(
            new Asked(
                it.object(),
                it.operations(),
                outcome -> {
                  if (service == serving && serving != null) {
                    serving.onAnswer(moment(), it.token(), outcome);
                  }
                }));
      }
    }
  }

  /** Checks that attributes cached under a capability are those of the server. */
  void checkCaches() {
    RankService serving = service;
    if (serving == null || serving.isStarting()) {
      return;
    }
    serving.invariants();
    for (PlayedMount mount : mounts) {
      mount
          .held()
          .forEach((ino, it) -> {
            boolean relies =
                it.has.contains(Capability.ATTRIBUTES_SHARED)
                    && mount.kept().values().stream().allMatch(each -> each.answer != null)
                    && mount.isQuiet();
            Inode real = names.shown(ino);
            if (relies && it.seen != null && real != null && !real.isDirectory()) {
              assertThat(serving.given(mount.session(), ino).containsAll(it.has)).isTrue();
              assertThat(it.seen.times().modified()).isEqualTo(real.times().modified());
              assertThat(it.seen.permissions()).isEqualTo(real.permissions());
            }
          });
    }
  }

  // Steps

  void step() {
    now += random.nextInt(3);
    switch (random.nextInt(10)) {
      case 0, 1 -> execute();
      case 2, 3 -> answer();
      case 4, 5 -> pick().receive();
      case 6, 7 -> deliver(pick());
      case 8 -> ask(pick());
      default -> {
        if (random.oneIn(120)) {
          crash();
        } else if (random.oneIn(120)) {
          replace(pick());
        } else if (random.oneIn(10) && replay.store() != null) {
          store().retry();
        } else if (random.oneIn(10)) {
          PlayedMount mount = pick();
          if (!mount.held().isEmpty()) {
            mount.drop(any(List.copyOf(mount.held().keySet())));
          }
        } else {
          data.use(pick());
        }
      }
    }
    pump();
    if (service != null) {
      service.onTime(moment());
    }
    checkCaches();
  }

  private PlayedMount pick() {
    return any(mounts);
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private void execute() {
    if (!asked.isEmpty()) {
      Asked any = any(asked);
      Asked first =
          asked.stream().filter(it -> it.object().equals(any.object())).findFirst().orElseThrow();
      asked.remove(first);
      OpOutcome outcome = objects.execute(first.object(), first.operations());
      answers.add(() -> first.answer().accept(outcome));
    }
  }

  private void answerAll() {
    while (!asked.isEmpty() || !answers.isEmpty()) {
      execute();
      answer();
    }
  }

  private void answer() {
    if (!answers.isEmpty()) {
      answers.remove(random.nextInt(answers.size())).run();
    }
  }

  private void deliver(PlayedMount mount) {
    RankService serving = service;
    if (serving == null || sessions == null || !sessions.isLive(mount.session())) {
      return;
    }
    switch (mount.next()) {
      case null -> {}
      case FileMessage.FileRequest it -> serving.onRequest(moment(), mount.session(), it);
      case FileMessage.Reconnect _ -> serving.onReconnected(moment(), mount.session());
      case FileMessage.UpdateCapabilities it -> serving.onTold(moment(), mount.session(), it);
      case FileMessage other -> throw new AssertionError(other.toString());
    }
  }

  private void ask(PlayedMount mount) {
    if (mount.unanswered() < 3 && mount.kept().size() < 20) {
      mount.ask(request(mount));
    }
  }

  private FsRequest request(PlayedMount mount) {
    List<Ino> known = new ArrayList<>(List.of(Ino.ROOT));
    mount.held().forEach((ino, _) -> known.add(ino));
    Ino some = any(known);
    Ino directory = random.oneIn(3) ? some : Ino.ROOT;
    return switch (random.nextInt(11)) {
      case 0, 1 -> new FsRequest.Lookup(directory, name());
      case 2 -> new FsRequest.GetInode(data.removedOr(some));
      case 3 -> new FsRequest.ListDirectory(directory, -1, null, 100);
      case 4 -> new FsRequest.Remove(directory, name(), random.oneIn(3));
      case 5 ->
          new FsRequest.Rename(
              directory, name(), Ino.ROOT, name(), any(List.of(FsRequest.RenameMode.values())));
      case 6 -> new FsRequest.Link(some, directory, name());
      case 7 -> {
        lastStamp++;
        yield new FsRequest.SetAttributes(
            some,
            InodeChange.ofTimes(null, new InodeChange.TimeChange.To(new Timestamp(lastStamp, 0))));
      }
      case 8 -> data.truncate(some);
      default -> make(mount, directory);
    };
  }

  private FsRequest make(PlayedMount mount, Ino directory) {
    if (mount.numbers().isEmpty()) {
      return new FsRequest.Lookup(directory, name());
    }
    Ino ino = mount.numbers().removeFirst();
    FsRequest.NewContent content =
        random.oneIn(4)
            ? new FsRequest.NewContent.NewDirectory()
            : new FsRequest.NewContent.NewFile();
    return new FsRequest.Make(directory, name(), ino, 0777, 0, content);
  }

  private EntryName name() {
    return EntryName.of("f" + random.nextInt(6));
  }

  private void crash() {
    List<Asked> lost = List.copyOf(asked);
    int executed = lost.isEmpty() ? 0 : random.nextInt(lost.size());
    for (Asked call : lost.subList(0, executed)) {
      var _ = objects.execute(call.object(), call.operations());
    }
    asked.clear();
    objects.serverFailed();
    answers.clear();
    stored.clear();
    opened.clear();
    shown.crash();
    mounts.forEach(PlayedMount::disconnected);
    start();
  }

  /** All requests are answered, and durable. */
  void settle() {
    for (int i = 0; i < 20_000 && !isSettled(); i++) {
      now++;
      execute();
      answer();
      for (PlayedMount each : mounts) {
        each.receive();
        deliver(each);
      }
      pump();
      if (service != null) {
        service.onTime(moment());
      }
    }
    assertThat(isSettled()).as(() -> "settled: " + open()).isTrue();
    checkCaches();
  }

  /** All files are closed, and removed files are purged. */
  void closeAll() {
    // A grant may arrive after the file was closed.
    for (int i = 0; i < 3; i++) {
      for (PlayedMount each : mounts) {
        List.copyOf(each.held().keySet()).forEach(each::drop);
      }
      settle();
    }
    RankService serving = Objects.requireNonNull(service);
    for (int i = 0; i < 20_000 && serving.purge().waiting() > 0; i++) {
      now++;
      execute();
      answer();
      pump();
      serving.onTime(moment());
    }
    assertThat(serving.purge().waiting()).as(serving.purge().toString()).isZero();
    settle();
    // Sizes are found once a request needs them.
    PlayedMount mount = mounts.getFirst();
    int stale = mount.stale();
    for (Ino each : new OwnerCheck(store(), objects, this::answerAll).check()) {
      mount.ask(new FsRequest.GetInode(each));
    }
    settle();
    assertThat(mount.stale()).as("inodes that were not found by their numbers").isEqualTo(stale);
    OwnerCheck check = new OwnerCheck(store(), objects, this::answerAll);
    assertThat(check.check()).isNotNull();
    check.checkSizes(data);
    PlayedCheck.findsNothing(objects, HASH, LAYOUT.pool());
  }

  private String open() {
    RankService serving = service;
    return serving == null
        ? "no service"
        : serving.open().stream()
            .map(it -> it.request() + " waits for " + it.waitsFor())
            .toList()
            .toString();
  }

  private boolean isSettled() {
    return service != null
        && !service.isStarting()
        && asked.isEmpty()
        && answers.isEmpty()
        && mounts.stream().allMatch(it -> it.isQuiet() && it.kept().isEmpty());
  }

  int answersGiven() {
    return mounts.stream().mapToInt(PlayedMount::answers).sum();
  }
}
