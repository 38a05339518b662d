package io.pando.mds.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.DirFragment;
import io.pando.fs.EntryName;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.StoreLimits;
import io.pando.mds.store.UpdateDraft;
import io.pando.op.OpOutcome;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Clients that change things and repeat their changes to the successors of servers that crashed.
 * Each change adds one to the entries of a directory, so that one that is done twice is seen.
 */
final class SessionWorld {
  private static final SessionLimits LIMITS = new SessionLimits(300, 20, 8, 12, 4, 5);
  private static final StoreLimits STORE = new StoreLimits(4_000, 40_000, 5, 2_000, 3, 4);
  private static final FragmentId ROOT = new FragmentId(Ino.ROOT, DirFragment.WHOLE);
  private static final ClientIdentity CLIENT = new ClientIdentity("host", "test", "1");

  /** A change that a client keeps until it is durable. */
  private record Change(long request, @Nullable Ino made, long record) {}

  private static final class Client {
    final long session;
    final SortedMap<Long, Change> kept = new TreeMap<>();
    final SortedSet<Long> numbers = new TreeSet<>();
    boolean open;
    boolean told;
    long last;

    Client(long session) {
      this.session = session;
    }

    long oldest() {
      return kept.isEmpty() ? last + 1 : kept.firstKey();
    }
  }

  private final Random64 random;
  private final PlayedObjects objects = new PlayedObjects();
  private final List<StoreEffect.Call> asked = new ArrayList<>();
  private final List<Runnable> answers = new ArrayList<>();
  private final SortedMap<Long, Client> clients = new TreeMap<>();
  private final SortedMap<Long, Long> owners = new TreeMap<>();
  private final SortedSet<Long> used = new TreeSet<>();

  /** Number of changes after each record. */
  private final TreeMap<Long, Long> counts = new TreeMap<>();

  private final List<SessionEffect> effects = new ArrayList<>();
  private JournalReplay replay;
  private @Nullable Sessions sessions;
  private boolean reading;
  private boolean begun;
  private long lastSession;
  private long now;
  private int repeated;
  private int crashes;
  private int ended;

  SessionWorld(long seed) {
    random = new Random64(seed);
    counts.put(0L, 0L);
    replay = start();
  }

  int repeated() {
    return repeated;
  }

  int crashes() {
    return crashes;
  }

  int ended() {
    return ended;
  }

  private JournalReplay start() {
    sessions = null;
    reading = false;
    return new JournalReplay(
        STORE,
        new JournalLayout(0, 4096),
        new RankMetadata(new NameHash(3)),
        begun,
        null,
        this::onStore);
  }

  private void onStore(StoreEffect effect) {
    switch (effect) {
      case StoreEffect.Call it -> asked.add(it);
      case StoreEffect.Durable it -> {
        Sessions current = sessions;
        if (current != null) {
          current.onDurable(it.number());
        }
        for (Client each : clients.values()) {
          each.kept.values().removeIf(kept -> kept.record() != 0 && kept.record() <= it.number());
        }
      }
      case StoreEffect.Loaded _ -> {}
      default -> throw new AssertionError(effect.toString());
    }
  }

