package io.pando.mon.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.release.Release;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.mon.rules.RuleBook;
import io.pando.port.ReplicatedLog;
import io.pando.report.Health.Check;
import io.pando.report.MonitorStatus;
import io.pando.report.files.RankLoad;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks of metadata servers by their beacons. */
class MdsChecksTest {
  private static final MdsIncarnation HOLDER = new MdsIncarnation(71);
  private static final MdsIncarnation STANDBY = new MdsIncarnation(72);
  private static final NodeId MONITOR = new NodeId(NodeId.Role.MON, 0);

  private final RuleBook book = RuleBook.withOsds(3);

  @BeforeEach
  void begin() {
    book.accept(new Change.CreatePool("m", 1, 3, 2, null));
    book.accept(new Change.CreatePool("d", 1, 3, 2, null));
    book.accept(new Change.CreateFileSystem("f", "m", List.of("d")));
    boot(HOLDER, 1);
    boot(STANDBY, 2);
  }

  private void boot(MdsIncarnation life, int number) {
    boot(life, number, Release.current().number());
  }

  private void boot(MdsIncarnation life, int number, int release) {
    NodeId node = new NodeId(NodeId.Role.MDS, number);
    Address address = new Address(node, life.number(), "127.0.0.1", 7000 + number);
    book.accept(new Change.BootMds(life, address, "", release));
  }

  private ClusterView view(MdsIncarnation server, RankLoad load, long gapMillis) {
    return new ClusterView(
        book.map(),
        new ClusterView.Quorum(
            new MonitorStatus(MONITOR, MONITOR, 1, List.of(MONITOR), List.of(MONITOR)),
            true,
            new ReplicatedLog.Disk(1L << 30, false, false)),
        new ClusterView.Daemons(List.of(), List.of(new MdsStats(server, load, gapMillis, 1_500))),
        List.of(),
        new TreeMap<>(),
        new Statistics(book.map()).recoveryRate(0));
  }

  private static String only(Optional<Check> check) {
    assertThat(check).isPresent();
    assertThat(check.get().details()).hasSize(1);
    return check.get().code() + " " + check.get().details().getFirst();
  }

  @Test
  void releasesOfMetadataServersAreCompared() {
    assertThat(ReleaseChecks.mixed(book.map())).isEmpty();
    boot(new MdsIncarnation(73), 3, Release.current().number() + 1);
    Check mixed = ReleaseChecks.mixed(book.map()).orElseThrow();
    assertThat(mixed.details()).hasSize(2);
    assertThat(mixed.details().getFirst())
        .contains("mds.1", "mds.2", "mon.0")
        .doesNotContain("mds.3");
    assertThat(mixed.details().getLast()).endsWith(": mds.3");
  }

  @Test
  void slowRequestsNameWhatTheOldestWaitsFor() {
    RankLoad slow = new RankLoad(3, 45_600, "rows of a directory", 1 << 20, 256 << 20);
    assertThat(only(FileChecks.slowRequests(view(HOLDER, slow, 300))))
        .isEqualTo(
            "MDS_SLOW_REQUEST rank 0 of file system 'f' (mds.1): 3 requests waited for more than"
                + " 30 s, the oldest for 45 s, for rows of a directory (fs requests f)");
    assertThat(FileChecks.slowRequests(view(STANDBY, slow, 300))).as("holds no rank").isEmpty();
    assertThat(FileChecks.longJournals(view(HOLDER, slow, 300))).isEmpty();
  }

  @Test
  void longJournalsAreReportedBeforeClientsWait() {
    RankLoad near = new RankLoad(0, 0, "", 210 << 20, 256 << 20);
    assertThat(only(FileChecks.longJournals(view(HOLDER, near, 300))))
        .startsWith("MDS_TRIM rank 0 of file system 'f' (mds.1): the journal has 210 MiB");
    assertThat(FileChecks.longJournals(view(HOLDER, RankLoad.NONE, 300))).isEmpty();
  }

  @Test
  void lateBeaconsAreReportedBeforeTheServerIsReplaced() {
    assertThat(only(FileChecks.laggy(view(STANDBY, RankLoad.NONE, 1_000))))
        .startsWith("MDS_LAGGY mds.2 sent no beacon for 1000 ms, and is replaced after 1500 ms");
    assertThat(FileChecks.laggy(view(HOLDER, RankLoad.NONE, 900))).isEmpty();
  }
}
