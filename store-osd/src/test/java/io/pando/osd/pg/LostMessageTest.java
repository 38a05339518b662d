package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.ScrubKind;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A stream breaks at each message of a story in turn; messages between the two OSDs are lost, and
 * the OSD that dialled it hears of that. The story ends as it does without a break.
 */
class LostMessageTest {
  enum Story {
    RETURN_BY_LOG(20, true, Replication.PRIMARY, 2),
    RETURN_BY_INDEX(20, true, Replication.CHAIN, 30),
    RETURN_BY_TREE(2, true, Replication.PRIMARY, 30),
    RETURN_BY_LISTS(2, false, Replication.SPLAY, 30),
    NEW_MEMBER(20, true, Replication.PRIMARY, 2),
    NEW_PRIMARY(2, true, Replication.PRIMARY, 30),
    WRITES_BY_PRIMARY(20, true, Replication.PRIMARY, 0),
    WRITES_BY_CHAIN(20, true, Replication.CHAIN, 0),
    WRITES_BY_SPLAY(20, true, Replication.SPLAY, 0),
    SCRUB(20, true, Replication.PRIMARY, 0);

    private final int indexChanges;
    private final boolean trees;
    private final Replication replication;
    private final int changes;

    Story(int indexChanges, boolean trees, Replication replication, int changes) {
      this.indexChanges = indexChanges;
      this.trees = trees;
      this.replication = replication;
      this.changes = changes;
    }

    void act(GroupCluster cluster) {
      switch (this) {
        case RETURN_BY_LOG, RETURN_BY_INDEX, RETURN_BY_TREE, RETURN_BY_LISTS -> cluster.restart(2);
        case NEW_MEMBER -> cluster.place(0, 1, 3);
        case NEW_PRIMARY -> cluster.place(3, 0, 1);
        case WRITES_BY_PRIMARY, WRITES_BY_CHAIN, WRITES_BY_SPLAY -> write(cluster);
        case SCRUB -> scrub(cluster);
      }
    }

    /** A group of which a member may lack some updates. */
    GroupCluster begin() {
      GroupCluster cluster =
          new GroupCluster(3, replication, GroupCluster.config(indexChanges, trees));
      for (int i = 0; i < 7; i++) {
        cluster.write(0, "o" + i, "hello" + i);
      }
      if (changes > 0) {
        cluster.stop(2);
        for (int i = 0; i < changes; i++) {
          cluster.write(0, "o" + i % 4, "again" + i);
        }
        cluster.write(0, "large", "x".repeat(9_000));
      }
      return cluster;
    }
  }

  private static void write(GroupCluster cluster) {
    cluster.write(0, "o1", "x");
    cluster.write(0, "o2", "y");
    cluster.write(0, "o1", "z");
  }

  private static void scrub(GroupCluster cluster) {
    cluster.site(1).store().damaged.add(GroupHarness.object("o1"));
    cluster.site(2).put("strange", new Version(1, 1), "?");
    cluster.tick(GroupCluster.RETRY_NANOS);
    cluster.order(0, ScrubKind.REPAIR);
    cluster.settle();
  }

  private static int messages(Story story) {
    GroupCluster cluster = story.begin();
    cluster.conversation();
    story.act(cluster);
    assertThat(cluster.differences()).isEmpty();
    return cluster.conversation().size();
  }

  @ParameterizedTest
  @EnumSource
  void anyMessageMayBeLostWithItsStream(Story story) {
    int messages = messages(story);
    for (int lost = 1; lost <= messages; lost++) {
      GroupCluster cluster = story.begin();
      cluster.lose(lost);
      story.act(cluster);
      for (int i = 0; i < 20; i++) {
        cluster.tick(GroupCluster.RETRY_NANOS);
      }
      assertThat(cluster.differences()).as("message %d of %d is lost", lost, messages).isEmpty();
    }
  }
}
