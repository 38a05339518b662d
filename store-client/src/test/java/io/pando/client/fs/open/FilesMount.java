package io.pando.client.fs.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.fs.FileClientConfig;
import io.pando.client.fs.ModelFiles;
import io.pando.client.fs.caps.CapabilityConfig;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.client.fs.session.RequestLimits;
import io.pando.client.fs.session.SessionConfig;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.ClientIdentity;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import io.pando.time.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client of files in a world, with the calls of its programs. */
final class FilesMount {
  private static final long MILLI = FilesWorld.MILLI;

  private final FilesWorld world;
  private final String name;
  private final NavigableMap<Long, Consumer<FileOutcome>> calls = new TreeMap<>();
  final OpenFiles client;
  final List<OpenFilesEffect.Drop> dropped = new ArrayList<>();
  private FilesWorld.@Nullable Link link;
  private long session;
  private long lastCall;
  private long wakeNanos;
  long cutUntil;

  /** Whether drops are answered by themselves. */
  boolean drops = true;

  /** Requests that the server got. */
  int requests;

  /** Updates of capabilities that the server got. */
  int updates;

  int lost;
  int dropAlls;
  boolean closed;
  Runnable onLost = () -> {};

  FilesMount(FilesWorld world, String name, long session) {
    this.world = world;
    this.name = name;
    this.session = session;
    SessionConfig sessions =
        new SessionConfig(
            FilesWorld.SYSTEM,
            0,
            new ClientIdentity("host", name, "test"),
            new Backoff(5 * MILLI, 50 * MILLI),
            300 * MILLI,
            50 * MILLI);
    this.client =
        new OpenFiles(
            new OpenFilesConfig(
                new FileClientConfig(
                    sessions,
                    new RequestLimits(16, 64, 256),
                    new CapabilityConfig(1_000, 4, MILLI),
                    100,
                    3),
                new FileDataConfig(100_000, 40_000, 4_000, 16_000, 20 * MILLI, 10_000),
                2),
            session,
            ModelFiles.HASH,
            world.random.split(),
            this::take);
  }

  @Override
  public String toString() {
    return name + " (" + calls.size() + " calls, " + client + ")";
  }

  String name() {
    return name;
  }

  long session() {
    return session;
  }

  boolean isIdle() {
    return calls.isEmpty() && client.isIdle();
  }

  // What the world does

  void onMessage(Peer from, FileMessage message) {
    client.onMessage(world.at(), from, message);
  }

  void onReset(Peer peer) {
    client.onReset(world.at(), peer);
  }

  void reset() {
    FilesWorld.Link cut = link;
    link = null;
    if (cut != null) {
      cut.reset();
    }
  }

  private void take(OpenFilesEffect effect) {
    switch (effect) {
      case OpenFilesEffect.Send send -> send(send.message());
      case OpenFilesEffect.Call call -> world.call(this, session, call);
      case OpenFilesEffect.Complete(long call, FileOutcome outcome) -> complete(call, outcome);
      case OpenFilesEffect.Drop drop -> {
        dropped.add(drop);
        if (drops) {
          world.at(
              world.now + world.random.nextInt((int) MILLI),
              () -> client.onDropped(world.at(), drop.token()));
        }
      }
      case OpenFilesEffect.DropAll _ -> dropAlls++;
      case OpenFilesEffect.SessionLost(boolean needsNumber, String _) -> {
        lost++;
        onLost.run();
        if (needsNumber) {
          session = world.nextSession();
          long number = session;
          world.at(
              world.now + world.random.nextInt((int) (20 * MILLI)),
              () -> client.begin(world.at(), number));
        }
      }
      case OpenFilesEffect.Closed _ -> closed = true;
      case OpenFilesEffect.WakeAt(long nanos) -> {
        wakeNanos = nanos;
        world.at(nanos, () -> onWoken(nanos));
      }
    }
  }

  private void onWoken(long nanos) {
    if (wakeNanos == nanos) {
      client.onWoken(world.at());
    }
  }

  private void send(FileMessage message) {
    FilesWorld.Link current = link;
    if (current == null || !current.isUp()) {
      current = world.new Link(this);
      link = current;
    }
    updates += message instanceof FileMessage.UpdateCapabilities ? 1 : 0;
    requests += message instanceof FileMessage.FileRequest ? 1 : 0;
    current.toServer(message);
  }

  private void complete(long call, FileOutcome outcome) {
    Consumer<FileOutcome> waits = calls.remove(call);
    assertThat(waits).as("a call ends twice").isNotNull();
    java.util.Objects.requireNonNull(waits).accept(outcome);
  }

  // What programs do

  void call(Caller caller, FileCall what, Consumer<FileOutcome> then) {
    lastCall++;
    calls.put(lastCall, then);
    client.submit(world.at(), lastCall, caller, what);
  }

  void call(FileCall what, Consumer<FileOutcome> then) {
    call(Caller.ROOT, what, then);
  }

  /** Calls, and runs the world until the call has ended. */
  FileOutcome run(Caller caller, FileCall what) {
    FileOutcome[] outcome = {null};
    call(caller, what, it -> outcome[0] = it);
    world.runUntil(() -> outcome[0] != null, "the end of " + what);
    return outcome[0];
  }

  FileOutcome run(FileCall what) {
    return run(Caller.ROOT, what);
  }

  FileOutcome.Opened create(Caller caller, String file, OpenMode mode) {
    return opened(run(caller, new FileCall.Create(newFile(file), false, mode)));
  }

  FileOutcome.Opened create(String file, OpenMode mode) {
    return create(Caller.ROOT, file, mode);
  }

  static NewName newFile(String name) {
    return new NewName(Ino.ROOT, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
  }

  static FileOutcome.Opened opened(FileOutcome outcome) {
    assertThat(outcome).isInstanceOf(FileOutcome.Opened.class);
    return (FileOutcome.Opened) outcome;
  }

  Inode stat(Ino ino) {
    FileOutcome outcome = run(new FileCall.Request(new FsRequest.GetInode(ino)));
    assertThat(outcome).isInstanceOf(FileOutcome.Answered.class);
    return ((FsAnswer.Found) ((FileOutcome.Answered) outcome).answer()).inode();
  }

  static @Nullable FsError errorOf(FileOutcome outcome) {
    return outcome instanceof FileOutcome.Answered(FsAnswer.Failed(FsError error)) ? error : null;
  }
}
