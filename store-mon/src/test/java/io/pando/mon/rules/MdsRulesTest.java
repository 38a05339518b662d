package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Incremental;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.id.Address;
import io.pando.id.NodeId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lives of metadata servers. */
class MdsRulesTest {
  private static final List<RankState> TAKEOVER =
      List.of(RankState.RECONNECT, RankState.REJOIN, RankState.REQUESTS, RankState.ACTIVE);

  private final RuleBook book = RuleBook.withOsds(2);
  private long lives = 500;

  @BeforeEach
  void makeFileSystems() {
    for (String name : List.of("a", "b")) {
      book.accept(new Change.CreatePool(name + "-meta", 1, 2, 1, null));
      book.accept(new Change.CreatePool(name + "-data", 1, 2, 1, null));
    }
    book.accept(new Change.CreateFileSystem("a", "a-meta", List.of("a-data")));
  }

  private void makeAnother() {
    book.accept(new Change.CreateFileSystem("b", "b-meta", List.of("b-data")));
  }

  private static Change.BootMds boot(int daemon, long life, String prefers) {
    Address address =
        new Address(new NodeId(NodeId.Role.MDS, daemon), life, "127.0.0.1", 7000 + daemon);
    return new Change.BootMds(new MdsIncarnation(life), address, prefers, 2);
  }

  private MdsIncarnation start(int daemon, String prefers) {
    Change.BootMds boot = boot(daemon, ++lives, prefers);
    book.accept(boot);
    return boot.incarnation();
  }

  private MdsIncarnation start(int daemon) {
    return start(daemon, "");
  }

  private void activate(MdsIncarnation daemon) {
    TAKEOVER.forEach(state -> book.accept(new Change.StepRank(daemon, state)));
  }

  private String fail(MdsIncarnation... daemons) {
    return book.accept(new Change.FailMds(List.of(daemons), "no beacon"));
  }

  private Rank rank(String system) {
    FileSystem files = book.map().files().named(system).orElseThrow();
    return Objects.requireNonNull(files.ranks().get(0));
  }

  private boolean isFenced(MdsIncarnation daemon) {
    return book.map().fences().contains(daemon.number());
  }

  @Test
  void theFirstDaemonTakesTheRankAndOthersStandBy() {
    MdsIncarnation first = start(1);
    assertThat(rank("a").holder()).isEqualTo(first);
    assertThat(rank("a").state()).isEqualTo(RankState.REPLAY);
    start(2);
    assertThat(book.map().files().standbys())
        .extracting(MdsInfo::toString)
        .containsExactly("mds.2 (client.502)");
    book.acceptInVain(boot(1, 501, ""));
  }

  @Test
  void aFileSystemThatIsMadeLaterGetsAStandby() {
    start(1);
    MdsIncarnation second = start(2);
    makeAnother();
    assertThat(rank("b").holder()).isEqualTo(second);
  }

  @Test
  void theHolderStepsAlongTheTable() {
    MdsIncarnation daemon = start(1);
    assertThat(book.reject(new Change.StepRank(daemon, RankState.ACTIVE)))
        .isEqualTo("rank 0 of file system 'a' is replay, and cannot step from there to active");
    activate(daemon);
    book.acceptInVain(new Change.StepRank(daemon, RankState.ACTIVE));
    assertThat(rank("a").begun()).isTrue();
    assertThat(rank("a").sinceEpoch()).isEqualTo(book.map().epoch());
    assertThat(book.reject(new Change.StepRank(daemon, RankState.STOPPING)))
        .contains("cannot step");
    assertThat(book.reject(new Change.StepRank(start(2), RankState.RECONNECT)))
        .contains("holds no rank");
  }

  @Test
  void allStepsOfTheTable() {
    for (RankState from : RankState.values()) {
      for (RankState next : RankState.values()) {
        assertThat(from.mayStepTo(next))
            .as("%s to %s", from, next)
            .isEqualTo(
                List.of(
                        "REPLAY RESOLVE",
                        "REPLAY RECONNECT",
                        "RESOLVE RECONNECT",
                        "RECONNECT REJOIN",
                        "RECONNECT REQUESTS",
                        "REJOIN REQUESTS",
                        "REQUESTS ACTIVE",
                        "ACTIVE STOPPING",
                        "STOPPING EMPTY")
                    .contains(from + " " + next));
      }
    }
  }

  /** The new holder must know that the OSDs refuse the former one. */
  @Test
  void aFailedHolderIsFencedAndReplacedInOneChange() {
    MdsIncarnation first = start(1);
    activate(first);
    MdsIncarnation second = start(2);
    long epoch = book.map().epoch();
    assertThat(fail(first))
        .isEqualTo(
            "mds.1 (client.501) failed: no beacon; rank 0 of file system 'a' goes to mds.2 (client.502)");
    assertThat(book.map().epoch()).isEqualTo(epoch + 1);
    assertThat(book.state().recent().list().getLast().edits())
        .first()
        .isEqualTo(
            new Incremental.PutFence(
                501, new Fence(book.nowMillis() + 3_600_000, "mds.1: no beacon")));
    assertThat(rank("a")).isEqualTo(new Rank(RankState.REPLAY, second, null, epoch + 1, true, ""));
    assertThat(book.acceptInVain(new Change.FailMds(List.of(first), "again"))).contains("no such");
    assertThat(book.reject(new Change.StepRank(first, RankState.ACTIVE))).contains("holds no rank");
    assertThat(book.reject(boot(1, 501, ""))).contains("is fenced").contains("another number");
  }

