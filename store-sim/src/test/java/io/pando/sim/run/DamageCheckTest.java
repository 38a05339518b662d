package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.id.OsdId;
import io.pando.op.ObjectOp;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.audit.DamageCheck;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.ClientCall;
import io.pando.sim.disk.DiskFault;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Damage is no answer where no disk had a fault. */
class DamageCheckTest {
  private static final String OBJECT = "o";

  private final SimCluster cluster = new SimCluster(3, new SimCluster.Shape(1, 4, 1)).formed();
  private final Cluster client = cluster.connect();
  private final DamageCheck check = new DamageCheck(cluster, "data");

  DamageCheckTest() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 4, 2, 1, null)));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  private List<OsdId> members() {
    ClusterMap map = client.admin().map();
    return new Placement()
        .locate(map, Placement.group(map.poolNamed("data").orElseThrow(), Placement.object(OBJECT)))
        .up()
        .osds();
  }

  private OsdId bystander() {
    return IntStream.range(0, cluster.size())
        .mapToObj(OsdId::new)
        .filter(osd -> !members().contains(osd))
        .findFirst()
        .orElseThrow();
  }

  /** What is found if a client is told of damage now. */
  private List<String> told() {
    long now = cluster.world().nowNanos();
    return check.findings(
        List.of(
            answer(now, new CallOutcome.Succeeded(null, List.of())),
            answer(now, new CallOutcome.NotDone("busy")),
            answer(now, new CallOutcome.Damaged("no good bytes"))));
  }

  private static ClientCall answer(long nanos, CallOutcome ending) {
    return new ClientCall("c", OBJECT, nanos, nanos, List.of(new ObjectOp.Stat()), ending);
  }

  private static Fault unreadable(OsdId osd) {
    return new Fault.Disk(osd, new DiskFault.FailingReads(2));
  }

  @Test
  void withoutAnyFaultDamageIsNoAnswer() {
    assertThat(told()).singleElement().asString().contains("damage was reported", "Stat[]");
    cluster.apply(new Fault.Disk(members().getFirst(), new DiskFault.Full()));
    assertThat(told()).as("a full disk spoils nothing").hasSize(1);
  }

  @Test
  void faultsElsewhereAreNoExcuse() {
    cluster.apply(unreadable(bystander()));
    assertThat(told()).hasSize(1);
  }

  @Test
  void aFaultOfAMemberIs() {
    cluster.apply(unreadable(members().getLast()));
    assertThat(told()).isEmpty();
  }

  @Test
  void soIsOneOfAFormerMember() {
    OsdId former = members().getLast();
    cluster.await(client.admin().changeAsync(new Change.MarkOut(List.of(former))));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    assertThat(members()).doesNotContain(former);
    cluster.disks().damageAny(former.value());
    assertThat(told()).isEmpty();
  }

  @Test
  void whatComesLaterIsNot() {
    long before = cluster.world().nowNanos();
    cluster.world().runFor(SECOND);
    cluster.apply(unreadable(members().getFirst()));
    assertThat(check.findings(List.of(answer(before, new CallOutcome.Damaged("no good bytes")))))
        .hasSize(1);
  }
}
