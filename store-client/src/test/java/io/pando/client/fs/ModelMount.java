package io.pando.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.fs.caps.CapabilityConfig;
import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.RequestLimits;
import io.pando.client.fs.session.SessionConfig;
import io.pando.cluster.ClusterMap;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.FileState;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.time.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A client with files that it writes, as its machine sees them, and checks of what it answers. */
final class ModelMount {
  private static final long MILLI = 1_000_000;
  private static final Caller USER = new Caller(1000, 100, List.of());
  private static final CapabilitySet READER = CapabilitySet.of(Capability.READ, Capability.CACHE);
  private static final CapabilitySet WRITER =
      READER.union(CapabilitySet.of(Capability.WRITE, Capability.BUFFER));

  private static final List<FsRequest.RenameMode> MODES =
      List.of(
          FsRequest.RenameMode.REPLACE,
          FsRequest.RenameMode.NO_REPLACE,
          FsRequest.RenameMode.EXCHANGE);

  private record OpenFile(Ino ino, CapabilitySet needed) {}

  private final ModelWorld world;
  private final Random64 random;
  private final String name;
  private final NavigableMap<Ino, FileState> states = new TreeMap<>();
  private final NavigableMap<Long, Ino> tokens = new TreeMap<>();
  private final List<OpenFile> open = new ArrayList<>();

  /** Calls that have not ended; null stands for one that is no request. */
  private final NavigableMap<Long, @Nullable FsRequest> calls = new TreeMap<>();

  /** Changes without an answer, by number. */
  private final NavigableMap<Long, FileMessage.FileRequest> changes = new TreeMap<>();

  private final TreeSet<Ino> known = new TreeSet<>(List.of(Ino.ROOT));
  final FileClient client;
  private ModelWorld.@Nullable Link link;
  private long session;
  private long lastCall;
  private long wakeNanos;
  private boolean inCall;
  private boolean behind;
  long cutUntil;
  int local;
  int remote;
  int ahead;
  int directoriesAhead;
  int renamedAhead;
  int lost;

  ModelMount(ModelWorld world, String name, long session) {
    this.world = world;
    this.random = world.random.split();
    this.name = name;
    this.session = session;
    SessionConfig config =
        new SessionConfig(
            ModelWorld.SYSTEM,
            0,
            new ClientIdentity("host", name, "test"),
            new Backoff(5 * MILLI, 50 * MILLI),
            300 * MILLI,
            50 * MILLI);
    this.client =
        new FileClient(
            new FileClientConfig(
                config, new RequestLimits(16, 64, 256), new CapabilityConfig(30, 4, MILLI), 40, 3),
            session,
            ModelFiles.HASH,
            random.split(),
            states::get,
            this::take);
  }

  @Override
  public String toString() {
    return name;
  }

  long session() {
    return session;
  }

  long sizeToTell(Ino ino) {
    FileState state = states.get(ino);
    return state == null ? 0 : state.size();
  }

  boolean isIdle() {
    return calls.isEmpty() && client.isIdle() && client.isServing(world.now);
  }

  String waiting() {
    return calls.firstEntry() + " and " + calls.size() + " calls, " + client;
  }

  // What the world does

  void onMap(ClusterMap map) {
    client.onMap(world.now, map);
    afterwards();
  }

  void onMessage(Peer from, FileMessage message) {
    if (message instanceof FileMessage.FileAnswer answer) {
      changes.remove(answer.number());
    }
    client.onMessage(world.now, from, message);
    afterwards();
  }

  void onReset(Peer peer) {
    client.onReset(world.now, peer);
    afterwards();
  }

  void onServerGone() {
    reset();
  }

  /** What was answered and is not durable is repeated. */
  void onFailOver() {
    behind = true;
  }

  void reset() {
    ModelWorld.Link cut = link;
    link = null;
    if (cut != null) {
      cut.reset();
    }
  }

  private void afterwards() {
    behind &= !client.isIdle();
    states
        .keySet()
        .removeIf(
            ino -> !client.usable(ino).contains(Capability.WRITE) && !tokens.containsValue(ino));
  }

