package io.pando.client.fs.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fence;
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

class MdsSessionTest {
  private static final FileSystemId SYSTEM = new FileSystemId(3);
  private static final long SESSION = 55;
  private static final long LEASE = 9_000;
  private static final long MARGIN = 1_000;

  private final List<MdsSessionEffect> effects = new ArrayList<>();
  private final TreeMap<Long, Fence> fences = new TreeMap<>();
  private final MdsSession session =
      new MdsSession(
          new SessionConfig(
              SYSTEM,
              0,
              new ClientIdentity("host", "test", "1"),
              new Backoff(100, 100),
              2_000,
              MARGIN),
          SESSION,
          new Random64(1),
          effects::add);
  private long epoch;

  private static Peer.Dialed peer(long incarnation) {
    return new Peer.Dialed(
        new Address(new NodeId(NodeId.Role.MDS, incarnation), incarnation, "10.0.0.1", 6_800), 0);
  }

  private ClusterMap map(long incarnation, RankState state) {
    epoch++;
    MdsIncarnation holder = new MdsIncarnation(incarnation);
    TreeMap<Integer, Rank> ranks = new TreeMap<>();
    ranks.put(0, new Rank(state, state.isHeld() ? holder : null, null, epoch, true, ""));
    FileSystem system =
        new FileSystem(
            SYSTEM,
            "home",
            new FileSystem.Pools(new PoolId(1), List.of(new PoolId(2))),
            FileSystem.Settings.DEFAULT,
            ranks,
            1);
    return new ClusterMap(
        new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), epoch, 0),
        new ClusterMap.PlacementInput(
            new TreeMap<>(), new TreeMap<>(), CrushMap.builder().build(), new TreeMap<>()),
        new ClusterMap.Operation(
            new TreeSet<>(),
            Releases.NONE,
            new TreeMap<>(),
            new Fences(fences),
            FileMap.NONE
                .with(system)
                .with(new MdsInfo(holder, peer(incarnation).address(), "", 1, 1))),
        List.of(),
        ClusterMap.Losses.NONE,
        Fullness.NONE);
  }

  private void opened(long atNanos, long incarnation, boolean fresh) {
    session.onMessage(
        atNanos, peer(incarnation), new FileMessage.SessionOpened(LEASE, fresh, !fresh, List.of()));
  }

  private List<MdsSessionEffect> take() {
    List<MdsSessionEffect> taken = List.copyOf(effects);
    effects.clear();
    return taken;
  }

  private List<FileMessage> sent() {
    List<FileMessage> sent = new ArrayList<>();
    for (MdsSessionEffect effect : take()) {
      if (effect instanceof MdsSessionEffect.Send send) {
        sent.add(send.message());
      }
    }
    return sent;
  }

  @Test
  void itIsOpenedOnceTheHolderAcceptsSessions() {
    session.onMap(0, map(1, RankState.REPLAY));
    assertThat(sent()).isEmpty();
    session.onMap(10, map(1, RankState.RECONNECT));
    assertThat(sent()).hasOnlyElementsOfType(FileMessage.OpenSession.class).hasSize(1);
    session.onMap(20, map(1, RankState.REQUESTS));
    opened(30, 1, true);
    assertThat(take()).last().isInstanceOf(MdsSessionEffect.Serving.class);
    assertThat(session.takesRequests()).isTrue();
  }

  @Test
  void theLeaseCountsFromTheSendingAndIsRenewedAtAThird() {
    session.onMap(100, map(1, RankState.ACTIVE));
    opened(2_500, 1, true);
    take();
    assertThat(session.wakeNanos()).isEqualTo(100 + LEASE / 3);
    session.onTime(100 + LEASE / 3);
    assertThat(sent()).containsExactly(new FileMessage.RenewSession(1));
    session.onMessage(5_000, peer(1), new FileMessage.SessionRenewed(1, LEASE, 0));
    assertThat(session.isServing(100 + LEASE / 3 + LEASE - MARGIN - 1)).isTrue();
    assertThat(session.isServing(100 + LEASE / 3 + LEASE - MARGIN)).isFalse();
  }

  @Test
  void itStopsByItselfAndOpensTheSessionOnceMore() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    take();
    assertThat(session.isServing(LEASE - MARGIN)).isFalse();
    session.onTime(LEASE - MARGIN);
    List<MdsSessionEffect> over = take();
    assertThat(over).first().isInstanceOf(MdsSessionEffect.LeaseOver.class);
    assertThat(over)
        .anyMatch(it ->
            it instanceof MdsSessionEffect.Send send
                && send.message() instanceof FileMessage.OpenSession);
    session.onTime(LEASE);
    assertThat(take()).isEmpty();
    session.onTime(LEASE + 2_000);
    assertThat(sent()).hasOnlyElementsOfType(FileMessage.OpenSession.class).hasSize(1);
    opened(LEASE + 2_100, 1, false);
    assertThat(session.isServing(LEASE + 2_100)).as("from the first question").isTrue();
    assertThat(session.isServing(LEASE - MARGIN + LEASE - MARGIN)).isFalse();
  }

  @Test
  void aLateAnswerDoesNotBeginTheLeaseOfALaterQuestion() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    session.onHeard();
    session.onReset(2, peer(1));
    session.onTime(200);
    session.onTime(2_200);
    assertThat(sent()).filteredOn(FileMessage.OpenSession.class::isInstance).hasSize(3);
    long late = 3 * LEASE;
    opened(late, 1, false);
    session.onTime(late);
    assertThat(session.isServing(late)).isFalse();
    opened(late + 1, 1, false);
    assertThat(session.isServing(late + 1)).as("an answer to the question of 2,200").isFalse();
    session.onTime(late + 1);
    opened(late + 2, 1, false);
    assertThat(session.isServing(late + 2)).isTrue();
  }

  @Test
  void aSessionThatTheServerForgotIsLost() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    session.onHeard();
    session.onReset(2, peer(1));
    assertThat(take()).last().isInstanceOf(MdsSessionEffect.Disconnected.class);
    session.onTime(200);
    assertThat(sent()).hasSize(1);
    opened(201, 1, true);
    assertThat(take())
        .anyMatch(
            it -> it instanceof MdsSessionEffect.Opened it2 && it2.lost() && it2.sameServer());
  }

  @Test
  void aSessionOfWhichNothingWasHeardIsNotLost() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    session.onReset(2, peer(1));
    session.onTime(200);
    opened(201, 1, true);
    assertThat(take()).noneMatch(it -> it instanceof MdsSessionEffect.Opened it2 && it2.lost());
  }

  @Test
  void itMovesToTheNextHolderAndKeepsItsLease() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    session.onMap(10, map(1, RankState.FAILED));
    assertThat(session.isConnected()).isFalse();
    assertThat(session.isServing(11)).isTrue();
    session.onMap(20, map(2, RankState.RECONNECT));
    opened(21, 2, false);
    assertThat(session.takesRequests()).isFalse();
    take();
    session.onMap(30, map(2, RankState.ACTIVE));
    assertThat(take()).containsExactly(new MdsSessionEffect.Serving());
    opened(31, 1, false);
    assertThat(take()).as("from the one before").isEmpty();
  }

  @Test
  void aFencedSessionEndsAndContinuesUnderAnotherNumber() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    fences.put(SESSION, new Fence(1, "silent"));
    session.onMap(2, map(1, RankState.ACTIVE));
    assertThat(take()).last().isInstanceOf(MdsSessionEffect.Ended.class);
    assertThat(session.isServing(3)).isFalse();
    session.begin(4, 56);
    assertThat(((FileMessage.OpenSession) sent().getFirst()).session()).isEqualTo(56);
    opened(5, 1, true);
    assertThat(session.isServing(6)).isTrue();
  }

  @Test
  void itIsClosedOnce() {
    session.onMap(0, map(1, RankState.ACTIVE));
    opened(1, 1, true);
    take();
    session.shutDown();
    assertThat(sent()).containsExactly(new FileMessage.CloseSession());
    session.onMessage(2, peer(1), new FileMessage.SessionClosed(""));
    assertThat(take()).containsExactly(new MdsSessionEffect.Closed());
    session.onReset(3, peer(1));
    session.onTime(1_000_000);
    assertThat(take()).isEmpty();
    assertThat(session.isClosed()).isTrue();
  }
}