  void step() {
    now += random.nextInt(3);
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> execute();
      case 3, 4, 5 -> answer();
      case 6 -> {
        if (random.oneIn(60)) {
          crash();
        }
      }
      default -> act();
    }
    handle();
  }

  private void execute() {
    if (!asked.isEmpty()) {
      StoreEffect.Call any = asked.get(random.nextInt(asked.size()));
      StoreEffect.Call first =
          asked.stream().filter(it -> it.object().equals(any.object())).findFirst().orElseThrow();
      asked.remove(first);
      OpOutcome outcome = objects.execute(first.object(), first.operations());
      JournalReplay asking = replay;
      answers.add(() -> asking.onAnswer(first.token(), outcome));
    }
  }

  private void answer() {
    if (!answers.isEmpty()) {
      answers.remove(random.nextInt(answers.size())).run();
    }
  }

  private void crash() {
    crashes++;
    asked.clear();
    answers.clear();
    effects.clear();
    replay = start();
    clients.values().forEach(each -> each.open = false);
  }

  /** The store, once its rows are read; null before. */
  private @Nullable MetadataStore ready() {
    MetadataStore store = replay.store();
    if (store == null || !store.isReady()) {
      return null;
    }
    RankMetadata metadata = store.metadata();
    if (!reading) {
      reading = true;
      store.readAll(metadata.sessions());
      store.read(metadata.fragment(ROOT), List.of());
    }
    FragmentTotals totals = metadata.fragment(ROOT).head();
    if (!metadata.sessions().isComplete() || totals == null) {
      return null;
    }
    if (sessions == null) {
      sessions = new Sessions(now, LIMITS, metadata.sessions(), effects::add);
      counts.tailMap(store.durable(), false).clear();
      counts.putIfAbsent(store.durable(), counts.lastEntry().getValue());
      assertThat(totals.files()).isEqualTo(counts.lastEntry().getValue());
      List.copyOf(clients.values()).forEach(each -> reconnect(store, each));
    }
    return store.admits() ? store : null;
  }

  private void act() {
    MetadataStore store = ready();
    Sessions current = sessions;
    if (store == null || current == null) {
      return;
    }
    current.onTime(now);
    handle();
    switch (random.nextInt(12)) {
      case 0 -> open(store, current, new Client(++lastSession));
      case 1 -> {
        for (Client each : clients.values()) {
          current.renew(now, each.session);
        }
      }
      case 2 -> store.retry();
      case 3 -> {
        if (random.oneIn(12) && !clients.isEmpty()) {
          Client gone = any();
          if (current.isLive(gone.session) && gone.open) {
            close(store, current, gone.session);
          }
        }
      }
      default -> {
        if (!clients.isEmpty()) {
          change(store, current, any());
        }
      }
    }
  }

  private Client any() {
    return List.copyOf(clients.values()).get(random.nextInt(clients.size()));
  }

  private void open(MetadataStore store, Sessions current, Client client) {
    boolean known = current.contains(client.session);
    UpdateDraft draft = store.begin();
    String refused = current.open(now, client.session, CLIENT, draft);
    if (refused == null) {
      clients.put(client.session, client);
      if (!known) {
        begun = true;
        current.ordered(draft.order());
      }
    } else {
      assertThat(current.status(now)).hasSize(5);
    }
  }

  private void close(MetadataStore store, Sessions current, long session) {
    UpdateDraft draft = store.begin();
    current.close(session, draft);
    current.ordered(draft.order());
    clients.remove(session);
    ended++;
  }

  private void reconnect(MetadataStore store, Client client) {
    Sessions current = Objects.requireNonNull(sessions);
    if (!current.contains(client.session)) {
      assertThat(client.told).as("a session that was durable is lost").isFalse();
      clients.remove(client.session);
      return;
    }
    assertThat(current.awaited()).contains(client.session);
    open(store, current, client);
    handle();
    current.onReconnected(client.session);
    List<Change> again = List.copyOf(client.kept.values());
    for (Change each : again) {
      PastAnswer past = current.past(client.session, each.request());
      if (past == null) {
        carryOut(store, current, client, each.request(), each.made());
      } else {
        repeated++;
        assertThat(past).isEqualTo(new PastAnswer(0, each.made()));
        client.kept.remove(each.request());
      }
    }
  }

  private void change(MetadataStore store, Sessions current, Client client) {
    current.onOldest(client.session, client.oldest());
    if (!client.open || !current.admits(client.session)) {
      return;
    }
    long request = client.last + 1 + random.nextInt(2);
    client.last = request;
    Long number = null;
    if (random.oneIn(4) || client.numbers.isEmpty()) {
      carryOut(store, current, client, request, null);
    } else {
      number = List.copyOf(client.numbers).get(random.nextInt(client.numbers.size()));
      client.numbers.remove(number);
      carryOut(store, current, client, request, new Ino(number));
    }
    PastAnswer past = Objects.requireNonNull(current.past(client.session, request));
    assertThat(past.record()).isEqualTo(store.ordered());
  }

  private void carryOut(
      MetadataStore store, Sessions current, Client client, long request, @Nullable Ino made) {
    UpdateDraft draft = store.begin();
    long count = counts.lastEntry().getValue() + 1;
    if (made != null) {
      assertThat(current.mayUse(client.session, made)).isTrue();
      EntryName name = EntryName.of("file " + made);
      draft.putEntry(ROOT, name, new DirEntry.Remote(made, FileType.FIFO));
    }
    draft.putTotals(ROOT, new FragmentTotals(count, 0, SubtreeTotals.NONE, Timestamp.EPOCH));
    FsAnswer answer = made == null ? new FsAnswer.Done() : new FsAnswer.Found(inode(made));
    current.answered(client.session, request, answer, made, draft);
    long record = draft.order();
    current.ordered(record);
    counts.put(record, count);
    client.kept.put(request, new Change(request, made, record));
    if (made != null) {
      assertThat(current.mayUse(client.session, made)).isFalse();
      used.add(made.value());
    }
  }

  private static Inode inode(Ino ino) {
    return new Inode(
        ino,
        new Permissions(0600, 0, 0),
        FileTimes.bornAt(Timestamp.EPOCH),
        1,
        new InodeContent.Special(FileType.FIFO, 0),
        new TreeMap<>());
  }

  private void handle() {
    List<SessionEffect> all = List.copyOf(effects);
    effects.clear();
    for (SessionEffect effect : all) {
      switch (effect) {
        case SessionEffect.Opened it -> {
          Client client = clients.get(it.session());
          if (client != null) {
            assertThat(it.fresh() && client.told).isFalse();
            client.open = true;
            client.told = true;
            told(client, it.numbers());
          }
        }
        case SessionEffect.MoreNumbers it -> {
          Client client = clients.get(it.session());
          if (client != null) {
            told(client, it.numbers());
          }
        }
        case SessionEffect.Expired it -> {
          MetadataStore store = Objects.requireNonNull(replay.store());
          close(store, Objects.requireNonNull(sessions), it.session());
        }
        case SessionEffect.Closed it ->
            assertThat(Objects.requireNonNull(sessions).contains(it.session())).isFalse();
      }
    }
  }

  /** A number belongs to one session ever, and a client ignores those that it used. */
  private void told(Client client, List<InoRange> ranges) {
    for (InoRange range : ranges) {
      for (long number = range.first().value(); number < range.end(); number++) {
        Long before = owners.putIfAbsent(number, client.session);
        assertThat(before == null || before == client.session).isTrue();
        long each = number;
        boolean kept =
            client.kept.values().stream()
                .anyMatch(it -> it.made() != null && it.made().value() == each);
        if (used.contains(number)) {
          assertThat(kept).as("number %d was used and is durable", number).isTrue();
        } else {
          client.numbers.add(number);
        }
      }
    }
  }

  /** All that is under way is done. */
  void settle() {
    for (int i = 0; i < 5_000; i++) {
      execute();
      answer();
      MetadataStore store = ready();
      handle();
      if (store != null && asked.isEmpty() && answers.isEmpty()) {
        break;
      }
    }
    assertThat(ready()).isNotNull();
    clients.values().forEach(each -> assertThat(each.kept).isEmpty());
  }

  void restart() {
    crash();
    settle();
  }
}