  private void take(FileEffect effect) {
    switch (effect) {
      case FileEffect.Send(Peer.Dialed to, FileMessage message) -> send(to, message);
      case FileEffect.Complete(long call, FsAnswer answer) -> complete(call, answer);
      case FileEffect.Flush flush -> {
        tokens.put(flush.token(), flush.ino());
        confirm(flush.token(), flush.ino());
      }
      case FileEffect.Invalidate drop -> {
        tokens.put(drop.token(), drop.ino());
        confirm(drop.token(), drop.ino());
      }
      case FileEffect.SessionLost lostSession -> {
        lost++;
        states.clear();
        changes.clear();
        if (lostSession.needsNumber()) {
          session = world.nextSession();
          long number = session;
          world.at(world.now + 1 + random.nextInt((int) (50 * MILLI)), () -> begin(number));
        }
      }
      case FileEffect.WakeAt(long nanos) -> {
        wakeNanos = nanos;
        world.at(Math.max(nanos, world.now), () -> onWoken(nanos));
      }
      case FileEffect.Stable _,
          FileEffect.Unmade _,
          FileEffect.Use _,
          FileEffect.DropCaches _,
          FileEffect.Closed _,
          FileEffect.OfLocks _ -> {}
    }
  }

  /** A wake-up; those that were replaced by earlier ones are none. */
  private void onWoken(long nanos) {
    if (wakeNanos == nanos) {
      client.onWoken(world.now);
      afterwards();
    }
  }

  private void begin(long number) {
    client.begin(world.now, number);
    afterwards();
  }

  private void send(Peer.Dialed to, FileMessage message) {
    if (message instanceof FileMessage.FileRequest it && it.request() instanceof FsRequest.Change) {
      changes.put(it.number(), it);
    }
    ModelWorld.Link current = link;
    if (current == null || !current.isUp() || !current.peer.equals(to)) {
      current = world.dial(this, to);
      link = current;
    }
    if (current == null) {
      world.at(world.now + random.nextInt((int) MILLI), () -> onReset(to));
    } else {
      current.toServer(message);
    }
  }

  private void confirm(long token, Ino ino) {
    world.at(
        world.now + random.nextInt((int) (10 * MILLI)),
        () -> {
          FileState state = states.get(ino);
          if (state != null) {
            world.objects.merge(ino, state.size(), Math::max);
          }
          client.onConfirmed(world.now, token);
          tokens.remove(token);
          afterwards();
        });
  }

  private void complete(long call, FsAnswer answer) {
    assertThat(calls).as("a call ends twice").containsKey(call);
    FsRequest request = calls.remove(call);
    if (answer instanceof FsAnswer.Found found) {
      known.add(found.inode().ino());
    }
    if (inCall && request instanceof FsRequest.Query query) {
      local++;
      directoriesAhead += query instanceof FsRequest.GetInode && !changes.isEmpty() ? 1 : 0;
      if (!behind) {
        Caller caller = call % 2 == 0 ? Caller.ROOT : USER;
        FsAnswer now = Overlay.of(expected().query(caller, query), states::get);
        assertThat(answer).as("%s answers %s by itself", this, query).isEqualTo(now);
      }
    } else if (inCall && request != null) {
      ahead++;
      renamedAhead += request instanceof FsRequest.Rename ? 1 : 0;
    } else if (request != null) {
      remote++;
    }
    if (answer instanceof FsAnswer.Failed(FsError error)) {
      assertThat(error == FsError.EIO && lost == 0)
          .as("%s is lost by %s, which had one session", request, this)
          .isFalse();
    }
  }

  /** The files as they will be once all changes of this mount are executed. */
  private ModelFiles expected() {
    ModelFiles files = world.server.files.copy();
    changes.forEach((number, it) -> {
      ModelFiles.Done id = new ModelFiles.Done(session, number);
      if (!files.done.containsKey(id) && it.request() instanceof FsRequest.Change change) {
        files.change(id, it.caller(), change, it.time());
      }
    });
    return files;
  }

  // What programs do

  void act() {
    switch (random.nextInt(20)) {
      case 0 -> openFile();
      case 1 -> closeFile();
      case 2, 3 -> write();
      case 4 -> {
        long call = newCall(null);
        client.sync(world.now, call);
      }
      case 5, 6, 7 -> make(any(), name(), random.oneIn(4));
      case 8, 9, 10, 11 -> changeOwn();
      default -> execute(request());
    }
    afterwards();
  }

  private long newCall(@Nullable FsRequest request) {
    lastCall++;
    calls.put(lastCall, request);
    return lastCall;
  }

