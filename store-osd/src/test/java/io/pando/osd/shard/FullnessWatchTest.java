package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.Fullness;
import io.pando.osd.pg.harness.Maps;
import io.pando.port.ObjectStore;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is told when there is no room; the store is full with nine tenths of it. */
final class FullnessWatchTest {
  private static final long CAPACITY = 1L << 40;

  private final PlayedShard shard = new PlayedShard();
  private final FullnessWatch watch = new FullnessWatch(shard.state, shard.runner);

  @BeforeEach
  void learnRatio() {
    learn(900);
  }

  private void learn(int failsafe) {
    ClusterMap map = Maps.of(2, Replication.PRIMARY).map();
    Fullness fullness = Fullness.NONE.withRatios(new FullRatios(100, 200, 300, failsafe));
    watch.onMap(
        map.apply(
            new Incremental(map.epoch() + 1, 0, List.of(new Incremental.PutFullness(fullness)))));
  }

  private void use(int thousandths) {
    shard.store.usage = new ObjectStore.Usage(CAPACITY, CAPACITY / 1_000 * thousandths);
    watch.look();
  }

  @Test
  void theOwnerHearsOnceThatTheStoreFillsUpAndOnceThatItHasRoomAgain() {
    use(800);
    assertThat(shard.owner.filled).isZero();
    assertThat(watch.isFull()).isFalse();
    assertThat(watch.ofStore()).isEqualTo(799);
    for (int i = 0; i < 2; i++) {
      use(901 + i);
      assertThat(shard.owner.filled).isOne();
      assertThat(watch.isFull()).isTrue();
      assertThat(watch.ofStore()).as("nothing more is taken").isEqualTo(1_000);
    }
    for (int i = 0; i < 2; i++) {
      use(800);
      assertThat(shard.owner.filled).isEqualTo(2);
      assertThat(watch.isFull()).isFalse();
    }
  }

  @Test
  void anotherRatioAppliesAtOnce() {
    use(850);
    assertThat(watch.isFull()).isFalse();
    learn(800);
    assertThat(watch.isFull()).isTrue();
    assertThat(shard.owner.filled).isOne();
    learn(900);
    assertThat(watch.isFull()).isFalse();
  }

  @Test
  void aFullStoreElsewhereKeepsUpdatesAwayAndIsNothingToTellTheOwner() {
    watch.onTold(true);
    assertThat(watch.isFull()).isTrue();
    assertThat(watch.ofStore()).isLessThan(900);
    use(950);
    watch.onTold(false);
    assertThat(watch.isFull()).as("the one here is full, too").isTrue();
    assertThat(shard.owner.filled).isOne();
    watch.onTold(true);
    use(100);
    assertThat(watch.isFull()).isTrue();
    watch.onTold(false);
    assertThat(watch.isFull()).isFalse();
    assertThat(shard.owner.filled).isEqualTo(2);
  }
}
