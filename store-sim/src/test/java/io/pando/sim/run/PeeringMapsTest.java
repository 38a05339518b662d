package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.sim.SimCluster;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An OSD that was away learns the changes made meanwhile, map by map. */
class PeeringMapsTest {
  private final SimCluster cluster = new SimCluster(9, new SimCluster.Shape(1, 4, 1)).formed();
  private final Cluster client = cluster.connect();

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  @Test
  void hundredsOfMapsLaterNobodyElseIsNeededThanWhoServed() {
    change(new Change.CreatePool("data", 8, 2, 2, null));
    Pool pool = client.pool("data");
    for (int i = 0; i < 30; i++) {
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(new byte[] {(byte) i})));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    for (int osd = 0; osd < 4; osd++) {
      cluster.crashOsd(osd);
      change(new Change.MarkDown(List.of(new OsdId(osd))));
    }
    for (int i = 0; i < 300; i++) {
      change(new Change.SetFlag(ClusterFlag.NOIN, i % 2 == 0));
    }
    // The last to go stays away for good. Alone it could not write, and the others know that.
    for (int osd = 0; osd < 3; osd++) {
      cluster.startOsd(osd);
    }
    cluster.awaitUp(client, 3);
    change(new Change.MarkOut(List.of(new OsdId(3))));
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    for (int i = 0; i < 30; i++) {
      assertThat(cluster.await(pool.readAsync("o" + i)).toByteArray())
          .isEqualTo(new byte[] {(byte) i});
    }
  }
}