  private void execute(FsRequest request) {
    long call = newCall(request);
    inCall = true;
    Caller caller = call % 2 == 0 ? Caller.ROOT : USER;
    client.execute(world.now, new GivenRequest(call, caller, request, world.time()));
    inCall = false;
  }

  /** Some changes of names in a directory that the client has for itself; makes one first. */
  private void changeOwn() {
    Ino directory =
        known.stream()
            .filter(it -> client.usable(it).contains(Capability.NAMES_EXCLUSIVE))
            .filter(it -> !it.equals(Ino.ROOT))
            .findFirst()
            .orElse(Ino.ROOT);
    if (directory.equals(Ino.ROOT)) {
      make(Ino.ROOT, EntryName.of("own " + this.name), true);
      return;
    }
    for (int i = random.nextInt(5); i >= 0; i--) {
      switch (random.nextInt(10)) {
        case 9 ->
            execute(
                new FsRequest.Rename(
                    directory, name(), directory, name(), FsRequest.RenameMode.REPLACE));
        case 8 -> execute(new FsRequest.GetInode(directory));
        case 0 -> execute(new FsRequest.Lookup(directory, name()));
        case 1 -> execute(new FsRequest.ListDirectory(directory, -1, null, 100));
        case 2, 3, 4 -> execute(new FsRequest.Remove(directory, name(), false));
        default -> make(directory, name(), false);
      }
    }
  }

  private void make(Ino in, EntryName as, boolean directory) {
    NewName file =
        new NewName(
            in,
            as,
            random.nextBoolean() ? 0777 : 0700,
            0,
            directory
                ? new FsRequest.NewContent.NewDirectory()
                : new FsRequest.NewContent.NewFile());
    long call = newCall(file.withNumber(Ino.ROOT));
    inCall = true;
    client.make(world.now, call, call % 2 == 0 ? Caller.ROOT : USER, file, world.time());
    inCall = false;
  }

  private EntryName name() {
    return EntryName.of("n" + random.nextInt(6));
  }

  /** An inode that was seen; mostly one of the first. */
  private Ino any() {
    int most = random.nextBoolean() ? 4 : known.size();
    return known.stream().skip(random.nextInt(Math.min(most, known.size()))).findFirst().get();
  }

  private FsRequest request() {
    return switch (random.nextInt(16)) {
      case 0 -> new FsRequest.Remove(any(), name(), random.oneIn(4));
      case 1 ->
          new FsRequest.Rename(
              any(), name(), any(), name(), MODES.get(random.nextInt(MODES.size())));
      case 2 -> new FsRequest.Link(any(), any(), name());
      case 3 ->
          new FsRequest.SetAttributes(
              any(), InodeChange.ofMode(random.nextBoolean() ? 0755 : 0700));
      case 4 ->
          new FsRequest.SetXattr(
              any(),
              "user." + random.nextInt(2),
              Payload.utf8("v" + random.nextInt(100)),
              FsRequest.XattrMode.EITHER);
      case 5, 6 -> list();
      case 7, 8, 9 -> new FsRequest.GetInode(any());
      default -> new FsRequest.Lookup(any(), name());
    };
  }

  private FsRequest list() {
    if (random.nextBoolean()) {
      return new FsRequest.ListDirectory(any(), -1, null, random.nextBoolean() ? 3 : 100);
    }
    EntryName after = name();
    return new FsRequest.ListDirectory(any(), after.hash(ModelFiles.HASH), after, 3);
  }

  private void openFile() {
    OpenFile file = new OpenFile(any(), random.nextBoolean() ? READER : WRITER);
    open.add(file);
    client.open(world.now, file.ino(), file.needed());
  }

  private void closeFile() {
    if (!open.isEmpty()) {
      OpenFile file = open.remove(random.nextInt(open.size()));
      client.close(world.now, file.ino(), file.needed());
    }
  }

  private void write() {
    for (OpenFile file : open) {
      if (client.isServing(world.now)
          && client.usable(file.ino()).contains(Capability.WRITE)
          && random.nextBoolean()) {
        long size = sizeToTell(file.ino()) + random.nextInt(100);
        states.put(file.ino(), new FileState(size, 0, Timestamp.EPOCH, Timestamp.EPOCH));
      }
    }
  }
}
