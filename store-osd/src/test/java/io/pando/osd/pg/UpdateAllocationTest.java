package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the machines of a group allocate for one update. A change that makes each request build sets
 * of members, or execute its vector twice, shows here at once; in a benchmark the noise of disks
 * hides it.
 *
 * <p>The limits are the measured figures and a few percent. Compiled code only needs less: the
 * compiler removes objects that do not leave a method. A change that needs more raises the limit,
 * and its commit says why.
 */
class UpdateAllocationTest {
  private static final int OBJECTS = 16;
  private static final int UPDATES = 400;
  private static final int PRIMARY_BYTES = 15_400;
  private static final int REPLICA_BYTES = 5_850;
  private final Payload data = Payload.utf8("x".repeat(4_096));

  @Test
  void updatesOfPartsAllocateLittle() {
    GroupCluster cluster = new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));
    update(cluster, 4 * OBJECTS);
    long[] before = allocated(cluster);
    update(cluster, UPDATES);
    long[] after = allocated(cluster);
    assertThat((after[0] - before[0]) / UPDATES).as("the primary").isLessThan(PRIMARY_BYTES);
    for (int replica = 1; replica < 3; replica++) {
      assertThat((after[replica] - before[replica]) / UPDATES)
          .as("replica %d", replica)
          .isLessThan(REPLICA_BYTES);
    }
  }

  private static long[] allocated(GroupCluster cluster) {
    return IntStream.range(0, 3).mapToLong(osd -> cluster.site(osd).allocatedBytes()).toArray();
  }

  private void update(GroupCluster cluster, int updates) {
    for (int i = 0; i < updates; i++) {
      ObjectOp write = new ObjectOp.Write(4_096L * (i % 4), data);
      assertThat(cluster.operate(0, "object " + i % OBJECTS, write)).hasSize(1);
    }
  }
}
