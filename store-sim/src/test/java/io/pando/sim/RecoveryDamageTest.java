package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.random.Random64;
import io.pando.report.Health;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupStats;
import io.pando.report.group.MissingObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Damaged bytes: fetched from who has good ones, never served, heard of, and got rid of. */
class RecoveryDamageTest {
  private final Random64 random = new Random64(5);
  private final SortedMap<String, byte[]> content = new TreeMap<>();
  private final SimCluster cluster = new SimCluster(11, new SimCluster.Shape(1, 3, 2)).formed();
  private final Cluster client = cluster.connect();
  private final Pool pool;

  RecoveryDamageTest() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 4, 3, 2, null)));
    pool = client.pool("data");
    for (int i = 0; i < 40; i++) {
      byte[] bytes = new byte[1 + random.nextInt(20_000)];
      random.nextBytes(bytes);
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  private void damage(String name, int osd) {
    ObjectId object = Placement.object(name);
    PgId group =
        Placement.group(
            Objects.requireNonNull(client.admin().map().pools().get(pool.id())), object);
    int size = Objects.requireNonNull(content.get(name)).length;
    assertThat(cluster.disks().damage(osd, group, object, random.nextInt(size))).isTrue();
  }

  private void checkContent() {
    content.forEach((name, bytes) ->
        assertThat(cluster.await(pool.readAsync(name)).toByteArray()).as(name).isEqualTo(bytes));
  }

  private List<String> healthCodes() {
    return cluster.await(client.admin().statusAsync()).health().checks().stream()
        .map(Health.Check::code)
        .toList();
  }

  /** At any moment, also while they are looked for once more. */
  private void checkSaysWhatIsLost(String... names) {
    List<String> told = new ArrayList<>();
    for (GroupStats group : cluster.await(client.admin().groupsAsync())) {
      GroupReport report = cluster.await(client.admin().queryGroupAsync(group.group()));
      List<MissingObject> objects = report.replicas().missingObjects();
      assertThat(group.lost()).isEqualTo(objects.size());
      assertThat(group.unfound()).isZero();
      assertThat(group.waitsFor())
          .matches(objects.isEmpty() ? "" : ".* loss of \\d lost objects, which no OSD has .*");
      for (MissingObject object : objects) {
        told.add(object.object().name());
        assertThat(object.version()).isGreaterThan(Version.ZERO);
        List<MemberId> members = group.acting().osds().stream().map(MemberId::of).toList();
        assertThat(object.lackedBy()).contains(members.getFirst());
        assertThat(object.askedInVain())
            .containsExactlyInAnyOrderElementsOf(members.subList(1, members.size()));
      }
    }
    assertThat(told).containsExactlyInAnyOrder(names);
  }

  @Test
  void oneGoodCopyIsEnoughAndTheDamageIsHeardOf() {
    for (String name : content.keySet()) {
      int good = random.nextInt(3);
      for (int osd = 0; osd < 3; osd++) {
        if (osd != good) {
          damage(name, osd);
        }
      }
    }
    checkContent();
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(5 * SECOND);
    long found =
        cluster.await(client.admin().osdsAsync()).stream()
            .mapToLong(OsdStats::damagedObjects)
            .sum();
    assertThat(found).isGreaterThanOrEqualTo(content.size() / 2);
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @Test
  void whatIsDamagedEverywhereCanBeReplacedOrRemoved() {
    for (int osd = 0; osd < 3; osd++) {
      damage("o7", osd);
      damage("o8", osd);
      damage("o9", osd);
    }
    for (String name : List.of("o7", "o8", "o9")) {
      assertThatThrownBy(() -> cluster.await(pool.readAsync(name)))
          .hasMessageContaining("no replica has good bytes");
    }
    cluster.world().runFor(5 * SECOND);
    assertThat(healthCodes()).contains("OBJECT_LOST");
    for (int moment = 0; moment < 300; moment++) {
      cluster.world().runFor(SECOND / 10);
      checkSaysWhatIsLost("o7", "o8", "o9");
    }
    byte[] bytes = {1, 2, 3};
    cluster.await(pool.writeFullAsync("o7", ByteBuffer.wrap(bytes)));
    cluster.await(pool.removeAsync("o8"));
    assertThatThrownBy(() -> cluster.await(pool.writeAsync("o9", 1, ByteBuffer.wrap(bytes))))
        .hasMessageContaining("no replica has good bytes");
    content.put("o7", bytes);
    content.remove("o8");
    content.remove("o9");
    checkContent();
    cluster.await(pool.removeAsync("o9"));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    for (String removed : List.of("o8", "o9")) {
      assertThatThrownBy(() -> cluster.await(pool.statAsync(removed)))
          .hasMessageContaining(removed);
    }
    cluster.world().runFor(5 * SECOND);
    assertThat(healthCodes()).doesNotContain("OBJECT_LOST", "OBJECT_UNFOUND");
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @Test
  void whatItsPrimaryLacksAndOthersHaveDamagedCanBeRemoved() {
    ObjectId object = Placement.object("o5");
    ClusterMap map = client.admin().map();
    PgId group = Placement.group(Objects.requireNonNull(map.pools().get(pool.id())), object);
    int primary = new Placement().locate(map, group).primary().orElseThrow().value();
    cluster.crashOsd(primary);
    byte[] bytes = new byte[20_000];
    content.put("o5", bytes);
    cluster.await(pool.writeFullAsync("o5", ByteBuffer.wrap(bytes)));
    cluster.world().runFor(5 * SECOND);
    for (int osd = 0; osd < 3; osd++) {
      if (osd != primary) {
        damage("o5", osd);
      }
    }
    cluster.startOsd(primary);
    cluster.awaitUp(client, 3);
    assertThatThrownBy(() -> cluster.await(pool.readAsync("o5")))
        .hasMessageContaining("no replica has good bytes");
    assertThat(cluster.await(client.admin().queryGroupAsync(group)).replicas().missingObjects())
        .anyMatch(it -> it.object().equals(object) && it.damaged());
    cluster.await(pool.removeAsync("o5"));
    content.remove("o5");
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    checkContent();
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @Test
  void lostBytesAreRememberedAsSuchAfterARestartAndAttributesOutliveThem() {
    byte[] value = {7, 7};
    cluster.await(pool.attributes("o3").setAsync("colour", value));
    for (int osd = 0; osd < 3; osd++) {
      damage("o3", osd);
    }
    assertThatThrownBy(() -> cluster.await(pool.readAsync("o3")))
        .hasMessageContaining("no replica has good bytes");
    for (int osd = 0; osd < 3; osd++) {
      cluster.crashOsd(osd);
    }
    cluster.world().runFor(SECOND);
    for (int osd = 0; osd < 3; osd++) {
      cluster.startOsd(osd);
    }
    cluster.awaitUp(client, 3);
    byte[] bytes = {4, 5, 6};
    content.put("o3", bytes);
    cluster.await(pool.writeFullAsync("o3", ByteBuffer.wrap(bytes)));
    checkContent();
    assertThat(cluster.await(pool.attributes("o3").getAsync("colour")).toByteArray())
        .isEqualTo(value);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }
}
