package io.pando.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.client.fs.session.SessionConfig;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fences;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.release.Releases;
import io.pando.crush.CrushMap;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.session.ClientIdentity;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.PoolId;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.time.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Locks in the messages of a session. */
class FileClientLocksTest {
  private static final FileSystemId SYSTEM = new FileSystemId(3);
  private static final Ino FILE = new Ino(9);
  private static final LockClaim LOCK =
      new LockClaim(LockFamily.RECORD, 4, 1, LockMode.EXCLUSIVE, new ByteRange(0, 10));
  private static final LockClaim OTHER =
      new LockClaim(LockFamily.RECORD, 4, 1, LockMode.SHARED, new ByteRange(20, 10));

  private final List<FileEffect> effects = new ArrayList<>();
  private final FileClient client =
      new FileClient(
          FileClientConfig.of(
              new SessionConfig(
                  SYSTEM,
                  0,
                  new ClientIdentity("host", "test", "1"),
                  new Backoff(100, 100),
                  2_000,
                  1_000)),
          55,
          new NameHash(1),
          new Random64(1),
          _ -> null,
          effects::add);
  private long epoch;

  private static Peer.Dialed peer(long incarnation) {
    return new Peer.Dialed(
        new Address(new NodeId(NodeId.Role.MDS, incarnation), incarnation, "10.0.0.1", 6_800), 0);
  }

  private void hold(long incarnation, RankState state) {
    epoch++;
    MdsIncarnation holder = new MdsIncarnation(incarnation);
    TreeMap<Integer, Rank> ranks = new TreeMap<>();
    ranks.put(0, new Rank(state, holder, null, epoch, true, ""));
    FileSystem system =
        new FileSystem(
            SYSTEM,
            "home",
            new FileSystem.Pools(new PoolId(1), List.of(new PoolId(2))),
            FileSystem.Settings.DEFAULT,
            ranks,
            1);
    FileMap files =
        FileMap.NONE.with(system).with(new MdsInfo(holder, peer(incarnation).address(), "", 1, 1));
    client.onMap(
        epoch,
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), epoch, 0),
            new ClusterMap.PlacementInput(
                new TreeMap<>(), new TreeMap<>(), CrushMap.builder().build(), new TreeMap<>()),
            new ClusterMap.Operation(
                new TreeSet<>(),
                Releases.NONE,
                new TreeMap<>(),
                new Fences(new TreeMap<>()),
                files),
            List.of(),
            ClusterMap.Losses.NONE,
            Fullness.NONE));
  }

  private void say(long incarnation, FileMessage message) {
    client.onMessage(epoch, peer(incarnation), message);
  }

  private void open(long incarnation, boolean fresh) {
    say(incarnation, new FileMessage.SessionOpened(90_000, fresh, !fresh, List.of()));
  }

  private void answer(long incarnation, long number, FsError error) {
    say(incarnation, new FileMessage.LockAnswer(number, number, error, null));
  }

  private List<FileMessage> sent() {
    List<FileMessage> sent = new ArrayList<>();
    effects.forEach(effect -> {
      if (effect instanceof FileEffect.Send send) {
        sent.add(send.message());
      }
    });
    effects.clear();
    return sent;
  }

  /** A lock that is held, and one that the owner waits for. */
  private void begin() {
    hold(1, RankState.ACTIVE);
    open(1, true);
    sent();
    client.lock(epoch, 70, FILE, LOCK, false);
    say(1, new FileMessage.LockAnswer(1, 1, null, null));
    assertThat(effects).contains(new FileEffect.Complete(70, new FsAnswer.Done()));
    client.lock(epoch, 71, FILE, OTHER, true);
    assertThat(sent())
        .containsExactly(
            new FileMessage.AskLock(1, 0, FILE, LOCK, false),
            new FileMessage.AskLock(2, 1, FILE, OTHER, true));
  }

  @Test
  void aSuccessorIsToldOfLocksBeforeTheLastPart() {
    begin();
    hold(2, RankState.RECONNECT);
    open(2, false);
    client.testLock(epoch, 72, FILE, LOCK);
    assertThat(sent())
        .endsWith(
            new FileMessage.HoldLocks(List.of(new HeldLock(FILE, LOCK))),
            new FileMessage.AskLock(2, 0, FILE, OTHER, true),
            new FileMessage.Reconnect(List.of(), false));
    hold(2, RankState.ACTIVE);
    assertThat(sent()).containsExactly(new FileMessage.AskConflict(3, 0, FILE, LOCK));
    client.cancelLock(epoch, FILE, OTHER);
    assertThat(sent()).containsExactly(new FileMessage.StopWaiting(2));
    answer(2, 2, FsError.EINTR);
    say(2, new FileMessage.LockAnswer(3, 3, null, OTHER));
    assertThat(effects)
        .containsExactly(
            new FileEffect.Complete(71, new FsAnswer.Failed(FsError.EINTR)),
            new FileEffect.Tested(72, OTHER));
  }

  @Test
  void theEndOfTheSessionEndsRequestsAndLocks() {
    begin();
    say(1, new FileMessage.SessionClosed("evicted"));
    assertThat(effects)
        .containsSubsequence(
            new FileEffect.SessionLost(true, "evicted"),
            new FileEffect.LocksLost(FILE, LockFamily.RECORD, 4),
            new FileEffect.Complete(71, new FsAnswer.Failed(FsError.EIO)));
  }

  @Test
  void closingReleasesLocks() {
    begin();
    client.releaseLocks(epoch, FILE, 4);
    assertThat(sent())
        .containsExactly(
            new FileMessage.AskLock(
                3,
                1,
                FILE,
                new LockClaim(LockFamily.RECORD, 4, 0, LockMode.NONE, LockClaim.WHOLE_FILE),
                false));
  }
}