  @Test
  void aStandbyThatFailsNeedsNoFence() {
    start(1);
    MdsIncarnation standby = start(2);
    fail(standby);
    assertThat(isFenced(standby)).isFalse();
    assertThat(book.map().files().standbys()).isEmpty();
  }

  @Test
  void withoutAStandbyTheRankWaitsForOne() {
    MdsIncarnation first = start(1);
    activate(first);
    fail(first);
    assertThat(rank("a").state()).isEqualTo(RankState.FAILED);
    assertThat(rank("a").begun()).isTrue();
    MdsIncarnation next = start(1);
    assertThat(rank("a").holder()).isEqualTo(next);
  }

  @Test
  void aDaemonThatStartsAgainHasFailedBefore() {
    MdsIncarnation first = start(1);
    activate(first);
    MdsIncarnation second = start(2);
    MdsIncarnation again = start(1);
    assertThat(isFenced(first)).isTrue();
    assertThat(rank("a").holder()).isEqualTo(second);
    assertThat(book.map().files().standbys())
        .extracting(MdsInfo::incarnation)
        .containsExactly(again);
  }

  @Test
  void theFollowerOfARankTakesItFirst() {
    MdsIncarnation first = start(1);
    activate(first);
    start(2, "a");
    book.accept(new Change.SetFileSystem("a", "standby_replay", "true"));
    MdsIncarnation follower = Objects.requireNonNull(rank("a").follower());
    assertThat(follower.number()).isEqualTo(502);
    start(3, "a");
    assertThat(fail(first)).contains("goes to mds.2 (client.502), which followed its journal");
    assertThat(rank("a").holder()).isEqualTo(follower);
    assertThat(rank("a").follower()).as("the next one follows").isEqualTo(new MdsIncarnation(503));
    book.accept(new Change.SetFileSystem("a", "standby_replay", "false"));
    assertThat(rank("a").follower()).isNull();
    assertThat(book.map().files().standbys()).hasSize(1);
  }

  @Test
  void preferencesDecideAmongStandbys() {
    makeAnother();
    MdsIncarnation a = start(1, "a");
    MdsIncarnation b = start(2, "b");
    assertThat(rank("a").holder()).isEqualTo(a);
    assertThat(rank("b").holder()).isEqualTo(b);
    MdsIncarnation forB = start(3, "b");
    MdsIncarnation forAll = start(4);
    fail(a);
    assertThat(rank("a").holder()).as("it prefers none").isEqualTo(forAll);
    fail(forAll);
    assertThat(rank("a").holder()).as("rather than none").isEqualTo(forB);
  }

  /** Another file system without a server is worse than one without a follower. */
  @Test
  void aFollowerOfAnotherRankTakesOneThatNoOtherCan() {
    book.accept(new Change.SetFileSystem("a", "standby_replay", "true"));
    MdsIncarnation first = start(1);
    MdsIncarnation follower = start(2);
    assertThat(rank("a").follower()).isEqualTo(follower);
    makeAnother();
    assertThat(rank("b").holder()).isEqualTo(follower);
    assertThat(rank("a"))
        .satisfies(rank -> {
          assertThat(rank.holder()).isEqualTo(first);
          assertThat(rank.follower()).isNull();
        });
  }

  @Test
  void noDaemonTakesADamagedRankBeforeItIsRepaired() {
    MdsIncarnation first = start(1);
    activate(first);
    start(2);
    String what = "journal object 7, byte 12: wrong checksum";
    book.accept(new Change.DamageRank(first, what));
    assertThat(rank("a").state()).isEqualTo(RankState.DAMAGED);
    assertThat(rank("a").damage()).isEqualTo(what);
    assertThat(isFenced(first)).isTrue();
    assertThat(book.map().files().standbys()).hasSize(1);
    start(3);
    assertThat(rank("a").state()).isEqualTo(RankState.DAMAGED);
    assertThat(book.reject(new Change.RepairRank("a", 1))).contains("no rank 1");
    book.accept(new Change.RepairRank("a", 0));
    assertThat(rank("a").state()).isEqualTo(RankState.REPLAY);
    assertThat(rank("a").damage()).isEmpty();
    book.acceptInVain(new Change.RepairRank("a", 0));
    assertThat(book.reject(new Change.DamageRank(first, what))).contains("holds no rank");
  }

  @Test
  void whatIsNoMetadataServerIsRejected() {
    assertThat(book.reject(boot(1, 0, ""))).contains("number of its own");
    Address address = new Address(new NodeId(NodeId.Role.OSD, 1), 1, "127.0.0.1", 7000);
    assertThat(book.reject(new Change.BootMds(new MdsIncarnation(9), address, "", 2)))
        .contains("no metadata server");
    start(1);
    assertThat(book.reject(boot(2, 501, ""))).contains("the number of another daemon");
    assertThat(
            book.reject(new Change.BootMds(new MdsIncarnation(9), boot(3, 9, "").address(), "", 1)))
        .contains("requires release");
  }

  @Test
  void requireReleaseCountsMetadataServers() {
    start(1);
    assertThat(ReleaseRules.olderThan(book.map(), 3)).contains(new NodeId(NodeId.Role.MDS, 1));
    assertThat(ReleaseRules.olderThan(book.map(), 2)).isEmpty();
  }
}
